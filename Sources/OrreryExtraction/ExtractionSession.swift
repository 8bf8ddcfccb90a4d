import OrreryModel

/// Extracts a set of files again and again while they change.
///
/// Each result is what ``Extractor/extract(_:)`` gives for the same files. A file that is as it was
/// is not parsed again, and a machine is not walked again unless a file changed that its own file
/// comes to by the names in it.
public struct ExtractionSession {
  private struct Place: Hashable {
    var module: String
    var path: String

    init(_ text: SourceText) { (module, path) = (text.module, text.path) }
  }

  private let extractor: Extractor
  private var files: [Place: (text: String, file: SourceFile)] = [:]
  private var names = NameGraph()
  /// What was built for a site, by the site's key.
  private var built: [String: Machine] = [:]
  /// How many machines the last extraction walked.
  public private(set) var walkedCount = 0

  public init(options: Extractor.Options = Extractor.Options()) {
    extractor = Extractor(options: options)
  }

  /// Reads files, no two of which have module and path in common, and returns machines with
  /// everything that could not be decided.
  ///
  /// - Complexity: Linear in the size of what changed and of the machines that it can concern, and in
  ///   the number of declarations.
  public mutating func extract(_ texts: [SourceText]) -> Extract {
    let texts = Extractor.sorted(texts)
    let touched = take(texts)
    let index = SourceIndex(texts.compactMap { files[Place($0)]?.file })
    let sites = Extractor.sites(in: index)
    let open = sites.filter { site in
      built[site.key] == nil || touched.contains(ObjectIdentifier(site.file))
    }
    walkedCount = open.count
    var machines = built
    for (site, machine) in zip(open, extractor.machines(of: open, in: index)) {
      machines[site.key] = machine
    }
    let current = sites.compactMap { machines[$0.key] }
    built = Dictionary(zip(sites.map(\.key), current)) { first, _ in first }
    return extractor.result(current, of: sites, in: index)
  }

  /// Parses what is new and forgets what is gone.
  ///
  /// - Returns: The files whose machines the change can concern.
  private mutating func take(_ texts: [SourceText]) -> Set<ObjectIdentifier> {
    let wanted = Dictionary(texts.map { (Place($0), $0.text) }) { first, _ in first }
    let gone = files.filter { wanted[$0.key] != $0.value.text }
    // Names lead elsewhere after a change than before it: what either way comes there counts.
    var touched = names.files(reaching: gone.map(\.value.file))
    for (place, known) in gone {
      names.remove(known.file)
      files[place] = nil
    }
    let new = texts.filter { files[Place($0)] == nil }
    let parsed = Extractor.parse(new)
    for (text, file) in zip(new, parsed) { files[Place(text)] = (text.text, file) }
    names.add(parsed)
    touched.formUnion(names.files(reaching: parsed))
    return touched
  }
}
