import OrreryModel
import OrreryRendering
import OrreryTraceAnalysis

/// How much of one machine is covered, for people.
struct CoverageText {
  /// Lists on a terminal stop here; JSON has all of them.
  static let listLimit = 10

  var found: MachineCoverage
  var report: CoverageReport

  private var machine: Machine { found.machine }

  var facts: String {
    CoverageCriterion.allCases.map { criterion in
      let figure = found.figure(criterion)
      let share = Figure.percent(figure.seen, of: figure.declared)
      return "\(criterion.words) \(figure.seen)/\(figure.declared) (\(share))"
    }.joined(separator: ", ")
  }

  /// Every edge, with the traces that take it.
  var table: ReportTable {
    let index = MachineIndex(machine)
    var table = ReportTable("", "from", "event", "guard", "to", "#steps", "traces", "#line")
    table.rows = found.edges.map { item in
      let edge = machine.transitions[item.subject]
      return [
        item.mark, "\(edge.from)", "\(index.label(of: edge.event))", "\(edge.guard ?? "")",
        "\(edge.to ?? "?")", "\(item.count)", "\(traces(item.traces))",
        "\(edge.location.line, .dim)",
      ]
    }
    return table
  }

  private func traces(_ positions: [Int]) -> String {
    let names = positions.prefix(3).map { report.traces[$0].name }
    let rest = positions.count - names.count
    return names.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// What is not covered besides edges, and what needs a word.
  var remarks: [Styled] {
    let index = MachineIndex(machine)
    var remarks: [Styled] = []
    remarks += list("state never entered", found.states) { $0 }
    remarks += list("event never taken", found.events) { index.label(of: $0) }
    remarks += list("refusal never tried", found.rejected) { machine.transitions[$0].arrow }
    remarks += list("pair never taken", found.pairs) { pair in
      machine.transitions[pair.first].arrow + " –"
        + index.label(of: machine.transitions[pair.second].event) + "→ "
        + (machine.transitions[pair.second].to ?? "?")
    }
    if found.undeclaredSteps > 0 {
      let steps = Quantity.text(found.undeclaredSteps, "step")
      remarks.append("\("undeclared:", .red) \(steps) count for nothing; see `trace conform`")
    }
    if found.joinedByStates > 0 {
      remarks.append("\(Quantity.text(found.joinedByStates, "step")) joined by states alone")
    }
    if found.unjoinedSteps > 0 {
      let steps = Quantity.text(found.unjoinedSteps, "step")
      remarks.append(
        "\("not joined:", .yellow) \(steps) without event; see `trace conform`")
    }
    if !found.guardsNotEvaluated.isEmpty {
      let edges = Quantity.text(found.guardsNotEvaluated.count, "edge")
      remarks.append("guards are not evaluated: \(edges) share their steps with another edge")
    }
    return remarks
  }

  private func list<Subject>(
    _ title: Styled, _ items: [CoverageItem<Subject>], _ name: (Subject) -> String
  ) -> [Styled] {
    let missing = items.filter { !$0.isCovered && $0.exclusion == nil }
    var lines: [Styled] = missing.prefix(Self.listLimit).map { "\(title): \(name($0.subject))" }
    if missing.count > Self.listLimit {
      lines.append("\(title): \(missing.count - Self.listLimit) more")
    }
    return lines
  }

  var lines: [Styled] {
    [
      ["\(machine.id, .bold)  \(machine.location.file, .dim)", "  \(facts)", ""], table.lines,
      remarks.map { "  \($0)" }, [""],
    ]
    .flatMap(\.self)
  }

  var markdown: String {
    let list = remarks.map { "- \(Markdown.escaped($0.text(colored: false)))\n" }.joined()
    return ["## \(Markdown.escaped(machine.id))\n", facts + "\n", table.markdown, list]
      .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  /// The picture: taken, never taken, and unmarked what is excluded or not counted.
  var drawing: MachineDrawings.Drawing {
    var options = RenderOptions()
    for item in found.edges {
      if item.isCovered || item.exclusion == nil {
        options.verdicts[item.subject] = item.isCovered ? .confirmed : .neverSeen
      }
      if item.isCovered { options.counts[item.subject] = item.count }
    }
    return MachineDrawings.Drawing(machine: machine, options: options)
  }
}

extension CoverageCriterion {
  fileprivate var words: String {
    switch self {
    case .edges: "edges"
    case .pairs: "pairs"
    case .states: "states"
    case .events: "events"
    case .rejected: "refusals"
    }
  }
}

extension CoverageItem {
  fileprivate var mark: Styled {
    if exclusion != nil {
      return isCovered ? "\("excluded, taken", .yellow)" : "\("excluded", .dim)"
    }
    return isCovered ? "\("taken", .green)" : "\("never taken", .red)"
  }
}
