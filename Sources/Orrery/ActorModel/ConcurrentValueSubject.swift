#if canImport(Combine)
@preconcurrency public import Combine
#elseif canImport(OpenCombine)
@preconcurrency public import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import OrreryTrace

/// Holds the state of an actor model, publishes each new one, and records the steps.
///
/// What `CurrentValueSubject` is, for any number of threads: all of them read one state, subscribers
/// get every state in the order in which they were sent, and none is called inside a lock.
///
/// ```swift
/// final actor DoorModel: DoorModelProtocol {
///   private let subject: ConcurrentValueSubject<DoorState, Never>
///   nonisolated var state: DoorState { subject.state }
///   nonisolated let stateDidChange: AnyPublisher<DoorState, Never>
///
///   init(startsWith initialState: DoorState = .closed) {
///     subject = ConcurrentValueSubject(startsWith: initialState, of: DoorModel.self)
///     stateDidChange = subject.eraseToAnyPublisher()
///   }
///
///   nonisolated func open() {
///     subject.perform(on: self) { await self.openInternal() }
///   }
///
///   private func openInternal() {
///     guard case .closed = state else { return }
///     subject.send(.open)
///   }
/// }
/// ```
public final class ConcurrentValueSubject<Output: Sendable, Failure: Error>: Sendable {
  private struct Content {
    var state: Output
    var completion: Subscribers.Completion<Failure>?
    var subscriptions: [UInt64: SubjectSubscription<Output, Failure>] = [:]
    var order: [UInt64] = []
    var last: UInt64 = 0
    var trace: ModelTrace
  }

  private let content: Lock<Content>
  private let name: @Sendable (Output) -> String
  private let recorder: TraceRecorder
  let events = EventQueue()

  init(
    _ state: Output, model: (any Actor.Type)?, machine: String?, recorder: TraceRecorder,
    name: @escaping @Sendable (Output) -> String
  ) {
    self.name = name
    self.recorder = recorder
    let machine = machine ?? model.map { Naming.machine(of: $0) }
    content = Lock(Content(state: state, trace: ModelTrace(recorder: recorder)))
    if let machine { start(machine) }
  }

  deinit {
    content.withLock { $0.trace.end() }
  }

  /// The state that was sent last.
  public var state: Output { content.withLock { $0.state } }

  /// The state that was sent last, under the name that `CurrentValueSubject` has for it.
  public var value: Output { state }

  /// Makes the model known to the recorder, which asks for its state when a sink is attached late.
  private func start(_ machine: String) {
    content.withLock { content in
      let state = recorder.isEnabled ? name(content.state) : ""
      content.trace.start(machine, state: state) { [weak self] in
        self.map { $0.name($0.state) }
      }
    }
  }

  /// The name of a model whose type was not told: the actor that sends, or else the state's type.
  private func machine(of sender: (any Actor)?) -> String {
    guard let sender, !(sender is MainActor) else { return Naming.machine(of: Output.self) }
    let type: any Actor.Type = type(of: sender)
    return Naming.machine(of: type)
  }
}

// MARK: - Making one

extension ConcurrentValueSubject {
  /// - Parameters:
  ///   - state: The state before the first event.
  ///   - model: The type of the model, by which a trace calls it from its start. Without it, it is
  ///     known from its first event on.
  ///   - machine: What a trace calls the model, where the name of its type does not tell it apart.
  ///   - recorder: Where steps are recorded; by default where the environment says, or nowhere.
  public convenience init(
    _ state: Output, of model: (any Actor.Type)? = nil, machine: String? = nil,
    recorder: TraceRecorder = .shared
  ) {
    self.init(state, model: model, machine: machine, recorder: recorder) {
      StateName.reflecting($0)
    }
  }
}

extension ConcurrentValueSubject where Output: StateProtocol {
  /// The same, with the state's own `traceName`.
  public convenience init(
    _ state: Output, of model: (any Actor.Type)? = nil, machine: String? = nil,
    recorder: TraceRecorder = .shared
  ) {
    self.init(state, model: model, machine: machine, recorder: recorder) { $0.traceName }
  }

  /// The same, for a model that starts: an initial state that is not stable stops the program.
  public convenience init(
    startsWith state: Output, of model: (any Actor.Type)? = nil, machine: String? = nil,
    recorder: TraceRecorder = .shared
  ) {
    let name = machine ?? model.map { Naming.machine(of: $0) }
    state.requireStable(toStart: name ?? "A model")
    self.init(state, of: model, machine: machine, recorder: recorder)
  }
}

// MARK: - Changing the state

extension ConcurrentValueSubject {
  /// Makes a state the current one, and publishes it; after a completion it does nothing.
  ///
  /// - Parameters:
  ///   - effect: What the model has waited for: the step is linked to the one that started it.
  ///   - sender: The actor that sends.
  ///   - method: The method that sends, by which a trace names the event.
  public func send(
    _ state: Output, after effect: ModelEffect? = nil,
    sender: isolated (any Actor)? = #isolation, method: String = #function
  ) {
    replace(by: { _ in state }, after: effect, sender: sender, method: method)
  }

  /// Makes a state the current one, and says what the model waits for next.
  ///
  /// - Parameter effect: The call that will be awaited, as it is written: `api.fetch`.
  /// - Returns: The effect, which ends when the last one to hold it lets it go.
  public func send(
    _ state: Output, starting effect: String, after cause: ModelEffect? = nil,
    sender: isolated (any Actor)? = #isolation, method: String = #function
  ) -> ModelEffect {
    replace(by: { _ in state }, starting: effect, after: cause, sender: sender, method: method)
      ?? .unrecorded
  }

  /// Makes a state of the current one, with nobody changing it in between.
  ///
  /// - Parameter next: Must not use the subject.
  public func change(
    after effect: ModelEffect? = nil, sender: isolated (any Actor)? = #isolation,
    method: String = #function, _ next: (Output) -> Output
  ) {
    replace(by: next, after: effect, sender: sender, method: method)
  }

  /// Ends the publishing: later states are not taken.
  public func send(completion: Subscribers.Completion<Failure>) {
    let subscriptions = content.withLock { content in
      guard content.completion == nil else { return [SubjectSubscription<Output, Failure>]() }
      content.completion = completion
      defer { (content.subscriptions, content.order) = ([:], []) }
      return content.order.compactMap { content.subscriptions[$0] }
    }
    for subscription in subscriptions {
      subscription.finish(completion)
      subscription.deliver()
    }
  }

  /// The one place where the state changes and is recorded.
  @discardableResult
  private func replace(
    by next: (Output) -> Output, starting effect: String? = nil, after cause: ModelEffect? = nil,
    sender: (any Actor)?, method: String
  ) -> ModelEffect? {
    prepare(sender)
    let (started, subscriptions) = content.withLock { content in
      guard content.completion == nil else {
        return (ModelEffect?.none, [SubjectSubscription<Output, Failure>]())
      }
      let before = content.state
      content.state = next(before)
      let (started, step) = record(
        &content, from: before, starting: effect, after: cause, method: method)
      let subscriptions = content.order.compactMap { content.subscriptions[$0] }
      for subscription in subscriptions { subscription.offer(content.state, after: step) }
      return (started, subscriptions)
    }
    for subscription in subscriptions { subscription.deliver() }
    return started
  }

  /// Starts the record of a model that was not named when it was made.
  func prepare(_ sender: (any Actor)?) {
    guard recorder.isEnabled, content.withLock({ !$0.trace.isStarted }) else { return }
    start(machine(of: sender))
  }

  private func record(
    _ content: inout Content, from before: Output, starting effect: String?,
    after cause: ModelEffect?, method: String
  ) -> (started: ModelEffect?, step: PublishedStep?) {
    guard recorder.isEnabled else { return (nil, nil) }
    let current = ModelEvent.current.flatMap { $0.owner == ObjectIdentifier(self) ? $0 : nil }
    current?.noteSend()
    let event = current?.name ?? Naming.event(handledBy: method)
    let started = content.trace.step(
      event: event, from: name(before), to: name(content.state), starting: effect, after: cause,
      state: content.state)
    return (started, content.trace.published(event, after: cause))
  }

  /// Records an event on which the model did nothing.
  func recordIgnored(_ event: ModelEvent, in state: Output) {
    guard recorder.isEnabled else { return }
    content.withLock { $0.trace.ignored(event: event.name, in: name(state)) }
  }

  var isRecorded: Bool { recorder.isEnabled }
}

// MARK: - Publishing

extension ConcurrentValueSubject: Publisher {
  /// Subscribes: the current state comes first, where it is asked for.
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    let completion = content.withLock { $0.completion }
    if let completion {
      subscriber.receive(subscription: Subscriptions.empty)
      return subscriber.receive(completion: completion)
    }
    let subscription = SubjectSubscription<Output, Failure>(AnySubscriber(subscriber))
    content.withLock { content in
      if let completion = content.completion {
        subscription.finish(completion)
        return
      }
      content.last += 1
      let id = content.last
      content.subscriptions[id] = subscription
      content.order.append(id)
      subscription.onCancel { [weak self] in self?.remove(id) }
      subscription.offer(content.state)
    }
    subscriber.receive(subscription: subscription)
    subscription.deliver()
  }

  private func remove(_ id: UInt64) {
    content.withLock { content in
      content.subscriptions[id] = nil
      content.order.removeAll { $0 == id }
    }
  }
}
#endif
