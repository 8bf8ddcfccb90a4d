import OrderedCollections
import OrreryTrace

/// What a log tells about one machine.
public struct MachineSummary: Sendable {
  /// How often a state was entered, and for how long it was held.
  public struct StateFigures: Hashable, Sendable {
    /// Entries from another state, and starts in this one.
    public var visits = 0
    /// Each time from entering the state to leaving it, or to the end of the log.
    public var stays = Durations()

    /// Nanoseconds in all.
    public var nanoseconds: UInt64 { stays.total }
  }

  /// What became of the runs of one effect.
  public struct EffectFigures: Hashable, Sendable {
    public var started = 0
    public var yielded = 0
    public var finished = 0
    public var cancelled = 0
    public var failed = 0
    /// Of the runs whose start and end were both seen.
    public var durations = Durations()

    /// Nanoseconds in all.
    public var nanoseconds: UInt64 { durations.total }
    /// Nanoseconds.
    public var longest: UInt64 { durations.longest }

    /// Runs that had not ended when the log did.
    public var running: Int { max(0, started - finished - cancelled - failed) }
  }

  /// The id under which it was recorded.
  public let id: String
  /// Its record, where the log holds one.
  public internal(set) var record: MachineRecord?
  public internal(set) var instancesStarted = 0
  public internal(set) var instancesEnded = 0
  public internal(set) var steps = 0
  /// The states in which instances started.
  public internal(set) var initialStates: OrderedDictionary<String, Int> = [:]
  /// In the order in which they were first seen.
  public internal(set) var states: OrderedDictionary<String, StateFigures> = [:]
  public internal(set) var effects: OrderedDictionary<String, EffectFigures> = [:]
  var seen: OrderedDictionary<ObservedStep.Key, ObservedStep> = [:]

  init(id: String) {
    self.id = id
  }

  /// The steps, those that look the same as one, in the order in which they were first seen.
  public var observed: some Collection<ObservedStep> { seen.values }

  /// The number of steps of each verdict.
  public func count(of verdict: StepRecord.Verdict) -> Int {
    seen.values.reduce(0) { $0 + ($1.key.verdict == verdict ? $1.count : 0) }
  }

  /// States that were only named count for nothing.
  mutating func take(_ state: StepFigures.State) {
    guard state.figures != StateFigures() else { return }
    states[state.name] = state.figures
  }

  mutating func take(_ kind: StepFigures.Kind) {
    steps += kind.step.count
    seen[kind.step.key] = kind.step
  }
}
