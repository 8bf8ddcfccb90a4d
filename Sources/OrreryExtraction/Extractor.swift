import OrreryLowering
import OrreryModel
import OrreryRecognition

/// Finds the state machines that source files declare.
public struct Extractor: Sendable {
  public typealias Options = ExtractionOptions

  public var options: Options

  public init(options: Options = Options()) {
    self.options = options
  }

  /// Reads files and returns machines with everything that could not be decided.
  ///
  /// Never fails: what is not understood is in the result. The order of the files does not matter. A
  /// file that names no state, and that nothing with a state names, is not parsed: nothing is told of
  /// it, not even what the parser would say.
  /// - Complexity: Linear in the size of the source.
  public func extract(_ files: [SourceText]) -> Extract {
    extract(Self.index(of: files))
  }

  /// What ``extract(_:)`` returns if no file is left out by the cheap test.
  package func extractAll(_ files: [SourceText]) -> Extract {
    let files = Screening.read(Self.sorted(files))
    return extract(Self.index(of: files, among: files))
  }

  /// What ``extract(_:)`` returns, with the trees that it was read from.
  ///
  /// - Parameter signs: A file that says one of these words is parsed too, where it has no part in a
  ///   machine.
  package func reading(of files: [SourceText], besides signs: Set<Word>) -> SourceReading {
    let files = Screening.read(Self.sorted(files))
    let passing = Screening.passing(files)
    let passed = Set(passing.map(\.text.path))
    let others = files.filter { $0.words.containsAny(of: signs) && !passed.contains($0.text.path) }
    let index = Self.index(of: passing, among: files)
    return SourceReading(
      extract: extract(index), index: index, others: others.concurrentMap(\.parsed))
  }

  private func extract(_ index: SourceIndex) -> Extract {
    var cache: MachineCache?
    return Self.result(readings(of: index, &cache))
  }

  /// The files that a cheap test lets pass: only these are parsed, the others can have no part in a
  /// machine.
  ///
  /// - Complexity: Linear in the size of the source.
  package static func candidates(among files: [SourceText]) -> [SourceText] {
    Screening.passing(Screening.read(files)).map(\.text)
  }

  /// The types, as `Module.Outer.Inner`, that machines are made of, and those of the properties that
  /// are told to be no machine.
  package static func toldTypes(among files: [SourceText]) -> Set<String> {
    let index = index(of: files)
    defer { index.forgetPrograms() }
    return Recognition(of: index).toldTypes
  }

  /// The index of the files that pass the cheap test.
  static func index(of files: [SourceText]) -> SourceIndex {
    let files = Screening.read(sorted(files))
    return index(of: Screening.passing(files), among: files)
  }

  private static func index(
    of files: [Screening.File], among all: [Screening.File]
  ) -> SourceIndex {
    SourceIndex(forMachinesIn: files.concurrentMap(\.parsed), names: Screening.Names(all))
  }

  static func sorted(_ files: [SourceText]) -> [SourceText] {
    files.sorted { ($0.path, $0.module) < ($1.path, $1.module) }
  }
}

/// Machines, and the source that tells of them.
package struct SourceReading {
  package var extract: Extract
  /// The types of the files that may have a part in a machine.
  package var index: SourceIndex
  /// Files that have none.
  package var others: [SourceFile]
}
