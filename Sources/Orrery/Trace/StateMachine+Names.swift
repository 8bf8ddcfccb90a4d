import OrreryTrace

/// Names for machines without `@StateMachine`, found by reflection.
extension StateMachine {
  public static var traceID: String { Naming.machine(of: Self.self) }

  public static var traceVocabulary: Vocabulary { Vocabulary() }

  /// What a trace says about the machine before its first use.
  static var traceMachine: MachineRecord {
    let vocabulary = traceVocabulary
    return MachineRecord(
      machine: traceID, style: "reducer", states: vocabulary.states,
      events: vocabulary.inputs.map { .init(origin: "input", name: $0) }
        + vocabulary.ioResults.map { .init(origin: "ioResult", name: $0) },
      vocabulary: vocabulary.hash)
  }

  public static func traceName(state: State) -> String { StateName.reflecting(state) }

  public static func traceName(input: Input) -> String { name(of: input) }

  public static func traceName(ioResult: IOResult) -> String { name(of: ioResult) }

  public static func traceName(ioEffect: IOEffect) -> String { name(of: ioEffect) }

  /// The origin and the name of an action; one that is not the machine's comes from a child.
  static func traceEvent(_ action: Action) -> (origin: EventOrigin, name: String) {
    switch Action.map(action) {
    case .input(let input): (.input, traceName(input: input))
    case .ioResult(let ioResult): (.ioResult, traceName(ioResult: ioResult))
    case nil: (.child, name(of: action))
    }
  }

  private static func name<Value>(of value: Value) -> String {
    CaseName.of(value) ?? CaseName.ofType(Value.self)
  }
}
