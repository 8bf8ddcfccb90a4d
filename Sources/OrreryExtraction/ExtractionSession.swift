import OrreryLowering
import OrreryModel

/// Extracts a set of files again and again while they change.
///
/// Each result is what ``Extractor/extract(_:)`` gives for the same files. Only files that changed
/// are parsed, and only machines are recognised and walked again whose file comes to one of these by
/// the names in it; the rest is kept.
public struct ExtractionSession {
  private struct Place: Hashable {
    var module: String
    var path: String

    init(_ text: SourceText) { (module, path) = (text.module, text.path) }
  }

  private struct Known {
    var text: String
    var file: SourceFile
    var reading: FileReading
  }

  private let extractor: Extractor
  private var files: [Place: Known] = [:]
  private var names = NameGraph()
  private var words: [Place: Screening.File] = [:]
  private var known = Screening.Names()
  /// How many machines the last extraction walked.
  public private(set) var walkedCount = 0

  public init(options: Extractor.Options = Extractor.Options()) {
    extractor = Extractor(options: options)
  }

  /// Reads files, no two of which have module and path in common, and returns machines with
  /// everything that could not be decided.
  ///
  /// - Complexity: Linear in the size of what changed, of the files whose machines that can concern,
  ///   and of those that they name; and in the number of machines.
  public mutating func extract(_ texts: [SourceText]) -> Extract {
    let before = words
    let read = read(Extractor.sorted(texts))
    let called = Self.members(changedBetween: before, words)
    let passing = Screening.passing(read)
    let texts = passing.map(\.text)
    let now = Screening.Names(read)
    let asked = now.members.symmetricDifference(known.members)
    names.states = now.states
    let touched = take(passing).union(names.files(declaring: asked))
      .union(names.files(varying: now.states.symmetricDifference(known.states)))
      .union(names.files(handingTo: called))
    known = now
    let needed = names.files(reachedFrom: touched)
    let all = texts.compactMap { files[Place($0)]?.file }
    let index = SourceIndex(
      forMachinesIn: all.filter { needed.contains(ObjectIdentifier($0)) }, names: now)
    let readings = extractor.readings(of: index, touched)
    walkedCount = readings.values.reduce(0) { $0 + $1.parts.count }
    for text in texts {
      guard let known = files[Place(text)] else { continue }
      if let reading = readings[ObjectIdentifier(known.file)] {
        files[Place(text)]?.reading = reading
      }
    }
    return Extractor.result(texts.compactMap { files[Place($0)]?.reading })
  }

  /// The members that some file asks of others, and did not before, or no longer.
  private static func members(
    changedBetween old: [Place: Screening.File], _ new: [Place: Screening.File]
  ) -> Set<Word> {
    Set(old.keys).union(new.keys).reduce(into: []) { result, place in
      let (before, after) = (old[place], new[place])
      guard before?.text.text != after?.text.text else { return }
      let members = before?.words.members ?? []
      result.formUnion(members.symmetricDifference(after?.words.members ?? []))
    }
  }

  /// The words of each file; those of a file that did not change are known.
  private mutating func read(_ texts: [SourceText]) -> [Screening.File] {
    let known = words
    let files = texts.concurrentMap { text -> Screening.File in
      if let file = known[Place(text)], file.text.text == text.text { return file }
      return Screening.File(text)
    }
    words = Dictionary(files.map { (Place($0.text), $0) }) { first, _ in first }
    return files
  }

  /// Parses what is new and forgets what is gone.
  ///
  /// - Returns: The files whose machines the change can concern.
  private mutating func take(_ passing: [Screening.File]) -> Set<ObjectIdentifier> {
    let wanted = Dictionary(passing.map { (Place($0.text), $0.text.text) }) { first, _ in first }
    let gone = files.filter { wanted[$0.key] != $0.value.text }
    // Names lead elsewhere after a change than before it: what either way comes there counts.
    var touched = names.files(reaching: gone.map(\.value.file))
    for (place, known) in gone {
      touched.remove(ObjectIdentifier(known.file))
      names.remove(known.file)
      files[place] = nil
    }
    let new = passing.filter { files[Place($0.text)] == nil }
    let parsed = new.concurrentMap(\.parsed)
    for (text, file) in zip(new.map(\.text), parsed) {
      files[Place(text)] = Known(text: text.text, file: file, reading: FileReading())
    }
    names.add(parsed)
    touched.formUnion(names.files(reaching: parsed))
    return touched
  }
}
