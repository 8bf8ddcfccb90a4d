import OrreryModel

extension Machine {
  /// The machine with answers to actions of screens and of what is presented told by these, and not by
  /// the case of the parent's action and a pattern: `detail.saved` for `path` where
  /// `case .element(id: _, action: .detail(.saved))`.
  var withChildActionsAsEvents: Machine {
    guard transitions.contains(where: { $0.guard?.contains(".") ?? false }) else { return self }
    var machine = self
    for index in machine.transitions.indices {
      guard let condition = machine.transitions[index].guard else { continue }
      var clauses = GuardText.split(condition, at: "&&")
      let names = clauses.map(Self.childAction)
      guard let position = names.firstIndex(where: { $0 != nil }), var name = names[position] else {
        continue
      }
      clauses.remove(at: position)
      let screen = machine.value(of: machine.transitions[index].from)
      if name.hasPrefix(screen + ".") { name.removeFirst(screen.count + 1) }
      machine.transitions[index].event = Event.ID(machine.transitions[index].event.origin, name)
      machine.transitions[index].guard = clauses.isEmpty ? nil : clauses.joined(separator: " && ")
    }
    return machine
  }

  /// `detail.saved` of a pattern that asks for an action of what a stack or a presentation holds.
  private static func childAction(_ clause: String) -> String? {
    guard clause.hasPrefix("case ."), clause.hasSuffix(")"),
      GuardText.split(clause, at: "=").count == 1
    else { return nil }
    let pattern = clause.dropFirst("case .".count)
    let head = pattern.prefix { $0 != "(" }
    let values = GuardText.list(String(pattern.dropFirst(head.count + 1).dropLast()))
    switch head {
    case "element":
      return values.first { $0.hasPrefix("action:") }
        .flatMap { path(String($0.dropFirst("action:".count)).trimmed) }
    case "presented": return values.count == 1 ? path(values[0]) : nil
    default: return nil
    }
  }

  /// `a.b` of `.a(.b(let c))`; nothing where the first is no case.
  private static func path(_ pattern: String) -> String? {
    guard pattern.hasPrefix(".") else { return nil }
    let name = pattern.dropFirst().prefix { $0 != "(" }
    let inner = pattern.dropFirst(name.count + 1)
    guard inner.hasPrefix("("), inner.hasSuffix(")"),
      let rest = GuardText.list(String(inner.dropFirst().dropLast())).first.flatMap(path)
    else { return String(name) }
    return "\(name).\(rest)"
  }
}
