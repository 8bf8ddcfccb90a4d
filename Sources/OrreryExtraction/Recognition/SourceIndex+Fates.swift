import OrreryLowering
import OrreryProgram
import SwiftSyntax

extension SourceIndex {
  convenience init(_ files: [SourceFile], names: Screening.Names) {
    self.init(files, library: LibraryResults.files(namedBy: files), names: names) { closure in
      let (isKept, isTask) = (closure.isKept, closure.isTask)
      return ClosureFate(
        isKept: isKept, isTask: isTask, forwards: isKept || isTask ? closure.forwarding : nil)
    }
  }
}
