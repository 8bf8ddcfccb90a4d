/// Finds the Swift files, or those with other endings, below the paths that were asked for.
struct SourceFinder {
  /// A file and the path by which it is named in what the tool writes.
  struct Found: Hashable {
    var path: String
    var name: String
  }

  /// The folder from which relative paths are named: that of the configuration, else the working
  /// directory.
  var root: String
  var workingDirectory: String
  var exclude: [Glob]
  /// What the names of the files end with.
  var endings = [".swift"]

  /// The files, by name.
  ///
  /// A path that was given absolute keeps that form; a relative one is named from the root, so that
  /// a run in a folder below gives the same names.
  /// - Throws: `Failure` where a path does not exist, has another ending or holds no Swift.
  func files(in paths: [String]) throws(Failure) -> [Found] {
    var found: [String: Found] = [:]
    for path in paths {
      let below = try files(in: path)
      guard !below.isEmpty else {
        guard endings == [".swift"] else { continue }
        throw Failure(
          "no Swift files in '\(path)'",
          advice: "name a folder that holds some; hidden folders and checkouts are passed over")
      }
      for file in below { merge(file, into: &found) }
    }
    return found.values.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// A file that is found twice is named by the relative one of its names.
  private func merge(_ file: Found, into found: inout [String: Found]) {
    if let other = found[file.path], !other.name.hasPrefix("/") { return }
    found[file.path] = file
  }

  private func files(in path: String) throws(Failure) -> [Found] {
    let absolute = PathName.absolute(path, in: workingDirectory)
    let name =
      path.hasPrefix("/") ? absolute : PathName.relative(absolute, to: root)
    switch Disk.kind(absolute) {
    case .file:
      try requireEnding(of: path)
      return [Found(path: absolute, name: name)]
    case .folder:
      var found: [Found] = []
      try walk(Found(path: absolute, name: name), into: &found)
      return found
    case nil:
      throw Failure("no file or folder '\(path)'", advice: "check the path")
    }
  }

  /// What has another ending is no source; what has none, such as a pipe, may be one.
  private func requireEnding(of path: String) throws(Failure) {
    let name = PathName.name(path)
    guard name.dropFirst().contains("."), !endings.contains(where: name.hasSuffix) else { return }
    throw Failure(
      .usage, at: path, "the name does not end with \(endings.joined(separator: " or "))",
      advice: "name files that do, or their folder")
  }

  private func walk(_ folder: Found, into found: inout [Found]) throws(Failure) {
    for name in try Disk.names(in: folder.path, named: folder.name) {
      let entry = Found(
        path: PathName.joined(folder.path, name), name: PathName.joined(folder.name, name))
      guard !Self.isSkipped(name), !isExcluded(entry) else { continue }
      switch Disk.kind(entry.path) {
      case .folder where !Disk.isLink(entry.path): try walk(entry, into: &found)
      case .file where endings.contains(where: name.hasSuffix): found.append(entry)
      default: break
      }
    }
  }

  /// Build products and other people's packages are not what a package declares.
  private static func isSkipped(_ name: String) -> Bool {
    name.hasPrefix(".") || name == "checkouts"
  }

  private func isExcluded(_ entry: Found) -> Bool {
    let name = PathName.relative(entry.path, to: root)
    return exclude.contains { $0.matches(name) }
  }
}
