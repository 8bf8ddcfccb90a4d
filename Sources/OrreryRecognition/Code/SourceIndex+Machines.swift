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

/// The results of tasks that libraries declare: where a machine's `IOResult` is one of them, its cases
/// are the machine's events, but the source that is read does not hold them.
enum LibraryResults {
  private static let alias = Word("IOResult")

  /// What a source needs to know of each, as its library declares it.
  private static let declarations: [(name: Word, module: String, text: String)] = [
    (
      Word("TaskResult"), "Orrery",
      "public enum TaskResult<Success> { case success(Success), failure(any Error) }"
    ),
    (
      Word("Result"), "Swift",
      "public enum Result<Success, Failure> { case success(Success), failure(Failure) }"
    ),
  ]

  /// Those that an `IOResult` of the files is an alias of.
  static func files(namedBy files: [SourceFile]) -> [SourceFile] {
    let named = files.reduce(into: Set<Word>()) { $0.formUnion($1.words.aliases[alias] ?? []) }
    guard !named.isEmpty else { return [] }
    let texts = declarations.filter { named.contains($0.name) }.map {
      SourceText(module: $0.module, path: "", text: $0.text)
    }
    return Screening.read(texts).map(\.parsed)
  }
}
