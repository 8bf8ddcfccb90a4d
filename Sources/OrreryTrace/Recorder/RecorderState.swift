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

  var sinks: [any TraceSink] = []
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
    for sink in sinks { sink.write(record) }
  }

  /// The other one, for the record that there is most of.
  mutating func emit(_ step: StepRecord) {
    if let left = recent.note(step.instance, step.to) { live[left.instance]?.state = left.state }
    for sink in sinks { sink.write(step: step) }
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

  private mutating func settle() {
    for (instance, state) in recent.takeAll() { live[instance]?.state = state }
  }

  mutating func takeSinks() -> [any TraceSink] {
    defer { sinks = [] }
    settle()
    for instance in live.keys { live[instance]?.state = Record.unknownState }
    return sinks
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

  func snapshots(at time: UInt64) -> [InstanceRecord] {
    live.sorted { $0.key < $1.key }
      .map { $0.value.record(phase: .snapshot, instance: $0.key, at: time) }
  }
}
