import OrreryModel

extension MarkdownPage {
  /// What each state answers to each event, a table for each region; an empty cell is a pair that the
  /// source does not name.
  var matrix: [String] {
    let matrix = EventMatrix(machine)
    guard !matrix.states.isEmpty, !matrix.events.isEmpty, !machine.transitions.isEmpty else {
      return []
    }
    let tables =
      machine.regions.count > 1
      ? machine.regions.map { table(matrix, states: $0.states, region: $0.name) }
      : [table(matrix, states: matrix.states, region: nil)]
    return ["## Events by state", ""] + tables.filter { !$0.isEmpty }.joined(separator: [""])
  }

  /// The widest table that is read without scrolling.
  private static var mostColumns: Int { 12 }

  private func table(_ matrix: EventMatrix, states: [String], region: String?) -> [String] {
    guard states.count <= Self.mostColumns else {
      let subject = region.map(MarkdownText.code) ?? "The machine"
      return ["\(subject) has \(states.count) states: the format `matrix` has them in a table."]
    }
    let rows = matrix.events.compactMap { event -> [String]? in
      let cells = states.map { cell(matrix.answers(of: $0, to: event)) }
      // An event that a region does not answer is told by others.
      guard region == nil || cells.contains(where: { !$0.isEmpty }) else { return nil }
      return [MarkdownText.code(vocabulary.name(event))] + cells
    }
    return rows.isEmpty
      ? [] : MarkdownText.table(["Event"] + states.map(MarkdownText.code), rows)
  }

  private func cell(_ answers: [Transition]) -> String {
    var seen: Set<String> = []
    return answers.map(answer).filter { seen.insert($0).inserted }.joined(separator: "<br>")
  }

  private func answer(_ transition: Transition) -> String {
    let condition = transition.guard == nil ? "" : " (guarded)"
    switch transition.kind {
    case .move: return (transition.to.map(MarkdownText.code) ?? "?") + condition
    case .unresolved: return "?" + condition
    case .stay, .ignore, .reject, .trap, .throw: return transition.kind.rawValue + condition
    }
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
      + Unresolved.grouped(machine.unresolved).map { group in
        let places = group.places
        let others = places.dropFirst().map { other in
          link(MarkdownText.code(other.place(beside: places[0])), other)
        }
        let all = ([place(places[0])] + others).joined(separator: ", ")
        return "- \(all): \(MarkdownText.prose(group.reason()))"
      }
  }

  var remarks: [String] {
    guard !machine.remarks.isEmpty else { return [] }
    let rows = machine.remarks.enumerated().map { number, remark in
      let about = [
        remark.state.map { MarkdownText.code($0) },
        remark.event.map { "on \(MarkdownText.code(vocabulary.name($0)))" },
      ].compactMap(\.self)
      return [
        "\(number + 1)", MarkdownText.code(remark.rule), about.joined(separator: " "),
        MarkdownText.prose(remark.message), place(remark.location),
      ]
    }
    return ["## Remarks", ""]
      + MarkdownText.table(["#", "Rule", "About", "Remark", "Line"], rows)
  }
}
