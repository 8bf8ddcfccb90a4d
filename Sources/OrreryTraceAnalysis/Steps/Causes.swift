import OrreryTrace

/// Which effect and which step are behind an event.
public struct Cause: Hashable, Sendable {
  public var run: UInt64
  /// The name of the effect, where its start was seen.
  public var effect: String?
  /// The step that started it, where it was seen.
  public var step: UInt64?
  /// Whether the effect had failed by then: the event tells of it.
  public var hasFailed = false
}

/// Follows effects from the step that starts them to the steps that they cause.
///
/// Its memory grows with the number of effects that have not ended. Of those that have, only the last
/// ones are known: what a machine does about the end of one comes soon.
public struct Causes: Sendable {
  private static let endedLimit = 1000

  private struct Key: Hashable {
    var recording: Int
    var run: UInt64
  }

  private struct Start {
    var name: String
    var step: UInt64?
    var hasFailed = false
  }

  private var starts: [Key: Start] = [:]
  /// The last runs that ended, in a ring.
  private var ended: [Key] = []
  private var oldest = 0

  public init() {}

  /// Takes note of a record, and tells the cause of a step that has one.
  public mutating func follow(_ timed: TimedRecord) -> Cause? {
    switch timed.record {
    case .step(let step):
      let cause = step.cause.map { run in
        let start = starts[Key(recording: timed.run, run: run)]
        return Cause(
          run: run, effect: start?.name, step: start?.step, hasFailed: start?.hasFailed ?? false)
      }
      for (name, run) in step.effects?.runs ?? [] {
        starts[Key(recording: timed.run, run: run)] = Start(name: name, step: step.seq)
      }
      return cause
    case .effect(let effect):
      let key = Key(recording: timed.run, run: effect.run)
      switch effect.phase {
      case .started: starts[key] = Start(name: effect.name, step: starts[key]?.step)
      case .yielded: break
      case .finished, .cancelled: end(key)
      case .failed:
        starts[key, default: Start(name: effect.name)].hasFailed = true
        end(key)
      }
    case .header, .machine, .instance, .gap: break
    }
    return nil
  }

  private mutating func end(_ key: Key) {
    guard starts[key] != nil else { return }
    if ended.count < Self.endedLimit {
      ended.append(key)
    } else {
      starts[ended[oldest]] = nil
      ended[oldest] = key
      oldest = (oldest + 1) % Self.endedLimit
    }
  }
}

/// Keeps what is needed to tell what led to a step.
///
/// Its memory grows with the number of steps that have a cause or start an effect.
public struct CauseTrail: Sendable {
  private var links: [UInt64: TimedRecord] = [:]
  private var starters: [UInt64: UInt64] = [:]

  public init() {}

  /// Takes note of a step of one recording.
  public mutating func add(_ timed: TimedRecord) {
    guard case .step(let step) = timed.record else { return }
    let runs = step.effects?.runs ?? []
    guard step.cause != nil || !runs.isEmpty else { return }
    links[step.seq] = timed
    for (_, run) in runs { starters[run] = step.seq }
  }

  /// The steps that led to one, from the first event that came from outside to the step itself.
  public func leading(to last: TimedRecord) -> [TimedRecord] {
    var trail = [last]
    var seen: Set<UInt64> = []
    while let record = trail.last, case .step(let step) = record.record,
      seen.insert(step.seq).inserted, let cause = step.cause, let starter = starters[cause],
      !seen.contains(starter), let link = links[starter]
    {
      trail.append(link)
    }
    return trail.reversed()
  }
}
