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
  /// What it is a step of; nothing where the call was over in one.
  public var step: Step?

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

extension Run {
  /// What a call did until it waited or was over, or since it waited.
  public struct Step: Hashable, Sendable {
    /// In what state the event was sent.
    public var start: String
    /// What it waited for, as others call it; nothing where the event begins with it.
    public var wait: String?
    /// The helpers that it left, each in a state: to wait for one may be told as one wait.
    public var helpers: [Helper]
    /// Whether what it waited for failed; nothing where that is not known.
    public var failed: Bool?
    /// Whether it waits again.
    public var isResting: Bool
    /// The state in which it began to wait.
    public var left: String
    /// The states that tasks left which it started, as they began.
    public var later: [String]
    /// Whether other calls have run while one waited: then it shows what may be, and not all of it.
    public var isAmongOthers = false

    /// A helper that has ended.
    public struct Helper: Hashable, Sendable {
      public var name: String
      public var state: String
    }

    /// - Parameter names: What it waited for, with a sign of how that ended, and the helpers.
    init(start: String, names: [String], outcome: String, left: String, later: [String]) {
      self.start = start
      self.left = left
      self.later = later
      isResting = outcome == "wait"
      let wait = names.first ?? ""
      let isAttempt = wait.hasPrefix("api.number") || wait.hasPrefix("api.result")
      failed = isAttempt ? wait.hasSuffix("-") : nil
      let name = wait.filter { $0 != "-" && $0 != "+" }
      self.wait = name.isEmpty ? nil : name
      helpers = names.dropFirst().map { word in
        let parts = word.split(separator: ":").map(String.init)
        return Helper(name: parts.first ?? "", state: parts.last ?? "")
      }
    }
  }
}

/// What a program of machines printed.
struct RunLog {
  /// The kinds of run of each machine, by its seed.
  var kinds: [UInt64: [Run]] = [:]
  /// How many runs there were.
  var count = 0
  /// The events of each machine that were not sent in all ways: there were too many.
  var unfinished: [UInt64: Set<String>] = [:]

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
      } else if parts.count == 3 {
        unfinished[seed, default: []].insert(parts[2])
      } else if parts.count == 10 || parts.count == 11 {
        kinds[seed, default: []].append(Self.step(parts))
      } else {
        throw Unreadable(line: line)
      }
    }
  }

  private static func step(_ parts: [String]) -> Run {
    let names = parts[3].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var run = Run(
      from: parts[2], event: names.first ?? "", to: parts[4], throwsError: parts[5] == "throw",
      act: parts[6].isEmpty ? nil : parts[6], example: parts.last ?? "")
    run.step = Run.Step(
      start: parts[1], names: Array(names.dropFirst()), outcome: parts[5], left: parts[7],
      later: parts[8].split(separator: ",").map(String.init))
    run.step?.isAmongOthers = parts.count == 11
    return run
  }

  private struct Unreadable: Error, CustomStringConvertible {
    var line: Substring
    var description: String { "the program of the machines printed '\(line)'" }
  }
}
