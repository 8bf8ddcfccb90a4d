import OrreryModel

extension Transition {
  /// The whole condition of the transition as a reader takes it: what the other regions have to be in,
  /// then its guard.
  var condition: String? {
    let parts = when.sorted { $0.region < $1.region }.map(\.text) + (self.guard.map(operand) ?? [])
    return parts.isEmpty ? nil : parts.joined(separator: " && ")
  }
}

extension Transition {
  /// The guard, in brackets where it would be read otherwise behind "and".
  private func operand(_ condition: String) -> [String] {
    let isLoose = !when.isEmpty && GuardText.split(condition, at: "||").count > 1
    return [isLoose ? "(\(condition))" : condition]
  }
}

extension Transition.Condition {
  /// The values as Swift asks for them: `isOn`, `!isOn`, `alert == nil`, `mode is .dark or .light`.
  var text: String {
    switch values {
    case ["true"]: region
    case ["false"]: "!\(region)"
    case ["nil"]: "\(region) == nil"
    case ["some"]: "\(region) != nil"
    default:
      "\(region) is " + values.map { $0 == "nil" ? $0 : ".\($0)" }.joined(separator: " or ")
    }
  }
}

extension Machine {
  /// The machine with all that a transition asks for in its guard, for targets that know no other
  /// regions.
  var withConditionsInGuards: Machine {
    guard transitions.contains(where: { !$0.when.isEmpty }) else { return self }
    var machine = self
    for index in machine.transitions.indices {
      machine.transitions[index].guard = machine.transitions[index].condition
      machine.transitions[index].when = []
    }
    return machine
  }
}
