import OrreryTrace

/// Follows each instance from step to step, and finds those that do not begin where the last one ended.
///
/// An instance is known from its start on. After lost records it is known anew from its next step, and
/// so it is after a snapshot: that tells of a moment a little before the recording began. Memory grows
/// with the instances that are alive.
struct Continuity: Sendable {
  /// What is amiss between two steps of an instance.
  struct Gap {
    /// The state in which the instance was left, as a number of ``state(_:)``.
    var state: Int
    /// The step that left it there; zero for its start.
    var previous: UInt64
    /// The last steps that are missing in the log itself, where that was after the instance's last.
    var missing: ClosedRange<UInt64>?
  }

  private struct Place {
    var state: Int
    var seq: UInt64
  }

  /// The number of a state of which nothing is known.
  private static let unknown = 0

  private var places = NumberTable<Place>()
  private var numbers = [Record.unknownState: unknown]
  private var names = [Record.unknownState]
  private var lastSeq: UInt64 = 0
  private var lastMissing: ClosedRange<UInt64>?

  /// The number of a state's name.
  mutating func state(_ name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    return names.count - 1
  }

  func name(of state: Int) -> String { names[state] }

  /// Notes where an instance starts.
  mutating func start(_ instance: UInt64, in state: Int) {
    places.update(instance) { _ in Place(state: state, seq: 0) }
  }

  mutating func remove(_ instance: UInt64) { _ = places.remove(instance) }

  /// Forgets all instances, as another log begins or records were lost.
  mutating func forget() {
    places = NumberTable()
    (lastSeq, lastMissing) = (0, nil)
  }

  /// Notes a step.
  ///
  /// - Returns: What is amiss, where the instance was left in another state than the step begins in.
  mutating func step(_ instance: UInt64, from: Int, to: Int, seq: UInt64) -> Gap? {
    if lastSeq > 0, seq > lastSeq + 1 { lastMissing = lastSeq + 1...seq - 1 }
    lastSeq = seq
    var last: Place?
    places.update(instance) { place in
      last = place
      return Place(state: to, seq: seq)
    }
    guard let last, last.state != from, last.state != Self.unknown, from != Self.unknown else {
      return nil
    }
    let isMissing = lastMissing.map { last.seq > 0 && $0.upperBound > last.seq } ?? false
    return Gap(
      state: last.state, previous: last.seq, missing: isMissing ? lastMissing : nil)
  }
}
