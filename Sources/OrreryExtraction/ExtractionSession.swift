import OrreryLowering
import OrreryModel

/// Extracts a set of files again and again while they change.
///
/// Each result is what ``Extractor/extract(_:)`` gives for the same files. Only files that changed
/// are parsed, and only machines are built again that were read from what changed; the rest is kept.
public struct ExtractionSession {
  private struct Place: Hashable {
    var module: String
    var path: String

    init(_ text: SourceText) { (module, path) = (text.module, text.path) }
  }

  private let extractor: Extractor
  private var words: [Place: Screening.File] = [:]
  private var files: [Place: (text: String, file: SourceFile)] = [:]
  private var cache: MachineCache? = MachineCache()
  /// How many machines the last extraction walked.
  public var walkedCount: Int { cache?.builtCount ?? 0 }

  public init(options: Extractor.Options = Extractor.Options()) {
    extractor = Extractor(options: options)
  }

  /// - Parameters:
  ///   - cache: What ``cacheBytes(of:)`` gave for a session before this one, of this or another process.
  ///     Bytes that are anything else, or are of another version, are as none.
  ///   - version: Tells this version of the program from all others.
  package init(options: Extractor.Options, restoring cache: [UInt8], of version: String) {
    self.init(options: options)
    self.cache = MachineCache(bytes: cache, version: version) ?? MachineCache()
  }

  /// The machines of the last extraction as bytes, with what they were read from.
  ///
  /// - Parameter version: Tells this version of the program from all others.
  package func cacheBytes(of version: String) -> [UInt8] {
    cache?.bytes(version: version) ?? []
  }

  /// Reads files, no two of which have module and path in common, and returns machines with
  /// everything that could not be decided.
  ///
  /// - Complexity: Linear in the size of the source, and in the work that the machines take which were
  ///   read from what changed.
  public mutating func extract(_ texts: [SourceText]) -> Extract {
    let all = read(Extractor.sorted(texts))
    let files = parsed(Screening.passing(all))
    let index = SourceIndex(forMachinesIn: files, names: Screening.Names(all))
    return Extractor.result(extractor.readings(of: index, &cache))
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

  /// The trees of files; those of a file that did not change are known.
  private mutating func parsed(_ passing: [Screening.File]) -> [SourceFile] {
    let known = files
    let parsed = passing.concurrentMap { file -> SourceFile in
      if let known = known[Place(file.text)], known.text == file.text.text { return known.file }
      return file.parsed
    }
    files = Dictionary(
      zip(passing, parsed).map { (Place($0.text), ($0.text.text, $1)) },
      uniquingKeysWith: { first, _ in first })
    return parsed
  }
}
