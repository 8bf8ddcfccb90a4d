import Foundation

/// One log that the command line names, directly or by a pattern.
struct TraceInput: Hashable {
  enum Source: Hashable {
    case file(String)
    /// A file that `gzip` packed.
    case packed(String)
    case standardInput
  }

  var source: Source
  /// The path by which messages name it.
  var name: String

  /// The logs that the paths mean: files, all logs of a folder, those that a pattern matches, and
  /// the standard input for `-`.
  ///
  /// The parts of a rotated log come in the order of their numbers.
  /// - Throws: `Failure` where a folder or a pattern means no log.
  static func all(_ paths: [String], in project: Project) throws(Failure) -> [TraceInput] {
    var inputs: [TraceInput] = []
    for path in paths {
      let absolute = project.absolute(path)
      if path == "-" {
        inputs.append(TraceInput(source: .standardInput, name: "standard input"))
      } else if Disk.kind(absolute) == .folder {
        let names = try Disk.names(in: absolute, named: path).filter(isLog)
        inputs += try some(names.map { PathName.joined(path, $0) }, of: path, in: project)
      } else if Disk.kind(absolute) == nil, path.contains(where: { "*?".contains($0) }) {
        inputs += try some(matches(of: path, in: project), of: path, in: project)
      } else {
        inputs.append(input(path, in: project))
      }
    }
    return inputs
  }

  private static func input(_ path: String, in project: Project) -> TraceInput {
    let absolute = project.absolute(path)
    return TraceInput(
      source: path.hasSuffix(".gz") ? .packed(absolute) : .file(absolute), name: path)
  }

  private static func some(
    _ paths: [String], of path: String, in project: Project
  ) throws(Failure) -> [TraceInput] {
    guard !paths.isEmpty else {
      throw Failure(
        "cannot find traces in '\(path)'",
        advice: "their names end in .jsonl, .jsonl.gz or .jsonl.1")
    }
    return paths.sorted(by: comesBefore).map { input($0, in: project) }
  }

  /// `run.jsonl`, `run.jsonl.gz`, and the parts `run.jsonl.1` and `run.1.jsonl` of a rotated log.
  private static func isLog(_ name: String) -> Bool {
    var parts = name.split(separator: ".")
    guard !name.hasPrefix(".") else { return false }
    if parts.last == "gz" { parts.removeLast() }
    if let last = parts.last, last.allSatisfy(\.isNumber) { parts.removeLast() }
    return parts.count > 1 && parts.last == "jsonl"
  }

  /// The files below the last folder that a pattern names in full.
  private static func matches(of pattern: String, in project: Project) throws(Failure) -> [String] {
    let absolute = project.absolute(pattern)
    let fixed = absolute.split(separator: "/").prefix { !$0.contains("*") && !$0.contains("?") }
    let folder = "/" + fixed.joined(separator: "/")
    let glob = Glob(absolute)
    guard Disk.kind(folder) == .folder,
      let below = FileManager.default.enumerator(atPath: folder)
    else { return [] }
    var found: [String] = []
    for case let name as String in below {
      let path = PathName.joined(folder, name)
      guard glob.matches(path), Disk.kind(path) == .file else { continue }
      found.append(
        pattern.hasPrefix("/")
          ? path : PathName.relative(path, to: project.workingDirectory))
    }
    return found
  }

  /// Orders by bytes, but numbers by their value: part 2 comes before part 10.
  private static func comesBefore(_ lhs: String, _ rhs: String) -> Bool {
    let (left, right) = (pieces(lhs), pieces(rhs))
    for (one, other) in zip(left, right) where one != other {
      if let one = UInt64(one), let other = UInt64(other), one != other { return one < other }
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    }
    return left.count < right.count
  }

  private static func pieces(_ text: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text[...]
    while let first = rest.first {
      let isNumber = first.isASCII && first.isNumber
      let piece = rest.prefix { ($0.isASCII && $0.isNumber) == isNumber }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }
}
