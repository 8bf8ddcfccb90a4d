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
    case .feature(let type): TypePath(type).id
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
        event: EventName.reflecting(action, in: TypePath(type)), from: from,
        to: StateName.reflecting(state),
        values: Recording.wantsPayloads ? (action, state) : nil))
    return effect
  }
}

/// The name of an action that no macro wrote down.
private enum EventName {
  /// The case of an action; `view.tapped` where its payload is an enum that the feature declares.
  static func reflecting(_ action: Any, in feature: TypePath) -> String {
    guard let name = caseName(action) else { return typeName(action) }
    guard let payload = payload(of: action),
      TypePath(type(of: payload)).isDeclared(by: feature), caseName(payload) != nil
    else { return name }
    return "\(name).\(reflecting(payload, in: feature))"
  }

  /// What a case holds, with or without a label.
  private static func payload(of action: Any) -> Any? {
    guard let value = Mirror(reflecting: action).children.first?.value else { return nil }
    let mirror = Mirror(reflecting: value)
    return mirror.displayStyle == .tuple && mirror.children.count == 1
      ? mirror.children.first?.value : value
  }

  private static func typeName(_ value: Any) -> String {
    func name<Value>(_ value: Value) -> String { CaseName.ofType(Value.self) }
    return _openExistential(value, do: name)
  }

  private static func caseName(_ value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? { CaseName.of(value) }
    return _openExistential(value, do: name)
  }
}
