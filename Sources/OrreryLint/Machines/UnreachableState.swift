import OrreryModel

/// A state that no way leads to.
enum UnreachableState: SourceRule {
  static let description = RuleDescription(
    "unreachable-state", .machines, "A state that no way leads to from the initial state.",
    why: """
      Code that handles the state is never run, and every `switch` pays for it. Either a transition \
      is missing, or the state is.
      """,
    sources: [.statecharts("UML 2.5.1, 14.2: a state is entered by a transition")],
    wrong: [
      RuleExample(
        "Nothing leads to `dimmed`.",
        """
        struct Lamp {
          enum Light {
            case on, off
            case dimmed  // wrong
          }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off, .dimmed: light = .on
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "Each state is entered.",
        """
        struct Lamp {
          enum Light { case on, off }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off: light = .on
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.machines.flatMap { index -> [Finding] in
      let machine = index.machine
      guard machine.stateKind == .enum, let initial = machine.initial, machine.isWhole else {
        return []
      }
      let reached = Set(index.reachable(from: initial))
      return machine.states.filter { !reached.contains($0.name) }.map { state in
        finding(
          at: state.location ?? machine.location, machine: machine.id, state: state.name,
          "no way leads from `\(initial)` to `\(state.name)` of \(machine.name)",
          remedy: "add the transition that enters it, or remove the case")
      }
    }
  }
}

extension Machine {
  /// Whether each way that the source has is among the transitions: none leads to where nobody knows.
  var isWhole: Bool {
    unresolved.isEmpty && !transitions.contains { $0.kind == .unresolved }
  }
}
