/// What calls of an event did in a state, all that went alike.
public struct Run: Hashable, Sendable {
  public var from: String
  public var event: String
  public var to: String
  /// Whether the call ended with an error.
  public var throwsError: Bool
  /// What the call answered.
  public var act: String?
  /// State and arguments of the first that went so.
  public var example: String

  public init(
    from: String, event: String, to: String, throwsError: Bool = false, act: String? = nil,
    example: String
  ) {
    self.from = from
    self.event = event
    self.to = to
    self.throwsError = throwsError
    self.act = act
    self.example = example
  }
}

/// What a program of machines printed.
struct RunLog {
  /// The kinds of run of each machine, by its seed.
  var kinds: [UInt64: [Run]] = [:]
  /// How many runs there were.
  var count = 0

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard let seed = parts.first.flatMap(UInt64.init) else { throw Unreadable(line: line) }
      if parts.count == 2, let count = Int(parts[1]) {
        self.count += count
      } else if parts.count == 7 {
        let run = Run(
          from: parts[1], event: parts[2], to: parts[3], throwsError: parts[4] == "throw",
          act: parts[5].isEmpty ? nil : parts[5], example: parts[6])
        kinds[seed, default: []].append(run)
      } else {
        throw Unreadable(line: line)
      }
    }
  }

  private struct Unreadable: Error, CustomStringConvertible {
    var line: Substring
    var description: String { "the program of the machines printed '\(line)'" }
  }
}
