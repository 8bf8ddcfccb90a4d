import OrreryTrace

/// How a machine runs as a reducer.
extension StateMachine {
  /// The transition for an action; an action that is not the machine's changes nothing.
  @inlinable
  public static func reduce(_ state: State, _ action: Action) -> Transition {
    switch Action.map(action) {
    case .input(let input): reduceInput(state, input)
    case .ioResult(let ioResult): reduceIOResult(state, ioResult)
    case nil: identity
    }
  }

  @inlinable
  public static func composedTransition(
    _ state: State, _ action: Action
  ) -> (State?, ComposableEffect<IOEffect>?) {
    let (next, effect) = reduce(state, action)
    return (next, effect.map { .just($0) })
  }

  /// The children first, then the machine's own transition.
  @inlinable public var body: MachineReducer<Self> { MachineReducer(machine: self) }

  /// Writes the state of a transition and makes its effect ready to run.
  @inlinable
  public func apply(_ transition: Transition, to state: inout State) -> Effect<Action> {
    apply(transition.0, transition.1.map { .just($0) }, to: &state)
  }

  @inlinable
  func apply(
    _ next: State?, _ effect: ComposableEffect<IOEffect>?, to state: inout State
  ) -> Effect<Action> {
    if let next { state = next }
    guard let effect else { return Effect(wroteState: next != nil) }
    return Effect(
      operation(for: effect, replaces: next != nil, in: state), wroteState: next != nil)
  }

  @usableFromInline
  func operation(
    for tree: ComposableEffect<IOEffect>, replaces: Bool, in state: State
  ) -> Operation<Action> {
    switch tree {
    case .just(let effect):
      .run(run(effect, replaces: replaces, in: state))
    case .merge(let trees):
      .merge(trees.map { operation(for: $0, replaces: replaces, in: state) })
    case .concat(let trees):
      .concatenate(trees.map { operation(for: $0, replaces: replaces, in: state) })
    }
  }

  private func run(
    _ effect: IOEffect, replaces: Bool, in state: State
  ) -> EffectRun<Action> {
    var run = EffectRun<Action>(
      name: Self.traceName(ioEffect: effect), replaces: replaces,
      lifetime: Self.lifetime(of: effect)
    ) { send in
      let answer = Answer()
      await Answer.$current.withValue(answer) {
        await runIOEffect(effect).deliver { result, isLast in
          send.deliver(.ioResult(result), isLast ? .over : answer.isGiven ? .answered : .open)
        }
      }
    }
    if run.lifetime == .whileInState {
      let name = Self.traceName(state: state)
      run.bounds = [
        Bound("the machine left '\(name)'") { (state: State) in
          Self.traceName(state: state) == name
        }
      ]
    }
    return run
  }
}

extension StateMachine
where Body == MachineReducer<Self>, NestedBody == EmptyReducer<State, Action> {
  /// The transition of a machine without children and without a `body` of its own, whose static
  /// functions see nothing but the state before.
  @inlinable
  public func _transition(
    of state: UnsafeMutablePointer<State>, by action: Action
  ) -> Effect<Action>? {
    let (next, tree) = Self.composedTransition(state.pointee, action)
    if let next {
      // The old state goes last, because it may run code of its own that asks for the state.
      let old = state.move()
      state.initialize(to: next)
      withExtendedLifetime(old) {}
    }
    guard let tree else { return Effect.none }
    var effect = Effect<Action>(
      operation(for: tree, replaces: next != nil, in: state.pointee), wroteState: next != nil)
    effect.claim()
    return effect
  }

  /// The same functions where steps are noted.
  @inlinable
  public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceByBody(into: &state, action: action)
  }
}

/// How a machine without a `body` of its own runs: its children first, then its own transition.
public struct MachineReducer<Machine: StateMachine>: Reducer {
  public typealias Body = Never

  @usableFromInline let machine: Machine

  @inlinable
  init(machine: Machine) { self.machine = machine }

  @inlinable
  public func reduce(
    into state: inout Machine.State, action: Machine.Action
  ) -> Effect<Machine.Action> {
    machine.nestedBody._reduce(into: &state, action: action) { state, action in
      let (next, effect) = Machine.composedTransition(state, action)
      return machine.apply(next, effect, to: &state)
    }
  }

  public var _recordedType: (any Reducer.Type)? { nil }

  public func declareMachines(in list: inout MachineList<Machine.State>) {
    machine.nestedBody.declareMachines(in: &list)
  }
}

extension StateMachine where Body: Reducer, Body.State == State, Body.Action == Action {
  /// Runs the body, and notes the step for a trace where one is being recorded.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    reduceByBody(into: &state, action: action)
  }

  @inlinable
  func reduceByBody(into state: inout State, action: Action) -> Effect<Action> {
    guard !Recording.isLive else { return reduceNoted(into: &state, action: action) }
    var effect = body.reduce(into: &state, action: action)
    effect.claim()
    return effect
  }

  @usableFromInline
  func reduceNoted(into state: inout State, action: Action) -> Effect<Action> {
    let from = Self.traceName(state: state)
    var effect = body.reduce(into: &state, action: action)
    let event = Self.traceEvent(action)
    effect.claim(
      Step(
        machine: .machine(Self.self), origin: event.origin, event: event.name, from: from,
        to: Self.traceName(state: state),
        values: Recording.wantsPayloads ? (traceValue(action), state) : nil))
    return effect
  }

  /// A machine notes its steps itself.
  public var _recordedType: (any Reducer.Type)? { nil }

  /// The event inside an action, which may be a payload.
  private func traceValue(_ action: Action) -> any Sendable {
    switch Action.map(action) {
    case .input(let input): input
    case .ioResult(let ioResult): ioResult
    case nil: action
    }
  }

  public func declareMachines(in list: inout MachineList<State>) {
    list.add(Self.self)
    body.declareMachines(in: &list)
  }
}
