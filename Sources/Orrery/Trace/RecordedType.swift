import OrreryTrace

/// The type that a recording calls a machine.
enum RecordedType: Sendable {
  case machine(any StateMachine.Type)
  /// A reducer that is no state machine: its names are found by reflection.
  case feature(any Reducer.Type)

  var isFeature: Bool {
    if case .feature = self { true } else { false }
  }

  var id: String {
    switch self {
    case .machine(let type): type.traceID
    case .feature(let type): Naming.machine(of: type)
    }
  }

  /// What a trace says about the machine before its first use.
  var record: MachineRecord {
    switch self {
    case .machine(let type): type.traceMachine
    case .feature: MachineRecord(machine: id, style: "composable")
    }
  }
}

extension Reducer {
  /// Reduces as what stands for the whole of a state: a child calls it so, and a store.
  @inlinable
  func reduceWhole(into state: inout State, action: Action) -> Effect<Action> {
    guard !Recording.isLive else { return reduceNoted(into: &state, action: action) }
    var effect = reduce(into: &state, action: action)
    // Recorded or not, the effects of a feature are its own.
    if !effect.isNothing, _recordedType != nil { effect.claim() }
    return effect
  }

  @usableFromInline
  func reduceNoted(into state: inout State, action: Action) -> Effect<Action> {
    guard let type = _recordedType else { return reduce(into: &state, action: action) }
    return reduceNoted(as: type, into: &state, action: action)
  }

  /// Notes the step of a reducer that is no machine, unless a machine inside stands for its state.
  @usableFromInline
  func reduceNoted(
    as type: any Reducer.Type, into state: inout State, action: Action
  ) -> Effect<Action> {
    let from = StateName.reflecting(state)
    var effect = reduce(into: &state, action: action)
    guard effect.notes?.steps.contains(where: { $0.route == .root }) != true else { return effect }
    effect.claim(
      Step(
        machine: .feature(type), origin: .input,
        event: Naming.event(reflecting: action, of: Naming.machine(of: type)), from: from,
        to: StateName.reflecting(state),
        values: Recording.wantsPayloads ? (action, state) : nil))
    return effect
  }
}
