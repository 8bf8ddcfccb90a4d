import OrreryModel

extension MarkdownPage {
  /// What each state answers to each event; an empty cell is a pair that the source does not name.
  var matrix: [String] {
    let matrix = EventMatrix(machine)
    guard !matrix.states.isEmpty, !matrix.events.isEmpty, !machine.transitions.isEmpty else {
      return []
    }
    let rows = matrix.events.map { event in
      [MarkdownText.code(vocabulary.name(event))]
        + matrix.states.map { state in
          let answers = matrix.answers(of: state, to: event).map(answer)
          guard answers.count > 1 else { return answers.first ?? "" }
          var seen: Set<String> = []
          return answers.filter { seen.insert($0).inserted }.joined(separator: "<br>")
        }
    }
    return ["## Events by state", ""]
      + MarkdownText.table(["Event"] + matrix.states.map(MarkdownText.code), rows)
  }

  private func answer(_ transition: Transition) -> String {
    let condition = transition.guard == nil ? "" : " (guarded)"
    switch transition.kind {
    case .move: return (transition.to.map(MarkdownText.code) ?? "?") + condition
    case .unresolved: return "?" + condition
    case .stay, .ignore, .reject, .trap, .throw: return transition.kind.rawValue + condition
    }
  }

  /// The pairs that are declared to do nothing, or to be illegal.
  var illegal: [String] {
    let refusals = machine.transitions.filter(\.isRefusal)
    guard !refusals.isEmpty else { return [] }
    let rows = Transition.Kind.allCases.flatMap { kind in
      refusals.filter { $0.kind == kind }.map { transition in
        [
          kind.rawValue, MarkdownText.code(transition.from),
          MarkdownText.code(vocabulary.name(transition.event)),
          MarkdownText.code(transition.guard ?? ""),
          transition.forwards.map { "passed on to \(MarkdownText.code($0))" }
            ?? MarkdownText.code(transition.effect?.description ?? ""),
          place(transition.location),
        ]
      }
    }
    return ["## Ignored and illegal", ""]
      + MarkdownText.table(["Answer", "State", "Event", "Guard", "Remark", "Line"], rows)
  }

  var composition: [String] {
    let children = machine.children.map { child in
      let name = MarkdownText.code(child.machine)
      let page = options.nested.page(of: child.machine, as: "md").map(MarkdownText.path)
      return [
        page.map { "[\(name)](\($0))" } ?? name, child.via.rawValue, MarkdownText.code(child.path),
      ]
    }
    let regions = machine.regions.map { region in
      [
        MarkdownText.code(region.name),
        region.states.map(MarkdownText.code).joined(separator: ", "),
        MarkdownText.code(region.initial ?? ""),
      ]
    }
    var lines: [String] = []
    if !regions.isEmpty {
      lines += ["## Regions", ""] + MarkdownText.table(["Region", "States", "Initial"], regions)
    }
    if !children.isEmpty {
      lines += lines.isEmpty ? [] : [""]
      lines +=
        ["## Nested machines", ""] + MarkdownText.table(["Machine", "Held by", "As"], children)
    }
    return lines
  }

  var unresolved: [String] {
    guard !machine.unresolved.isEmpty else { return [] }
    return ["## Not resolved", ""]
      + machine.unresolved.map {
        "- \(place($0.location)): \(MarkdownText.prose($0.reason))"
      }
  }
}
