import OrreryTrace

/// An actor model's side of the recorder.
struct ModelTrace: Sendable {
  let recorder: TraceRecorder
  private var machine = ""
  private var instance: UInt64?

  init(recorder: TraceRecorder) { self.recorder = recorder }

  var isStarted: Bool { instance != nil }

  mutating func start(
    _ machine: String, state: String, current: @escaping @Sendable () -> String?
  ) {
    guard instance == nil else { return }
    self.machine = machine
    recorder.machine(MachineRecord(machine: machine, style: "actor"))
    instance = recorder.started(machine: machine, state: state, current: current)
  }

  mutating func end() {
    if let instance { recorder.ended(instance) }
    instance = nil
  }

  /// Records a state that was sent.
  ///
  /// - Returns: The effect, where the step starts one.
  func step(
    event: String, from: String, to: String, starting effect: String?, after cause: ModelEffect?,
    state: some Sendable
  ) -> ModelEffect? {
    guard let instance else { return nil }
    let started = effect.map {
      ModelEffect(
        name: $0, run: recorder.nextRun(), machine: machine, instance: instance,
        recorder: recorder)
    }
    cause?.yield()
    recorder.step(
      machine: machine, instance: instance, origin: cause == nil ? .input : .internal,
      event: event, cause: cause?.run, from: from, to: to,
      verdict: from == to ? .stayed : .moved, effects: started?.recorded,
      payload: recorder.payload(event: nil, state: state))
    started?.note(.started)
    return started
  }

  /// What those who follow the model are told of a step that was recorded.
  func published(_ event: String, after cause: ModelEffect?) -> PublishedStep? {
    guard isStarted else { return nil }
    return PublishedStep(machine: machine, event: event, cause: cause?.run)
  }

  /// Records an event on which nothing was sent.
  func ignored(event: String, in state: String) {
    guard let instance else { return }
    recorder.step(
      machine: machine, instance: instance, origin: .input, event: event, from: state, to: state,
      verdict: .none)
  }
}

/// Something that an actor model awaits: what it sends afterwards is linked to it in a trace.
///
/// ```swift
/// private func loadInternal() async {
///   let fetch = subject.send(.loading, starting: "api.fetch")
///   do {
///     subject.send(.loaded(try await api.fetch()), after: fetch)
///   } catch {
///     fetch.fail("\(error)")
///     subject.send(.failed, after: fetch)
///   }
/// }
/// ```
public final class ModelEffect: Sendable {
  /// One that nobody records.
  static let unrecorded = ModelEffect(
    name: "", run: nil, machine: "", instance: 0, recorder: TraceRecorder())

  private let name: String
  let run: UInt64?
  private let machine: String
  private let instance: UInt64
  private let recorder: TraceRecorder
  private let isOver = AtomicValue(false)

  init(name: String, run: UInt64?, machine: String, instance: UInt64, recorder: TraceRecorder) {
    self.name = name
    self.run = run
    self.machine = machine
    self.instance = instance
    self.recorder = recorder
  }

  deinit { end(.finished) }

  /// Records that what was awaited has failed.
  ///
  /// - Parameter reason: Why; it is written as it is.
  public func fail(_ reason: String) { end(.failed, reason) }

  /// Notes that the model goes on after it; a failed one has ended already.
  func yield() {
    if !isOver.load(ordering: .relaxed) { note(.yielded) }
  }

  private func end(_ phase: EffectRecord.Phase, _ reason: String? = nil) {
    if !isOver.exchange(true, ordering: .relaxed) { note(phase, reason) }
  }

  var recorded: RecordedEffect? { run.map { .run(name: name, run: $0) } }

  func note(_ phase: EffectRecord.Phase, _ reason: String? = nil) {
    guard let run else { return }
    recorder.effect(
      phase: phase, run: run, name: name, machine: machine, instance: instance, reason: reason)
  }
}
