import OrderedCollections
import OrreryModel

extension Builder {
  func stateLabel(_ state: State) -> [Line] {
    var setter = LabelSetter(width: 28)
    if let change = options.stateChanges[state.name] { setter.add(.mark, change.mark, limit: 2) }
    let remarks = machine.remarkMarks { $0.state == state.name && $0.event == nil }
    setter.add(.mark, remarks, limit: 16)
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

  /// `isLoading`, and the value that it starts with.
  func propertyLabel(_ region: Region) -> [Line] {
    var setter = LabelSetter(width: 40)
    let states = Set(region.states)
    let remarks = machine.remarkMarks { $0.event == nil && $0.state.map(states.contains) ?? false }
    setter.add(.mark, remarks, limit: 16)
    setter.add(.name, region.name.printable, limit: Limits.roomy.name)
    if let initial = region.initial {
      setter.add(.detail, "= \(machine.value(of: initial).printable)", limit: Limits.roomy.name)
    }
    return setter.lines
  }

  func tooltip(_ state: State) -> String {
    [state.name, state.documentation ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      .printable.cut(to: 400)
  }

  /// `any state`, `any state but a, b`, or the names, whichever is shortest.
  func anyNode(_ id: String, _ names: [String], states: [String]) -> Diagram.Node {
    var setter = LabelSetter(width: 28)
    switch territories.exceptions(to: names) {
    case .none where superstates.groups.contains(names):
      setter.add(.name, "any of these", limit: Limits.roomy.name)
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
      case .end(.unknown), .end(.untold): "→ ?"
      case .end(.trap): "→ trap"
      case .end(.thrown): "→ throw"
      }
    return "\(states): \(fullLabel(bundle.transition)) \(target)"
  }

  // MARK: - Notes

  /// What the arrows leave to notes beside the picture.
  var notes: [Diagram.Note] {
    let conditions = conditionNumbers.sorted { $0.value < $1.value }.map {
      "[\($0.value)] \($0.key.printable.cut(to: 600))"
    }
    return [
      wildcardLines.isEmpty ? nil : .init(.wildcards, "In many states", wildcardLines),
      conditions.isEmpty
        ? nil : .init(kind: .conditions, title: "Conditions", lines: conditions),
    ].compactMap(\.self)
  }

  // MARK: - Actions

  /// As many lines as are read without scrolling.
  private static let mostActionLines = 40

  /// One action a group of lines: what it reacts to, what it writes and what it starts; where that is
  /// long, one for each event, with the properties that it writes.
  func actionLines(_ actions: [Action]) -> [Line] {
    let whole = actions.flatMap(lines)
    guard whole.count > Self.mostActionLines else { return whole }
    let events = OrderedDictionary(grouping: actions, by: \.event)
    let shown = events.elements.prefix(Self.mostActionLines)
    let rest = events.count - shown.count
    return shown.flatMap { lines($0.key, $0.value) }
      + (rest == 0 ? [] : [[Span(.detail, "… and \(rest) more")]])
  }

  private func lines(_ action: Action) -> [Line] {
    var head = LabelSetter(width: 56)
    head.add(.event, vocabulary.name(action.event).printable, limit: Limits.roomy.name)
    if let condition = action.guard {
      let text = GuardReading(condition).cut(to: Limits.roomy.condition).printable
      head.add(.condition, "[\(text)]", limit: Limits.roomy.condition + 2)
    }
    var body = LabelSetter(width: 56)
    body.add(.detail, action.writes.map(\.text.printable).joined(separator: "; "), limit: 120)
    if let effect = action.effect {
      body.add(.effect, "/ \(effect.description.printable)", limit: Limits.roomy.effect)
    }
    return head.lines + body.lines.map(\.indented)
  }

  private func lines(_ event: Event.ID, _ actions: [Action]) -> [Line] {
    var setter = LabelSetter(width: 56)
    setter.add(.event, vocabulary.name(event).printable, limit: Limits.roomy.name)
    let properties = OrderedSet(actions.flatMap(\.writes).map(\.path.printable))
    if !properties.isEmpty {
      setter.add(.detail, "sets " + properties.joined(separator: ", "), limit: 96)
    }
    if actions.count > 1 { setter.add(.condition, "(\(actions.count) ways)", limit: 16) }
    return setter.lines.enumerated().map { $0 == 0 ? $1 : $1.indented }
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
