import OrreryModel

/// Machines of which a picture is more than their states and rows.
extension Samples {
  static let statecharts: [(name: String, machine: Machine)] = [
    ("steps", steps), ("fan", fan(of: 6)), ("flags", flags(5)),
  ]

  static func machine(_ names: [String], _ transitions: [Transition]) -> Machine {
    var machine = empty
    machine.states = names.map { State($0) }
    machine.transitions = transitions
    return machine
  }

  /// Three steps one after the other, which are left by the same two events.
  static var steps: Machine {
    let inside = ["one", "two", "three"]
    let next = zip(inside, inside.dropFirst()).map { edge($0, "next", to: $1) }
    return machine(
      inside + ["broken", "gone", "waiting", "ended"],
      next + inside.map { edge($0, "fail", to: "broken") }
        + inside.map { edge($0, "close", to: "gone") })
  }

  /// One event that leads to so many states.
  static func fan(
    of targets: Int, on event: String = "theAnswerOfTheServerWasReceivedInFull"
  ) -> Machine {
    let names = (1...targets).map { "target\($0)" }
    return machine(["start"] + names, names.map { edge("start", event, to: $0) })
  }

  /// A struct of a mode and so many flags.
  static func flags(_ count: Int) -> Machine {
    var machine = empty
    machine.stateKind = .struct
    for number in 0...count {
      let name = number == 0 ? "mode" : "flag\(number)"
      let values = number == 0 ? ["off", "low", "high"] : ["false", "true"]
      let states = values.map { "\(name)=\($0)" }
      machine.states += states.map { State($0, isInitial: $0 == states[0]) }
      machine.regions.append(Region(name: name, states: states, initial: states[0]))
      machine.transitions += [
        edge(states[0], "set\(number)", to: states[1]),
        edge(states[1], "reset\(number)", to: states[0]),
      ]
    }
    return machine
  }
}
