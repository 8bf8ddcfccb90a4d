import OrreryLowering
import OrreryModel
import OrrerySyntax

/// An initial state that nothing tells.
enum NoInitialState: SourceRule {
  static let description = RuleDescription(
    "no-initial-state", .machines,
    "A machine of which neither the source nor the configuration tells where it starts.",
    why: """
      Whether a state can be reached depends on where the machine starts. Without it, pictures have \
      no entry, and no other rule can say what is never reached.
      """,
    isOptIn: true,
    sources: [.statecharts("UML 2.5.1, 14.2.3.4: the initial pseudostate")],
    wrong: [
      RuleExample(
        "Whoever makes the machine hands in the state.",
        """
        struct Door {  // wrong
          enum State { case open, shut }
          private var state: State
          init(state: State) { self.state = state }
          mutating func toggle() {
            switch state {
            case .open: state = .shut
            case .shut: state = .open
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "The property says it.",
        """
        struct Door {
          enum State { case open, shut }
          private var state = State.shut
          mutating func toggle() {
            switch state {
            case .open: state = .shut
            case .shut: state = .open
            }
          }
        }
        """),
      RuleExample(
        "Each initializer begins in the same state.",
        """
        struct Door {
          enum State { case open, shut }
          private var state: State
          init() { state = .shut }
          init(name: String) {
            print(name)
            state = .shut
          }
          mutating func toggle() {
            switch state {
            case .open: state = .shut
            case .shut: state = .open
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let starts = subject.startingStates
    return subject.machines.map(\.machine).filter { machine in
      machine.stateKind == .enum && starts.initial(of: machine) == nil
        && machine.transitions.contains { $0.kind == .move }
        && !machine.states.contains(where: \.isInitial)
        && subject.index.type(ofMachine: machine.id)?.kind != .enum
        && !isTold(machine, subject.index)
    }.map { machine in
      finding(
        at: machine.location, machine: machine.id,
        "nothing tells in which of its \(machine.states.count) states \(machine.name) starts",
        remedy: "give the state its first value where it is declared, or say "
          + "`machines: { \(machine.id): { initial: … } }` in .orrery.yml")
    }
  }

  /// Whether the type that keeps the state begins it by itself: where it declares it, or in
  /// an initializer that is handed none.
  private static func isTold(_ machine: Machine, _ index: SourceIndex) -> Bool {
    guard let info = index.type(ofMachine: machine.id) else { return false }
    let cases = Set(machine.states.map(\.name))
    let kept = info.stored.map(\.property).filter { property in
      let type = index.info(index.type(of: property, in: info))
      return !property.isStatic && type?.kind == .enum
        && cases.isSubset(of: (type?.cases ?? []).map(\.name))
    }
    guard let property = kept.first else { return !reducesState(info) }
    let key = index.type(of: property, in: info)
    let isHanded = info.initializers.allSatisfy { function in
      function.parameters.contains {
        index.resolve($0.type, in: info, module: info.module) == key
      }
    }
    return property.initializer != nil || !isHanded && !info.initializers.isEmpty
  }

  /// Whether functions are handed the state: the type itself keeps none.
  private static func reducesState(_ info: TypeInfo) -> Bool {
    info.functions.contains { $0.name.hasPrefix("reduce") }
  }
}
