/// The classes and machines whose losses are accepted, each with a reason.
///
/// A line is `SUBJECT: REASON`, where the subject is a class or the id of a machine. Empty lines and
/// those that start with `#` say nothing.
public struct Acceptance: Sendable {
  /// One accepted class or machine.
  public struct Entry: Hashable, Sendable {
    public var subject: String
    public var reason: String
  }

  public var entries: [Entry]

  public init() { entries = [] }

  public init(_ text: String) throws(Failure) {
    entries = []
    for line in text.split(separator: "\n").map(String.init) {
      let line = line.trimmed
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let end = line.firstRange(of: ": ") else {
        throw Failure("'\(line)' accepts something without a reason; write SUBJECT: REASON")
      }
      entries.append(
        Entry(subject: String(line[..<end.lowerBound]), reason: String(line[end.upperBound...])))
    }
  }

  /// The entry that accepts rows of a class in a machine.
  public func entry(for kind: RowClass, in machine: String) -> Entry? {
    entries.first { $0.subject == machine || $0.subject == kind.rawValue }
  }
}

extension String {
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    let rest = start.reversed().drop(while: \.isWhitespace)
    return String(rest.reversed())
  }
}
