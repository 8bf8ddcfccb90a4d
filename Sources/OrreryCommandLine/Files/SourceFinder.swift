/// Finds the Swift files, or those with other endings, below the paths that were asked for.
struct SourceFinder {
  /// A file and the path by which it is named in what the tool writes.
  struct Found: Hashable {
    var path: String
    var name: String
    /// The path that was asked for: the file, or a folder above it.
    var origin: String
  }

  /// What was found, and what was passed over.
  struct Findings {
    /// The files, by name.
    var files: [Found] = []
    /// How many folders of tests and previews were passed over.
    var testFolders = 0
    /// The patterns by which something was passed over.
    var used: Set<Glob> = []
  }

  /// The folder from which relative paths are named: that of the configuration, else the working
  /// directory.
  var root: String
  var workingDirectory: String
  var exclude: [Glob]
  /// What the names of the files end with.
  var endings = [".swift"]
  /// Whether folders of tests and previews are walked.
  var readsTests = true
  let ignored = IgnoredFiles()

  /// What git ignores, asked once for each folder until it is forgotten.
  final class IgnoredFiles {
    private var known: [String: Set<String>] = [:]

    func paths(below folder: String) -> Set<String> {
      if let paths = known[folder] { return paths }
      let paths = Git.ignored(below: folder)
      known[folder] = paths
      return paths
    }

    func forget() { known = [:] }
  }

  /// The files, by name.
  ///
  /// A path that was given absolute keeps that form; a relative one is named from the root, so that
  /// a run in a folder below gives the same names.
  /// - Throws: `Failure` where a path does not exist, has another ending or holds no Swift.
  func findings(in paths: [String]) throws(Failure) -> Findings {
    var found: [String: Found] = [:]
    var result = Findings()
    for path in paths {
      let below = try findings(in: path)
      result.testFolders += below.testFolders
      result.used.formUnion(below.used)
      for file in below.files { merge(file, into: &found) }
      guard below.files.isEmpty, endings == [".swift"] else { continue }
      throw Failure(
        "no Swift files in '\(path)'",
        advice: below.testFolders > 0
          ? "there are folders of tests, which --tests reads"
          : "name a folder that holds some; hidden folders, checkouts, and what git ignores are "
            + "passed over")
    }
    result.files = found.values.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    return result
  }

  /// A file that is found twice is named by the relative one of its names.
  private func merge(_ file: Found, into found: inout [String: Found]) {
    if let other = found[file.path], !other.name.hasPrefix("/") { return }
    found[file.path] = file
  }

  private func findings(in path: String) throws(Failure) -> Findings {
    let absolute = PathName.absolute(path, in: workingDirectory)
    let name =
      path.hasPrefix("/") ? absolute : PathName.relative(absolute, to: root)
    let origin = Found(path: absolute, name: name, origin: absolute)
    var findings = Findings()
    switch Disk.kind(absolute) {
    case .file:
      try requireEnding(of: path)
      findings.files = [origin]
    case .folder: try walk(origin, besides: ignored.paths(below: absolute), into: &findings)
    case nil: throw Failure("no file or folder '\(path)'", advice: "check the path")
    }
    return findings
  }

  /// What has another ending is no source; what has none, such as a pipe, may be one.
  private func requireEnding(of path: String) throws(Failure) {
    let name = PathName.name(path)
    guard name.dropFirst().contains("."), !endings.contains(where: name.hasSuffix) else { return }
    throw Failure(
      .usage, at: path, "the name does not end with \(endings.joined(separator: " or "))",
      advice: name.hasSuffix(".jsonl") || name.hasSuffix(".jsonl.gz")
        ? "it is a trace: `orrery trace summary \(path) --format svg` draws what ran"
        : "name files that do, or their folder")
  }

  private func walk(
    _ folder: Found, besides ignored: Set<String>, into findings: inout Findings
  ) throws(Failure) {
    for name in try Disk.names(in: folder.path, named: folder.name) {
      let entry = Found(
        path: PathName.joined(folder.path, name), name: PathName.joined(folder.name, name),
        origin: folder.origin)
      guard !SourceRules.isForeign(name[...]), !ignored.contains(entry.path),
        !isExcluded(entry, noting: &findings)
      else { continue }
      switch Disk.kind(entry.path) {
      case .folder where Disk.isLink(entry.path): break
      case .file where leadsBelowItsOrigin(entry): break
      case .folder where !readsTests && SourceRules.holdsTests(name[...]):
        findings.testFolders += 1
      case .folder: try walk(entry, besides: ignored, into: &findings)
      case .file where endings.contains(where: name.hasSuffix): findings.files.append(entry)
      default: break
      }
    }
  }

  /// Whether a file is a link to one that is found by itself.
  private func leadsBelowItsOrigin(_ file: Found) -> Bool {
    guard Disk.isLink(file.path) else { return false }
    let target = Disk.resolved(file.path)
    return target != file.path && PathName.isWithin(target, Disk.resolved(file.origin))
  }

  private func isExcluded(_ entry: Found, noting findings: inout Findings) -> Bool {
    guard !exclude.isEmpty else { return false }
    let name = PathName.relative(entry.path, to: root)
    let matching = exclude.filter { $0.matches(name) }
    findings.used.formUnion(matching)
    return !matching.isEmpty
  }
}
