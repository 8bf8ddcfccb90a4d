import OrreryLowering
import OrreryProgram

extension SourceIndex {
  /// The index of files in which machines are looked for: it has the results that libraries declare, and
  /// tells what becomes of closures.
  package convenience init(forMachinesIn files: [SourceFile], names: Screening.Names) {
    self.init(files, library: LibraryResults.files(namedBy: files), names: names) { closure in
      let (isKept, isTask) = (closure.isKept, closure.isTask)
      return ClosureFate(
        isKept: isKept, isTask: isTask, forwards: isKept || isTask ? closure.forwarding : nil)
    }
  }
}
