import OrreryModel

extension Builder {
  func stateLabel(_ state: State) -> [Line] {
    var setter = LabelSetter(width: 28)
    if let change = options.stateChanges[state.name] { setter.add(.mark, change.mark, limit: 2) }
    // In a region of its own, the value alone.
    setter.add(
      .name, machine.value(of: state.name).printable, limit: Limits.roomy.name)
    // A value without a label says nothing that a reader could use.
    let labeled = state.payload.filter { $0 != "_" }
    if !labeled.isEmpty {
      let labels = labeled.map(\.printable).joined(separator: ", ")
      setter.add(.detail, "(\(labels.cut(to: Limits.roomy.name)))", limit: Limits.roomy.name + 2)
    }
    if !state.isStable, !capabilities.strokes.contains(.unstable) {
      setter.add(.detail, "«unstable»", limit: Limits.roomy.name)
    }
    return setter.lines.isEmpty ? [[Span(.name, "�")]] : setter.lines
  }

  func tooltip(_ state: State) -> String {
    [state.name, state.documentation ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      .printable.cut(to: 400)
  }

  /// `any state`, `any state but a, b`, or the names, whichever is shortest.
  func anyNode(_ id: String, _ names: [String], states: [String]) -> Diagram.Node {
    var setter = LabelSetter(width: 28)
    switch territories.exceptions(to: names) {
    case .some(let others) where others.isEmpty:
      setter.add(.name, "any state", limit: Limits.roomy.name)
    case .some(let others):
      setter.add(.name, "any state but", limit: Limits.roomy.name)
      setter.add(.detail, others.map(\.printable).joined(separator: ", "), limit: 120)
    case .none:
      setter.add(.name, "any of", limit: Limits.roomy.name)
      setter.add(.detail, names.map(\.printable).joined(separator: ", "), limit: 160)
    }
    let tooltip = "any of " + names.map(\.printable).joined(separator: ", ")
    var node = Diagram.Node(id: id, kind: .any, lines: setter.lines, tooltip: tooltip.cut(to: 400))
    node.covers = states
    return node
  }

  /// `any state but done: cancel / .stop → idle`.
  func wildcardLine(_ bundle: Bundle, _ names: [String]) -> String {
    let states = anyNode("", names, states: []).lines.map(\.text)
      .joined(separator: " ")
    let target =
      switch bundle.target {
      case .same: "stays"
      case .end(.state(let name)): "→ \(name)"
      case .end(.unknown): "→ ?"
      case .end(.trap): "→ trap"
      case .end(.thrown): "→ throw"
      }
    return "\(states): \(fullLabel(bundle.transition)) \(target)"
  }

  // MARK: - Actions

  /// One action a group of lines: what it reacts to, what it writes and what it starts.
  func actionLines(_ actions: [Action]) -> [Line] {
    let shown = actions.prefix(40)
    let lines = shown.flatMap { action -> [Line] in
      var head = LabelSetter(width: 56)
      head.add(.event, vocabulary.name(action.event).printable, limit: Limits.roomy.name)
      if let condition = action.guard {
        head.add(.condition, "[\(condition.printable)]", limit: Limits.roomy.condition)
      }
      var body = LabelSetter(width: 56)
      let writes = action.writes.map { $0.text.printable }.joined(separator: "; ")
      body.add(.detail, writes, limit: 120)
      if let effect = action.effect {
        body.add(.effect, "/ \(effect.description.printable)", limit: Limits.roomy.effect)
      }
      return head.lines + body.lines.map(\.indented)
    }
    let rest = actions.count - shown.count
    return rest == 0 ? lines : lines + [[Span(.detail, "… and \(rest) more")]]
  }
}

extension Action.Write {
  /// `count += 1`, or `items.append(x)`.
  var text: String { op == "mutate" ? "\(path).\(value)" : "\(path) \(op) \(value)" }
}

extension Diagram.Node {
  /// A node that is no state of the machine.
  static func end(_ id: String, _ kind: Kind, _ text: String, _ tooltip: String) -> Self {
    Self(
      id: id, kind: kind, lines: [[Span(.name, text.printable.cut(to: 64))]],
      tooltip: tooltip.printable.cut(to: 400))
  }
}
