import OrreryTrace

/// Which steps are wanted; an empty list wants all.
public struct StepFilter: Hashable, Sendable {
  /// Ids of machines, or their last parts.
  public var machines: [String] = []
  public var instances: [UInt64] = []
  /// Names of events, or `origin.name`.
  public var events: [String] = []
  /// States that a step leaves or enters.
  public var states: [String] = []
  public var verdicts: [StepRecord.Verdict] = []
  /// Effects that a step starts, cancels, or is caused by.
  public var effects: [String] = []
  /// Nanoseconds on the common axis of time.
  public var time: ClosedRange<Int64> = .min ... .max

  public init() {}

  /// Whether a step is wanted.
  ///
  /// - Parameter cause: The name of the effect that caused it.
  public func wants(_ step: StepRecord, at time: Int64, causedBy cause: String?) -> Bool {
    self.time.contains(time)
      && Self.holds(machines) { Naming.matches(id: step.machine, name: $0) }
      && Self.holds(instances) { $0 == step.instance }
      && Self.holds(events) { $0 == step.event || $0 == "\(step.origin).\(step.event)" }
      && Self.holds(states) { $0 == step.from || $0 == step.to }
      && Self.holds(verdicts) { $0 == step.verdict }
      && Self.holds(effects) { name in
        cause == name || (step.effects?.isAbout(name) ?? false)
      }
  }

  private static func holds<Value>(_ wanted: [Value], _ isThat: (Value) -> Bool) -> Bool {
    wanted.isEmpty || wanted.contains(where: isThat)
  }
}

extension RecordedEffect {
  fileprivate func isAbout(_ wanted: String) -> Bool {
    switch self {
    case .run(let name, _), .cancel(let name): name == wanted
    case .merge(let effects), .concat(let effects): effects.contains { $0.isAbout(wanted) }
    }
  }
}
