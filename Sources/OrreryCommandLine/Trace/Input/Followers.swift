import OrreryTrace
import OrreryTraceAnalysis

/// Reads what is added to any number of logs, and to those that join them: the next part of a log
/// that is cut into parts, another file of a folder.
struct Followers {
  private struct Followed {
    let follower: Follower
    var clock = RunClock.Log()
    /// Whether a path still leads to the file.
    var isNamed = true
  }

  private let paths: [String]
  private let context: Context
  private var clock = RunClock()
  /// In the order in which they were found.
  private var followed: [FileIdentity: Followed] = [:]
  private var order: [FileIdentity] = []

  /// Finds the logs that there are.
  ///
  /// - Throws: `Failure` where there is none, one cannot be opened, or one cannot grow.
  init(_ paths: [String], in context: Context) throws(Failure) {
    self.paths = paths
    self.context = context
    for input in try TraceInput.all(paths, in: context.project).partsInOrder() {
      guard case .file(let path) = input.source else {
        throw Failure(
          .usage, "cannot follow \(input.name): it does not grow",
          advice: "leave --follow out; the standard input is shown as it comes")
      }
      try follow(path, named: input.name)
    }
  }

  /// Puts a record that came another way on the axis of time of these logs.
  mutating func place(_ record: Record, in log: inout RunClock.Log) -> TimedRecord {
    clock.place(record, in: &log)
  }

  /// Calls `body` with what is new, by time, as far as it was read by now.
  ///
  /// - Returns: Whether there may be more already.
  /// - Throws: `Failure` where a log cannot be read; and what `body` throws.
  mutating func poll(_ body: (TimedRecord) throws(Failure) -> Void) throws(Failure) -> Bool {
    findMore()
    var records: [TimedRecord] = []
    var isMore = false
    for identity in order {
      guard var one = followed.removeValue(forKey: identity) else { continue }
      let warnings = try one.follower.poll { record in
        records.append(clock.place(record, in: &one.clock))
      }
      for warning in warnings { context.console.warn("\(warning)") }
      isMore = isMore || !one.follower.isAtEnd
      if one.isNamed || !one.follower.isAtEnd { followed[identity] = one }
    }
    order.removeAll { followed[$0] == nil }
    // Sorting is stable: what has the same time stays in the order of its log.
    for record in records.sorted(by: { $0.time < $1.time }) { try body(record) }
    return isMore
  }

  /// Looks where the paths lead by now; a log that is gone for a moment is no error.
  private mutating func findMore() {
    for identity in order { followed[identity]?.isNamed = false }
    let inputs = paths.flatMap { (try? TraceInput.all([$0], in: context.project)) ?? [] }
    for input in inputs {
      guard case .file(let path) = input.source else { continue }
      try? follow(path, named: input.name)
    }
  }

  private mutating func follow(_ path: String, named name: String) throws(Failure) {
    if let identity = FileIdentity(ofFileAt: path), followed[identity] != nil {
      followed[identity]?.isNamed = true
      return
    }
    let follower = try Follower(path: path, named: name)
    guard let identity = follower.identity, followed[identity] == nil else { return }
    followed[identity] = Followed(follower: follower)
    order.append(identity)
  }
}
