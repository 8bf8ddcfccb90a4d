import OrreryTrace

/// Names of the files of machines: safe on every file system, and stable.
struct FileNames {
  /// Names that the gallery itself needs.
  private static let reserved: Set<String> = ["readme", "index", "features"]
  private static let lengthLimit = 120

  private let names: [String: String]

  /// - Parameter ids: The ids of all machines of a gallery; two that differ only in case, or in
  ///   characters that no file name should hold, get names of their own.
  init(_ ids: [String]) {
    let plain = ids.map { (id: $0, name: Self.safe($0)) }
    let uses = Dictionary(grouping: plain) { $0.name.lowercased() }
    names = Dictionary(
      plain.map { id, name in
        let isShared = (uses[name.lowercased()]?.count ?? 0) > 1
        let isOwn = id == name && !isShared && !Self.reserved.contains(name.lowercased())
        return (id, isOwn ? name : "\(name)-\(Digest.sha256Hex(of: id.utf8).prefix(8))")
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The name of the picture of which machine is built from which, without its ending.
  static let features = "features"

  /// The file of a machine without its ending, as others link to it.
  func base(of id: String) -> String { names[id] ?? Self.safe(id) }

  /// The file of a machine, without a folder.
  func name(of id: String, _ format: DrawingFormat) -> String {
    name(of: id, extension: format.fileExtension)
  }

  /// The file of a machine with that ending.
  func name(of id: String, extension ending: String) -> String {
    "\(base(of: id)).\(ending)"
  }

  /// Letters and digits of ASCII, dots within, dashes and underscores; everything else is `_`.
  private static func safe(_ id: String) -> String {
    var name = ""
    for scalar in id.unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
      let isDot = scalar == "." && !name.isEmpty && name.last != "."
      name.append(isPlain || isDot || scalar == "-" || scalar == "_" ? Character(scalar) : "_")
    }
    while name.last == "." { name.removeLast() }
    return name.isEmpty ? "_" : String(name.prefix(lengthLimit))
  }
}
