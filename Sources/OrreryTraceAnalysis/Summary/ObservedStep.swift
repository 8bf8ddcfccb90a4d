import OrreryTrace

/// All steps of a machine that look the same.
public struct ObservedStep: Hashable, Sendable {
  /// What makes two steps look the same.
  public struct Key: Hashable, Sendable {
    public var from: String
    public var origin: EventOrigin
    public var event: String
    public var to: String
    public var verdict: StepRecord.Verdict

    public init(
      from: String, origin: EventOrigin, event: String, to: String, verdict: StepRecord.Verdict
    ) {
      self.from = from
      self.origin = origin
      self.event = event
      self.to = to
      self.verdict = verdict
    }
  }

  public var key: Key
  public var count: Int
  /// The sequence number and the instance of the first of them.
  public var firstSequence: UInt64
  public var firstInstance: UInt64
  /// The effects that the first of them started.
  public var effects: RecordedEffect?
  /// How long each instance had been in the state when it took the step, where its log tells.
  public var held = Durations()

  public init(
    key: Key, count: Int, firstSequence: UInt64, firstInstance: UInt64,
    effects: RecordedEffect? = nil
  ) {
    self.key = key
    self.count = count
    self.firstSequence = firstSequence
    self.firstInstance = firstInstance
    self.effects = effects
  }
}

extension ObservedStep {
  /// The kind of a step, which has counted none yet.
  init(first step: StepRecord) {
    self.init(
      key: Key(step), count: 0, firstSequence: step.seq, firstInstance: step.instance,
      effects: step.effects)
  }
}

extension ObservedStep.Key {
  /// Whether only the states were seen, and not the event.
  public var isUnnamed: Bool { event == Record.unknownEvent }

  init(_ step: StepRecord) {
    self.init(
      from: step.from, origin: EventOrigin(rawValue: step.origin) ?? .input, event: step.event,
      to: step.to, verdict: step.verdict)
  }
}

extension ObservedStep.Key: CustomStringConvertible {
  /// `from + origin.event → to (verdict)`.
  public var description: String { "\(from) + \(eventName) → \(to) (\(verdict))" }

  /// An event that nobody knows has no origin either.
  private var eventName: String { isUnnamed ? event : "\(origin).\(event)" }
}
