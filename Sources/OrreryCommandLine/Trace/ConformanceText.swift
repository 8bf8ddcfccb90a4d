import OrreryModel
import OrreryModelFile
import OrreryRendering
import OrreryTraceAnalysis

/// How one machine's runs and its declaration agree, for people and programs.
struct ConformanceText {
  /// Instances and gaps on a terminal stop here; JSON has more of them.
  private static let shownOfEach = 10

  var found: MachineConformance

  private var machine: Machine { found.machine }

  var facts: String {
    let coverage = found.coverage
    let share = Figure.percent(coverage.seen, of: coverage.declared)
    let contradicting = found.undeclaredSteps
    let fitness = found.fitness.map { ", fitness \(Figure.share($0))" } ?? ""
    return """
      \(Quantity.text(found.steps, "step"))\(fitness); \(coverage.seen) of \
      \(Quantity.text(coverage.declared, "declared edge")) seen (\(share)); \
      \(contradicting == 0 ? "no step" : Quantity.text(contradicting, "step")) undeclared\
      \(ByStatesText(found: found).facts)\(found.missingSteps == 0 ? "" : "; " + gapCount)
      """
  }

  /// How often the recording leaves something out.
  var gapCount: String { Quantity.text(found.missingSteps, "gap") + " in the recording" }

  /// The edges that can be taken or were; those that only refuse, and never had to, are left out.
  var table: ReportTable {
    let index = MachineIndex(machine)
    var table = ReportTable("verdict", "from", "event", "guard", "to", "#steps")
    table.rows = shown.map { ordinal in
      let edge = machine.transitions[ordinal]
      return [
        words(for: ordinal), "\(edge.from)", "\(index.label(of: edge.event))",
        "\(edge.guard ?? "")",
        "\(edge.to ?? (edge.kind == .unresolved ? "?" : edge.kind.rawValue))",
        "\(found.counts[ordinal] ?? 0)",
      ]
    }
    return table
  }

  private func words(for ordinal: Int) -> Styled {
    found.confirmedByStates.contains(ordinal)
      ? "\("by states", .green)" : found.verdicts[ordinal]?.words ?? ""
  }

  private var shown: [Int] {
    machine.transitions.indices.filter { ordinal in
      switch machine.transitions[ordinal].kind {
      case .move, .stay, .unresolved:
        !machine.transitions[ordinal].isLate || found.verdicts[ordinal] != .neverSeen
      case .ignore, .reject, .trap, .throw: found.verdicts[ordinal] != .neverSeen
      }
    }
  }

  /// What makes all that follows doubtful: the runs were of another version.
  var warnings: [Styled] {
    var warnings: [Styled] = []
    if let mismatch = found.vocabularyMismatch { warnings.append(Self.warning(mismatch)) }
    if let mismatch = found.structureMismatch {
      warnings.append(
        """
        \("structure differs", .yellow): the trace was recorded from another version \
        (\(String(mismatch.recorded.prefix(12))), declared is \
        \(String(mismatch.declared.prefix(12))))
        """)
    }
    return warnings
  }

  private static func warning(_ mismatch: MachineConformance.VocabularyMismatch) -> Styled {
    let parts = [
      mismatch.onlyRecorded.isEmpty
        ? nil : "only the trace has \(mismatch.onlyRecorded.joined(separator: ", "))",
      mismatch.onlyDeclared.isEmpty
        ? nil : "only the source has \(mismatch.onlyDeclared.joined(separator: ", "))",
    ].compactMap(\.self)
    let detail = parts.isEmpty ? "" : ": " + parts.joined(separator: "; ")
    return "\("names differ", .yellow): the trace was recorded from another version\(detail)"
  }

  /// What needs more words than a row: each step that no edge declares, the instances that took one,
  /// and what cannot be told.
  var remarks: [Styled] {
    var remarks: [Styled] = GapText(found: found, limit: Self.shownOfEach).lines
    remarks += found.undeclared.map { undeclared in
      var remark: Styled = "\("undeclared:", .red) \(undeclared.step.key.description)"
      remark += ", first at step \(String(undeclared.step.firstSequence))"
      let nearest = undeclared.nearest.map { "`\(machine.transitions[$0].arrow)` \(place(of: $0))" }
      if !nearest.isEmpty { remark += "; nearest is \(nearest.joined(separator: ", "))" }
      return remark
    }
    remarks += divergences
    remarks += found.explained.map { step in
      "\("explained:", .yellow) \(step.key.description), only by an edge of unknown target"
    }
    remarks += ByStatesText(found: found).lines
    if !found.guardsNotEvaluated.isEmpty {
      let edges = Quantity.text(found.guardsNotEvaluated.count, "edge")
      remarks.append("guards are not evaluated: \(edges) share their steps with another edge")
    }
    return remarks
  }

  private var divergences: [Styled] {
    let shown = found.divergences.prefix(Self.shownOfEach)
    let rest = found.divergedInstances - shown.count
    return shown.map { divergence in
      """
      \("diverges:", .red) instance \(String(divergence.instance)) first at step \
      \(String(divergence.sequence)), \(divergence.step.description)
      """
    } + (rest > 0 ? ["\("diverge:", .red) \(Quantity.text(rest, "more instance"))"] : [])
  }

  private func place(of ordinal: Int) -> String {
    let location = machine.transitions[ordinal].location
    return "(\(location.file):\(location.line))"
  }
}

// MARK: - Forms

extension ConformanceText {
  var lines: [Styled] {
    [
      ["\(machine.id, .bold)  \(facts)"], warnings.map { "  \($0)" }, [""], table.lines,
      remarks.map { "  \($0)" }, [""],
    ]
    .flatMap(\.self)
  }

  var markdown: String {
    func list(_ lines: [Styled]) -> String {
      lines.map { "- \(Markdown.escaped($0.text(colored: false)))\n" }.joined()
    }
    let parts = [list(warnings), facts + "\n", table.markdown, list(remarks)]
    return (["## \(Markdown.escaped(machine.id))\n"] + parts)
      .filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
  }

  var json: JSONText {
    [
      "machine": .string(machine.id), "recorded": .string(found.recordedID),
      "vocabularyMatches": .bool(found.vocabularyMismatch == nil),
      "structureMatches": .bool(found.structureMismatch == nil),
      "conforms": .bool(found.conforms), "fitness": .fraction(found.fitness),
      "steps": .number(found.steps), "instances": .number(found.instances),
      "divergedInstances": .number(found.divergedInstances),
      "declaredEdges": .number(found.coverage.declared), "seenEdges": .number(found.coverage.seen),
      "edges": .array(machine.transitions.indices.map(json(ofEdge:))),
      "explained": .array(
        found.explained.map { Self.json(of: $0.key) + ["steps": .number($0.count)] }),
      "divergences": .array(
        found.divergences.map { divergence in
          [
            "instance": .number(Int(clamping: divergence.instance)),
            "step": .number(Int(clamping: divergence.sequence)),
            "nanoseconds": .number(Int(clamping: divergence.at)),
          ] + Self.json(of: divergence.step)
        }),
    ] + ByStatesText(found: found).json + GapText(found: found, limit: Self.shownOfEach).json
  }

  static func json(of step: ObservedStep.Key) -> JSONText {
    [
      "from": .string(step.from), "origin": .string(step.origin.rawValue),
      "event": .string(step.event), "to": .string(step.to),
    ]
  }

  private func json(ofEdge ordinal: Int) -> JSONText {
    let edge = machine.transitions[ordinal]
    let undeclared = found.undeclared.first { $0.ordinal == ordinal }
    return [
      "verdict": .text(found.verdicts[ordinal]?.rawValue), "from": .string(edge.from),
      "origin": .string(edge.event.origin.rawValue), "event": .string(edge.event.name),
      "guard": .text(edge.guard), "to": .text(edge.to), "kind": .string(edge.kind.rawValue),
      "steps": .number(found.counts[ordinal] ?? 0),
      "byStates": .bool(found.confirmedByStates.contains(ordinal)),
      "guardEvaluated": .bool(!found.guardsNotEvaluated.contains(ordinal)),
      "nearest": .array((undeclared?.nearest ?? []).map { .number($0) }),
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

extension JSONText {
  /// A part from 0 to 1.
  static func fraction(_ part: Double?) -> Self { part.map { .decimal("\($0)") } ?? .null }
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
