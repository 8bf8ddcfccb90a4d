import OrreryModel

extension Builder {
  /// How many characters of a name, a condition and an effect a picture shows.
  private enum Limit {
    static let name = 64
    static let condition = 90
    static let effect = 72
  }

  func stateLabel(_ state: State) -> [Line] {
    var setter = LabelSetter(width: 28)
    if let change = options.stateChanges[state.name] { setter.add(.mark, change.mark, limit: 2) }
    let parts = machine.projection.count > 1 ? state.name.split(separator: ", ") : [state.name[...]]
    for part in parts { setter.add(.name, String(part).printable, limit: Limit.name) }
    if !state.payload.isEmpty {
      let labels = state.payload.map(\.printable).joined(separator: ", ")
      setter.add(.detail, "(\(labels.cut(to: Limit.name)))", limit: Limit.name + 2)
    }
    if !state.isStable, !capabilities.strokes.contains(.unstable) {
      setter.add(.detail, "«unstable»", limit: Limit.name)
    }
    return setter.lines.isEmpty ? [[Span(.name, "�")]] : setter.lines
  }

  func tooltip(_ state: State) -> String {
    [state.name, state.documentation ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      .printable.cut(to: 400)
  }

  /// `any state`, `any but a, b`, or the names, whichever is shortest.
  func anyNode(_ id: String, _ names: [String], of all: [String]) -> Diagram.Node {
    let covered = Set(names)
    let others = all.filter { !covered.contains($0) }
    var setter = LabelSetter(width: 28)
    if others.isEmpty {
      setter.add(.name, "any state", limit: Limit.name)
    } else if others.count <= min(3, names.count - 1) {
      setter.add(.name, "any state but", limit: Limit.name)
      setter.add(.detail, others.map(\.printable).joined(separator: ", "), limit: 120)
    } else {
      setter.add(.name, "any of", limit: Limit.name)
      setter.add(.detail, names.map(\.printable).joined(separator: ", "), limit: 160)
    }
    let tooltip = "any of " + names.map(\.printable).joined(separator: ", ")
    return Diagram.Node(
      id: id, kind: .any, lines: setter.lines, tooltip: tooltip.cut(to: 400))
  }

  // MARK: - Edges

  /// The label of an edge: each member once, and how many there are where not all have room.
  func edgeLines(_ members: [Bundle]) -> [Line] {
    var labels: [[Line]] = []
    for member in members {
      let label = self.label(member)
      if !labels.contains(label) { labels.append(label) }
    }
    var lines: [Line] = []
    for (index, label) in labels.enumerated() {
      let isLast = index == labels.count - 1
      if index > 0, lines.count + label.count > capabilities.labelLines - (isLast ? 0 : 1) {
        return lines + [[Span(.detail, "… and \(labels.count - index) more")]]
      }
      lines += label
    }
    return lines
  }

  /// `event [condition] / effect`, in as many lines as it needs.
  private func label(_ bundle: Bundle) -> [Line] {
    let transition = bundle.transition
    var setter = LabelSetter(width: capabilities.labelWidth)
    setter.add(.mark, marks(bundle), limit: 32)
    setter.add(.event, vocabulary.name(transition.event).printable, limit: Limit.name)
    if let condition = transition.guard {
      setter.add(
        .condition, "[\(condition.printable.cut(to: Limit.condition))]", limit: Limit.condition + 2)
    }
    if let effect = transition.effect {
      setter.add(
        .effect, "/ \(effect.description.printable.cut(to: Limit.effect))", limit: Limit.effect + 2)
    }
    return setter.lines
  }

  private func marks(_ bundle: Bundle) -> String {
    let marks = bundle.style.marks(capabilities)
    let counts = bundle.ordinals.compactMap { options.counts[$0] }
    guard !counts.isEmpty else { return marks }
    return (marks.isEmpty ? "" : marks + " ") + "\(counts.reduce(0, &+))×"
  }

  func fullLabel(_ bundle: Bundle) -> String {
    let transition = bundle.transition
    var text = vocabulary.name(transition.event)
    if let condition = transition.guard { text += " [\(condition)]" }
    if let effect = transition.effect { text += " / \(effect)" }
    return text.printable
  }

  // MARK: - Actions

  /// One action a group of lines: what it reacts to, what it writes and what it starts.
  func actionLines(_ actions: [Action]) -> [Line] {
    let shown = actions.prefix(40)
    let lines = shown.flatMap { action -> [Line] in
      var head = LabelSetter(width: 56)
      head.add(.event, vocabulary.name(action.event).printable, limit: Limit.name)
      if let condition = action.guard {
        head.add(.condition, "[\(condition.printable)]", limit: Limit.condition)
      }
      var body = LabelSetter(width: 56)
      let writes = action.writes.map { $0.text.printable }.joined(separator: "; ")
      body.add(.detail, writes, limit: 120)
      if let effect = action.effect {
        body.add(.effect, "/ \(effect.description.printable)", limit: Limit.effect)
      }
      return head.lines + body.lines.map { [Span(.detail, "\u{2003}")] + $0 }
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
