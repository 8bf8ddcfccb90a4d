import OrreryTrace
import OrreryTraceAnalysis

/// Who said what to whom in a run, without the syntax of any target.
public struct SequenceDiagram: Hashable, Sendable {
  struct Participant: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// Whoever sends what no recorded machine sends.
      case outside
      case machine
      case effect
    }

    var kind: Kind
    var name: String
  }

  enum Line: Hashable, Sendable {
    enum Arrow: Hashable, Sendable {
      case call, answer
      /// What never arrives: a run that was cancelled or failed.
      case lost
    }

    case message(from: Int, to: Int, Arrow, String)
    /// The state that a machine is in from here on, or what it refused.
    case note(over: Int, String)
  }

  private struct Key: Hashable {
    var run: Int
    var number: UInt64
  }

  /// The most steps that are shown; a diagram that is longer cannot be read.
  private let limit: Int
  private(set) var participants: [Participant] = []
  private(set) var lines: [Line] = []
  private(set) var omitted = 0
  private var steps = 0
  private var outside: Int?
  private var machines: [Key: Int] = [:]
  private var effects: [Key: Int] = [:]
  /// The participant of each effect of each instance.
  private var lanes: [Key: [String: Int]] = [:]
  /// The instance that took a step last, of those that a parent has.
  private var lastChild: [Key: Int] = [:]

  /// - Parameter limit: The most steps that are shown.
  public init(limit: Int) {
    self.limit = limit
  }

  /// Adds what a record tells.
  public mutating func add(_ record: TimedRecord) {
    switch record.record {
    case .instance(let instance): add(instance, record.run)
    case .step(let step):
      steps += 1
      if steps > limit { omitted += 1 } else { add(step, record.run) }
    case .effect(let effect) where steps <= limit: add(effect, record.run)
    case .header, .machine, .effect, .gap: break
    }
  }
}

// MARK: - Records

extension SequenceDiagram {
  private mutating func add(_ instance: InstanceRecord, _ run: Int) {
    guard steps < limit else { return }
    let key = Key(run: run, number: instance.instance)
    guard instance.phase != .ended else {
      if let own = machines[key] { lines.append(.note(over: own, "ended")) }
      return
    }
    let own = machine(key, instance.machine)
    if let parent = instance.parent.flatMap({ machines[Key(run: run, number: $0)] }) {
      lines.append(.message(from: parent, to: own, .call, "starts"))
    }
    lines.append(.note(over: own, instance.state))
  }

  private mutating func add(_ step: StepRecord, _ run: Int) {
    let key = Key(run: run, number: step.instance)
    let own = machine(key, step.machine)
    lines.append(message(of: step, key, to: own))
    if step.verdict == .rejected {
      lines.append(.note(over: own, "rejected in \(step.from)"))
    } else if step.from != step.to {
      lines.append(.note(over: own, step.to))
    }
    for (name, number) in step.effects?.runs ?? [] {
      let lane = lane(key, name)
      effects[Key(run: run, number: number)] = lane
      lines.append(.message(from: own, to: lane, .call, "start #\(number)"))
    }
    if let parent = step.parent { lastChild[Key(run: run, number: parent)] = own }
  }

  private mutating func message(of step: StepRecord, _ key: Key, to own: Int) -> Line {
    if let cause = step.cause, let lane = effects[Key(run: key.run, number: cause)] {
      return .message(from: lane, to: own, .answer, step.event)
    }
    if step.origin == EventOrigin.child.rawValue, let child = lastChild[key] {
      return .message(from: child, to: own, .answer, step.event)
    }
    if step.origin == EventOrigin.internal.rawValue {
      return .message(from: own, to: own, .call, step.event)
    }
    return .message(from: outsider(), to: own, .call, step.event)
  }

  private mutating func add(_ effect: EffectRecord, _ run: Int) {
    guard effect.phase == .cancelled || effect.phase == .failed,
      let lane = effects[Key(run: run, number: effect.run)],
      let own = machines[Key(run: run, number: effect.instance)]
    else { return }
    let reason = effect.reason.map { ": \($0)" } ?? ""
    lines.append(
      .message(from: lane, to: own, .lost, "\(effect.phase.rawValue) #\(effect.run)\(reason)"))
  }

  // MARK: Participants

  private mutating func machine(_ key: Key, _ name: String) -> Int {
    if let known = machines[key] { return known }
    let added = add(Participant(kind: .machine, name: "\(name)[\(key.number)]"))
    machines[key] = added
    return added
  }

  private mutating func lane(_ key: Key, _ name: String) -> Int {
    if let known = lanes[key]?[name] { return known }
    let added = add(Participant(kind: .effect, name: name))
    lanes[key, default: [:]][name] = added
    return added
  }

  private mutating func outsider() -> Int {
    if let outside { return outside }
    let added = add(Participant(kind: .outside, name: "outside"))
    outside = added
    return added
  }

  private mutating func add(_ participant: Participant) -> Int {
    participants.append(participant)
    return participants.count - 1
  }

  /// The positions in the order in which they are drawn: whoever is outside first.
  var order: [Int] {
    let others = participants.indices.filter { $0 != outside }
    return (outside.map { [$0] } ?? []) + others
  }

  /// What the diagram leaves out, as a sentence.
  var remark: String? {
    omitted == 0 ? nil : "\(omitted) more step\(omitted == 1 ? "" : "s") not shown"
  }
}
