import OrreryModel

/// Writes the answers of each state in columns, for a terminal.
enum TextWriter: Writer {
  private static var capabilities: Capabilities {
    var capabilities = Capabilities()
    capabilities.strokes = []
    return capabilities
  }

  static func text(of machine: Machine, options: RenderOptions) -> String {
    let vocabulary = Vocabulary(machine)
    let scope = Neighbourhood(of: machine, options: options)
    var lines = [
      "\(machine.id.printable) (\(machine.style.rawValue), \(machine.location.place.printable))"
    ]
    for name in scope.names where scope.contains(name) {
      let rows = machine.transitions.indices.compactMap { index -> [String]? in
        let transition = machine.transitions[index]
        guard transition.from == name, isShown(index, transition, options) else { return nil }
        return row(index, transition, vocabulary, options)
      }
      lines += ["", heading(name, machine)] + columns(rows).map { "    " + $0 }
    }
    lines += machine.actions.isEmpty ? [] : ["", "actions"] + actions(machine, vocabulary)
    lines += omissions(machine, options)
    lines += Diagram.notes(machine, Nesting(machine, options)).flatMap { note in
      ["", note.title] + note.lines.map { "    " + $0 }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func isShown(
    _ index: Int, _ transition: Transition, _ options: RenderOptions
  ) -> Bool {
    options.showsIgnored || (transition.kind != .ignore && transition.kind != .reject)
      || options.verdicts[index] == .undeclared
  }

  private static func heading(_ name: String, _ machine: Machine) -> String {
    let state = machine.states.first { $0.name == name }
    let isInitial = machine.initial.map { $0 == name } ?? state?.isInitial ?? false
    let isFinal = state?.isFinal ?? false
    let sign = isInitial ? "●" : isFinal ? "◎" : "○"
    let flags = [
      isInitial ? "initial" : "", state?.isStable ?? true ? "" : "unstable", isFinal ? "final" : "",
    ]
    let words = flags.filter { !$0.isEmpty }.joined(separator: ", ")
    return "\(sign) \(name.printable)" + (words.isEmpty ? "" : "  (\(words))")
  }

  private static func row(
    _ index: Int, _ transition: Transition, _ vocabulary: Vocabulary, _ options: RenderOptions
  ) -> [String] {
    let style = EdgeStyle(
      origin: transition.event.origin, kind: transition.kind, certainty: transition.certainty,
      verdict: options.verdicts[index])
    let count = options.counts[index].map { "\($0)×" } ?? ""
    var label = vocabulary.name(transition.event).printable
    if let condition = transition.guard { label += " [\(condition.printable)]" }
    let marks = [style.marks(capabilities.strokes), count].filter { !$0.isEmpty }.joined(
      separator: " ")
    return [
      marks.isEmpty ? label : "\(marks) \(label)", "→ \(target(transition))",
      transition.effect.map { "/ \($0.description.printable)" } ?? "",
    ]
  }

  private static func target(_ transition: Transition) -> String {
    switch transition.kind {
    case .move, .unresolved: transition.to?.printable ?? "?"
    case .stay: "(stays)"
    case .ignore: "(ignored)"
    case .reject: "(rejected)"
    case .trap: "(traps)"
    case .throw: "(throws)"
    }
  }

  private static func actions(_ machine: Machine, _ vocabulary: Vocabulary) -> [String] {
    let rows = machine.actions.map { action in
      [
        vocabulary.name(action.event).printable
          + (action.guard.map { " [\($0.printable)]" } ?? ""),
        action.writes.map { $0.text.printable }.joined(separator: "; "),
        action.effect.map { "/ \($0.description.printable)" } ?? "",
      ]
    }
    return columns(rows).map { "    " + $0 }
  }

  private static func omissions(_ machine: Machine, _ options: RenderOptions) -> [String] {
    let hidden = machine.transitions.indices.filter {
      !isShown($0, machine.transitions[$0], options)
    }
    let rejected = hidden.count { machine.transitions[$0].kind == .reject }
    let parts = [
      hidden.count > rejected ? "\(hidden.count - rejected) ignored" : "",
      rejected > 0 ? "\(rejected) rejected" : "",
    ]
    let words = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? [] : ["", "Not shown: \(words)"]
  }

  /// Pads all columns but the last to the longest of their cells, up to half a wide terminal.
  private static func columns(_ rows: [[String]]) -> [String] {
    guard let count = rows.map(\.count).max() else { return [] }
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.filter { $0 <= 60 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (cell, width) in zip(row, widths) {
        line += cell + String(repeating: " ", count: max(width - cell.count, 0) + 2)
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}
