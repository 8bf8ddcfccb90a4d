import OrreryModel

extension Machine {
  /// The machine with answers to actions of screens and of what is presented told by these, and not by
  /// the case of the parent's action and a pattern: `detail.saved` for `path` where
  /// `case .element(id: _, action: .detail(.saved))`.
  var withChildActionsAsEvents: Machine {
    guard transitions.contains(where: { $0.guard?.contains("case .") ?? false }) else {
      return self
    }
    var machine = self
    let known = Set(events.map(\.id.name))
    for index in machine.transitions.indices {
      let row = machine.transitions[index]
      guard let condition = row.guard else { continue }
      var clauses = GuardText.clauses(of: condition)
      let actions = clauses.map(Self.childAction)
      guard let position = actions.firstIndex(where: { $0 != nil }),
        let action = actions[position]
      else { continue }
      clauses.remove(at: position)
      let screen = machine.value(of: row.from) + "."
      let own = action.hasPrefix(screen) ? String(action.dropFirst(screen.count)) : nil
      let name = own.flatMap { known.contains($0) ? nil : $0 } ?? "\(row.event.name).\(action)"
      machine.transitions[index].event = Event.ID(row.event.origin, name)
      machine.transitions[index].guard = clauses.isEmpty ? nil : clauses.joined(separator: " && ")
    }
    return machine
  }

  /// `detail.saved` of a pattern that asks for an action of what a stack or a presentation holds, and
  /// for nothing else.
  private static func childAction(_ clause: String) -> String? {
    guard clause.hasPrefix("case ."), clause.hasSuffix(")"),
      GuardText.split(clause, at: "=").count == 1
    else { return nil }
    let pattern = clause.dropFirst("case .".count)
    let head = pattern.prefix { $0 != "(" }
    var values = GuardText.list(String(pattern.dropFirst(head.count + 1).dropLast()))
    if head == "element", values.count == 2, isOpen(values[0]), values[1].hasPrefix("action:") {
      values = [String(values[1].dropFirst("action:".count)).trimmed]
    } else if head != "presented" {
      return nil
    }
    return values.count == 1 ? path(values[0]) : nil
  }

  /// `a.b` of `.a(.b(let c))`; nothing where it asks for a value.
  private static func path(_ pattern: String) -> String? {
    guard pattern.hasPrefix(".") else { return nil }
    let name = pattern.dropFirst().prefix { $0 != "(" }
    let inner = pattern.dropFirst(name.count + 1)
    guard !inner.isEmpty else { return String(name) }
    guard inner.hasPrefix("("), inner.hasSuffix(")") else { return nil }
    let values = GuardText.list(String(inner.dropFirst().dropLast()))
    if values.allSatisfy(isOpen) { return String(name) }
    return values.count == 1 ? path(values[0]).map { "\(name).\($0)" } : nil
  }

  /// Whether a pattern takes any value: `_`, `let x` or `id: _`.
  private static func isOpen(_ pattern: String) -> Bool {
    let value = pattern.split(separator: ":", maxSplits: 1).last.map { String($0).trimmed } ?? ""
    return value == "_" || value.isEmpty || value.hasPrefix("let ") || value.hasPrefix("var ")
  }
}
