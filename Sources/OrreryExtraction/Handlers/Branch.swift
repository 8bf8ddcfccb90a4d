import OrreryModel
import OrreryProgram

extension BranchPlace {
  /// Where a path through the branch is placed that does nothing: at the statement that ends it, where
  /// that is in the branch, else at the first one.
  func place(of end: SourceLocation) -> SourceLocation? { holds(end) ? end : first }

  func holds(_ place: SourceLocation) -> Bool {
    guard let first else { return false }
    return place.file == first.file && place.line >= first.line && place.line <= lastLine
  }
}
