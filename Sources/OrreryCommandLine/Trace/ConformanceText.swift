import OrreryModel
import OrreryModelFile
import OrreryRendering
import OrreryTraceAnalysis

/// How one machine's runs and its declaration agree, for people and programs.
struct ConformanceText {
  var found: MachineConformance

  private var machine: Machine { found.machine }

  var facts: String {
    let coverage = found.coverage
    let share = Figure.percent(coverage.seen, of: coverage.declared)
    let contradicting = found.undeclared.reduce(0) { $0 + $1.step.count }
    return """
      \(Quantity.text(found.steps, "step")); \(coverage.seen) of \
      \(Quantity.text(coverage.declared, "declared edge")) seen (\(share)); \
      \(contradicting == 0 ? "no step" : Quantity.text(contradicting, "step")) undeclared
      """
  }

  /// The edges that can be taken or were; those that only refuse, and never had to, are left out.
  var table: ReportTable {
    let index = MachineIndex(machine)
    var table = ReportTable("verdict", "from", "event", "guard", "to", "#steps")
    table.rows = shown.map { ordinal in
      let edge = machine.transitions[ordinal]
      return [
        found.verdicts[ordinal]?.words ?? "", "\(edge.from)", "\(index.label(of: edge.event))",
        "\(edge.guard ?? "")",
        "\(edge.to ?? (edge.kind == .unresolved ? "?" : edge.kind.rawValue))",
        "\(found.counts[ordinal] ?? 0)",
      ]
    }
    return table
  }

  private var shown: [Int] {
    machine.transitions.indices.filter { ordinal in
      switch machine.transitions[ordinal].kind {
      case .move, .stay, .unresolved: true
      case .ignore, .reject, .trap, .throw: found.verdicts[ordinal] != .neverSeen
      }
    }
  }

  /// What needs more words than a row: each step that no edge declares, and what cannot be told.
  var remarks: [Styled] {
    var remarks: [Styled] = found.undeclared.map { undeclared in
      var remark: Styled = "\("undeclared:", .red) \(undeclared.step.key.description)"
      remark += ", first at step \(String(undeclared.step.firstSequence))"
      let nearest = undeclared.nearest.map { "`\(machine.transitions[$0].arrow)`" }
      if !nearest.isEmpty { remark += "; declared is \(nearest.joined(separator: ", "))" }
      return remark
    }
    remarks += found.explained.map { step in
      "\("explained:", .yellow) \(step.key.description), only by an edge of unknown target"
    }
    if !found.guardsNotEvaluated.isEmpty {
      let edges = Quantity.text(found.guardsNotEvaluated.count, "edge")
      remarks.append("guards are not evaluated: \(edges) confirmed together with a twin")
    }
    if let mismatch = found.vocabularyMismatch { remarks.append(Self.remark(mismatch)) }
    return remarks
  }

  private static func remark(_ mismatch: MachineConformance.VocabularyMismatch) -> Styled {
    let parts = [
      mismatch.onlyRecorded.isEmpty
        ? nil : "only the trace has \(mismatch.onlyRecorded.joined(separator: ", "))",
      mismatch.onlyDeclared.isEmpty
        ? nil : "only the source has \(mismatch.onlyDeclared.joined(separator: ", "))",
    ].compactMap(\.self)
    let detail = parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
    return "\("names differ", .yellow): the trace was recorded from another version\(detail)"
  }
}

// MARK: - Forms

extension ConformanceText {
  var lines: [Styled] {
    [["\(machine.id, .bold)  \(facts)", ""], table.lines, remarks.map { "  \($0)" }, [""]]
      .flatMap(\.self)
  }

  var markdown: String {
    let list = remarks.map { "- \(Markdown.escaped($0.text(colored: false)))\n" }.joined()
    return ["## \(Markdown.escaped(machine.id))\n", facts + "\n", table.markdown, list]
      .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    [
      "machine": .string(machine.id), "recorded": .string(found.recordedID),
      "conforms": .bool(found.conforms), "steps": .number(found.steps),
      "declaredEdges": .number(found.coverage.declared), "seenEdges": .number(found.coverage.seen),
      "vocabularyMatches": .bool(found.vocabularyMismatch == nil),
      "edges": .array(machine.transitions.indices.map(json(ofEdge:))),
      "explained": .array(
        found.explained.map { step in
          [
            "from": .string(step.key.from), "origin": .string(step.key.origin.rawValue),
            "event": .string(step.key.event), "to": .string(step.key.to),
            "steps": .number(step.count),
          ]
        }),
    ]
  }

  private func json(ofEdge ordinal: Int) -> JSONText {
    let edge = machine.transitions[ordinal]
    return [
      "verdict": .text(found.verdicts[ordinal]?.rawValue), "from": .string(edge.from),
      "origin": .string(edge.event.origin.rawValue), "event": .string(edge.event.name),
      "guard": .text(edge.guard), "to": .text(edge.to), "kind": .string(edge.kind.rawValue),
      "steps": .number(found.counts[ordinal] ?? 0),
      "guardEvaluated": .bool(!found.guardsNotEvaluated.contains(ordinal)),
      "file": .string(edge.location.file), "line": .number(edge.location.line),
    ]
  }

  /// The picture, with a verdict on every edge.
  var drawing: MachineDrawings.Drawing {
    var options = RenderOptions()
    options.counts = found.counts
    options.verdicts = found.verdicts.mapValues(\.shown)
    return MachineDrawings.Drawing(machine: machine, options: options)
  }
}

extension Verdict {
  fileprivate var words: Styled {
    switch self {
    case .confirmed: "\("confirmed", .green)"
    case .neverSeen: "\("never seen", .dim)"
    case .undeclared: "\("undeclared", .red)"
    case .explained: "\("explained", .yellow)"
    }
  }

  fileprivate var shown: EdgeVerdict {
    switch self {
    case .confirmed: .confirmed
    case .neverSeen: .neverSeen
    case .undeclared: .undeclared
    case .explained: .explained
    }
  }
}
