import OrreryTrace

/// A store's side of the recorder: which machine is which instance.
struct StepLog {
  private struct Instance {
    var id: UInt64
    var machine: String
    /// Whether it is a reducer that gives way to a machine in it.
    var isFeature: Bool
    /// The state in which its last recorded step left it.
    var state: String?
  }

  private let recorder: TraceRecorder
  private var instances: [Route: Instance] = [:]
  /// In the order in which they started.
  private var routes: [Route] = []

  init(recorder: TraceRecorder) { self.recorder = recorder }

  var isEnabled: Bool { recorder.isEnabled }

  var wantsPayloads: Bool { recorder.wantsPayloads }

  func nextRun() -> UInt64 { recorder.nextRun() }

  /// Starts the instance of a machine whose state is there.
  mutating func start<State, Action>(_ present: PresentMachine, in loop: StoreLoop<State, Action>) {
    guard instances[present.route] == nil, let name = present.name(loop.cell.state) else { return }
    start(present.machine, at: present.route, state: name) { [weak loop] in
      loop.flatMap { present.name($0.state) }
    }
  }

  private mutating func start(
    _ machine: RecordedType, at route: Route, state: String,
    current: (@Sendable () -> String?)? = nil
  ) {
    recorder.machine(machine.record)
    let id = recorder.started(
      machine: machine.id, parent: parent(of: route), state: state, current: current)
    instances[route] = Instance(id: id, machine: machine.id, isFeature: machine.isFeature)
    routes.append(route)
  }

  /// The instance of the nearest machine around a route.
  private func parent(of route: Route) -> UInt64? {
    var next = route.parent
    while let route = next {
      if let instance = instances[route] { return instance.id }
      next = route.parent
    }
    return nil
  }

  /// Records a step; `numbers` gives the trace's number for the id of an effect's run.
  mutating func step(_ step: Step, cause: UInt64?, numbers: [UInt64: UInt64]) {
    guard let instance = instance(for: step) else { return }
    // A parent may write the state of its child, which is no step of the child.
    if let state = instance.state, state != step.from { recorder.found(instance.id, in: step.from) }
    instances[step.route]?.state = step.to
    recorder.step(
      machine: instance.machine, instance: instance.id, parent: parent(of: step.route),
      origin: step.origin, event: step.event, cause: cause, from: step.from, to: step.to,
      verdict: step.verdict, effects: step.effects?.numbered { numbers[$0] ?? 0 },
      payload: step.values.flatMap { recorder.payload(event: $0.event, state: $0.state) })
  }

  /// The instance that takes a step, which starts now where nobody knew of it.
  private mutating func instance(for step: Step) -> Instance? {
    let route = step.route
    if let known = instances[route] {
      guard known.isFeature, !step.machine.isFeature else { return known }
      // A reducer that turns out to hold a machine, which it did not declare.
      recorder.ended(known.id)
      instances[route] = nil
      routes.removeAll { $0 == route }
    }
    start(step.machine, at: route, state: step.from)
    return instances[route]
  }

  func effect(_ phase: EffectRecord.Phase, _ run: Run, reason: String? = nil) {
    guard let number = run.number, let instance = instances[run.owner] else { return }
    recorder.effect(
      phase: phase, run: number, name: run.name, machine: instance.machine, instance: instance.id,
      reason: reason)
  }

  /// Ends the instances of a machine and those inside it, children before parents.
  mutating func end(_ route: Route) {
    for ended in routes.reversed() where ended.isWithin(route) {
      if let instance = instances.removeValue(forKey: ended) { recorder.ended(instance.id) }
    }
    routes.removeAll { $0.isWithin(route) }
  }

  /// Ends the instances, children before parents.
  mutating func close() {
    for route in routes.reversed() {
      if let instance = instances.removeValue(forKey: route) { recorder.ended(instance.id) }
    }
    routes = []
  }
}
