import OrreryLowering
import OrreryModel

/// Extracts a set of files again and again while they change.
///
/// Each result is what ``Extractor/extract(_:)`` gives for the same files. Only files that changed
/// are parsed, and only machines are built again that were read from what changed; the rest is kept.
public struct ExtractionSession {
  private let extractor: Extractor
  private var words = KeptFiles<Screening.File>()
  private var files = KeptFiles<SourceFile>()
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
    let all = words.made(of: Extractor.sorted(texts), at: \.self, Screening.File.init)
    let files = files.made(of: Screening.passing(all), at: \.text, \.parsed)
    let index = SourceIndex(forMachinesIn: files, names: Screening.Names(all))
    return Extractor.result(extractor.readings(of: index, &cache))
  }
}

/// What was made of files.
private struct KeptFiles<Made> {
  private struct Place: Hashable {
    var module: String
    var path: String

    init(_ text: SourceText) { (module, path) = (text.module, text.path) }
  }

  private var known: [Place: (text: String, made: Made)] = [:]

  /// What is made of each of some files; of those that did not change it is known.
  mutating func made<File>(
    of files: [File], at text: KeyPath<File, SourceText>, _ make: @escaping (File) -> Made
  ) -> [Made] {
    let known = known
    let made = files.concurrentMap { file -> Made in
      let text = file[keyPath: text]
      if let known = known[Place(text)], known.text == text.text { return known.made }
      return make(file)
    }
    self.known = Dictionary(
      zip(files.map { $0[keyPath: text] }, made).map { (Place($0), ($0.text, $1)) },
      uniquingKeysWith: { first, _ in first })
    return made
  }
}
