/// What a recorder knows: its sinks, the machines named so far and the instances alive.
struct RecorderState {
  /// An instance that has started and not ended.
  struct Live {
    var machine: String
    var parent: UInt64?
    var state: String
    var current: (@Sendable () -> String?)?

    func record(phase: InstanceRecord.Phase, instance: UInt64, at time: UInt64) -> InstanceRecord {
      InstanceRecord(
        phase: phase, machine: machine, instance: instance, parent: parent, state: state, at: time)
    }
  }

  struct Attached {
    var id: UInt64
    var sink: any TraceSink
  }

  private(set) var sinks: [Attached] = []
  /// Those of the sinks that begin a new log now and then.
  private var restarting: [any RestartingSink] = []
  private var attachments: UInt64 = 0
  /// In the order in which they became known.
  private(set) var machines: [MachineRecord] = []
  private var known: Set<String> = []
  private var live: [UInt64: Live] = [:]
  /// States that `live` is still to be told.
  private var recent = RecentStates()
  private var steps: UInt64 = 0
  private var instances: UInt64 = 0

  /// One of the two places from which records leave.
  func emit(_ record: Record) {
    for attached in sinks { attached.sink.write(record) }
  }

  /// The other one, for the record that there is most of.
  mutating func emit(_ step: StepRecord) {
    if let left = recent.note(step.instance, step.to) { live[left.instance]?.state = left.state }
    for attached in sinks { attached.sink.write(step: step) }
  }

  mutating func nextStep() -> UInt64 {
    steps += 1
    return steps
  }

  /// Whether the machine was not known before.
  mutating func know(_ machine: MachineRecord) -> Bool {
    guard known.insert(machine.machine).inserted else { return false }
    machines.append(machine)
    return true
  }

  mutating func start(
    machine: String, parent: UInt64?, state: String, current: (@Sendable () -> String?)?,
    recorded: Bool
  ) -> UInt64 {
    instances += 1
    // Steps that are not recorded are not seen here either, so an unrecorded state is soon stale.
    let known = recorded ? state : Record.unknownState
    live[instances] = Live(machine: machine, parent: parent, state: known, current: current)
    return instances
  }

  mutating func end(_ instance: UInt64) -> Live? {
    let state = recent.take(instance)
    var gone = live.removeValue(forKey: instance)
    if let state { gone?.state = state }
    return gone
  }

  /// Notes the state of an instance that no step of its own has brought it to.
  mutating func renew(_ instance: UInt64, state: String) -> Live? {
    _ = recent.take(instance)
    live[instance]?.state = state
    return live[instance]
  }

  /// The state of an instance; nothing where steps may have been missed.
  func state(of instance: UInt64) -> String? {
    let state = recent.state(of: instance) ?? live[instance]?.state
    return state == Record.unknownState ? nil : state
  }

  fileprivate mutating func settle() {
    for (instance, state) in recent.takeAll() { live[instance]?.state = state }
  }
}

// MARK: - Sinks

extension RecorderState {
  mutating func add(_ sink: any TraceSink) -> UInt64 {
    attachments += 1
    sinks.append(Attached(id: attachments, sink: sink))
    findRestarting()
    return attachments
  }

  /// Takes out the sinks that a condition holds for; without any left, states are soon stale.
  mutating func takeSinks(where isMeant: (UInt64) -> Bool) -> [any TraceSink] {
    let taken = sinks.filter { isMeant($0.id) }
    sinks.removeAll { isMeant($0.id) }
    findRestarting()
    if sinks.isEmpty {
      settle()
      for instance in live.keys { live[instance]?.state = Record.unknownState }
    }
    return taken.map(\.sink)
  }

  private mutating func findRestarting() {
    restarting = sinks.compactMap { $0.sink as? any RestartingSink }
  }

  /// The sinks whose log is full.
  var due: [any RestartingSink] {
    restarting.isEmpty ? [] : restarting.filter(\.isDue)
  }
}

// MARK: - Snapshots

extension RecorderState {
  func stateQueries() -> [(instance: UInt64, current: @Sendable () -> String?)] {
    live.compactMap { instance, live in live.current.map { (instance, $0) } }
  }

  mutating func refresh(_ states: [(instance: UInt64, state: String?)]) {
    settle()
    for (instance, state) in states {
      if let state { live[instance]?.state = state }
    }
  }

  mutating func snapshots(at time: UInt64) -> [InstanceRecord] {
    settle()
    return live.sorted { $0.key < $1.key }
      .map { $0.value.record(phase: .snapshot, instance: $0.key, at: time) }
  }
}
