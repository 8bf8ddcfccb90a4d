public import OrreryTrace

#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
/// Records a model that is made of others, as a machine of its own.
///
/// ```swift
/// final actor KitchenModel: StateMachineProtocol {
///   private let recording: CompositeRecording<KitchenState>
///
///   init(observing oven: any OvenModelProtocol, observing timer: any TimerModelProtocol) {
///     …
///     stateDidChange = Publishers.CombineLatest(oven.stateDidChange, timer.stateDidChange)
///       .map { KitchenState(oven: $0, timer: $1) }
///       .eraseToAnyPublisher()
///     recording = CompositeRecording(of: KitchenModel.self, following: stateDidChange)
///   }
/// }
/// ```
///
/// A step of the composite follows from one of a part, and is named after it: `OvenModel.switchOn`, of the
/// origin ``EventOrigin/child``. What a part that records nothing does is a step whose event is
/// ``Record/unknownEvent``. The instance ends with its recording, so keep it in the model.
public final class CompositeRecording<State: StateProtocol>: Sendable {
  private let log: CompositeLog<State>
  private let subscription: AnyCancellable

  /// - Parameters:
  ///   - model: The type of the model.
  ///   - states: The states of the composite: the one now, then each that follows from a part.
  ///   - recorder: Where to record, by default where the environment says, or nowhere.
  public init(
    of model: any Actor.Type, following states: some Publisher<State, Never>,
    recorder: TraceRecorder = .shared
  ) {
    let log = CompositeLog<State>(machine: Naming.machine(of: model), recorder: recorder)
    self.log = log
    subscription = states.sink { [log] state in log.take(state, after: PublishedStep.current) }
  }

  deinit {
    subscription.cancel()
    log.end()
  }
}

/// A composite's side of the recorder.
private final class CompositeLog<State: StateProtocol>: Sendable {
  private struct Position {
    var instance: UInt64?
    var state: State?
  }

  private let machine: String
  private let recorder: TraceRecorder
  private let position = Lock(Position())

  init(machine: String, recorder: TraceRecorder) {
    self.machine = machine
    self.recorder = recorder
    recorder.machine(MachineRecord(machine: machine, style: MachineRecord.compositeStyle))
  }

  func take(_ state: State, after step: PublishedStep?) {
    position.withLock { position in
      guard let instance = position.instance, let before = position.state else {
        return start(&position, in: state)
      }
      position.state = state
      guard recorder.isEnabled else { return }
      let (from, to) = (before.traceName, state.traceName)
      recorder.step(
        machine: machine, instance: instance, origin: .child,
        event: step?.name ?? Record.unknownEvent, cause: step?.cause, from: from, to: to,
        verdict: from == to ? .none : .moved, payload: recorder.payload(event: nil, state: state))
    }
  }

  private func start(_ position: inout Position, in state: State) {
    position.state = state
    position.instance = recorder.started(
      machine: machine, state: recorder.isEnabled ? state.traceName : "",
      current: { [weak self] in self?.position.withLock { $0.state?.traceName } })
  }

  func end() {
    let instance = position.withLock { position in
      defer { position.instance = nil }
      return position.instance
    }
    if let instance { recorder.ended(instance) }
  }
}
#endif
