import OrreryLowering
import OrreryModel
import SwiftSyntax

/// The statements of a branch.
struct Branch {
  var items: CodeBlockItemListSyntax
  var file: SourceFile

  /// Where a path through the branch is placed that does nothing: at the statement that ends it, where
  /// that is in the branch, else at the first one.
  func place(of end: OrreryModel.SourceLocation) -> OrreryModel.SourceLocation? {
    guard let first = items.first, case let start = file.location(of: first) else { return nil }
    return holds(end) ? end : start
  }

  func holds(_ place: OrreryModel.SourceLocation) -> Bool {
    guard let first = items.first, case let start = file.location(of: first) else { return false }
    return place.file == start.file && place.line >= start.line
      && place.line <= file.endLine(of: items)
  }
}
