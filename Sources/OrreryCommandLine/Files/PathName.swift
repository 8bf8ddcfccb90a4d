/// Paths as text: `/` between the parts, nothing looked up on disk.
enum PathName {
  /// The path from the root, without `.`, `..` and doubled slashes.
  static func absolute(_ path: String, in folder: String) -> String {
    normalized(path.hasPrefix("/") ? path : folder + "/" + path)
  }

  static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !path.hasPrefix("/") {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    if path.hasPrefix("/") { return "/" + joined }
    return joined.isEmpty ? "." : joined
  }

  /// The way from a folder to a path, both absolute; `.` where they are the same.
  static func relative(_ path: String, to folder: String) -> String {
    let target = path.split(separator: "/")
    let base = folder.split(separator: "/")
    let shared = zip(target, base).prefix { $0 == $1 }.count
    let up = repeatElement("..", count: base.count - shared)
    let down = target.dropFirst(shared).map(String.init)
    let parts = up + down
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// Whether a path is a folder or lies in it, both absolute.
  static func isWithin(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  static func joined(_ folder: String, _ name: String) -> String {
    if folder == "." { return name }
    return folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// A name up to its last dot.
  static func withoutEnding(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// The folders from a path's own to the root, nearest first; the path is absolute.
  static func ancestors(_ path: String) -> [String] {
    var folders: [String] = []
    var folder = parent(path)
    while folder != "/", folder != "." {
      folders.append(folder)
      folder = parent(folder)
    }
    return folders + ["/"]
  }
}
