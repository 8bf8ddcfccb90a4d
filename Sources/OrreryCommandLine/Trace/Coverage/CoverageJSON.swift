import OrreryModel
import OrreryModelFile
import OrreryTraceAnalysis

/// Coverage for programs: `orrery.coverage/1`.
struct CoverageJSON {
  var report: CoverageReport

  var document: JSONText {
    [
      "schema": .string("orrery.coverage/1"), "total": figures { report.figure($0) },
      "traces": .array(
        report.traces.map { trace in
          [
            "name": .string(trace.name), "steps": .number(trace.steps),
            "edges": .number(trace.edges), "onlyHere": .number(trace.onlyHere),
          ]
        }),
      "exclusions": .array(report.exclusions.indices.map(exclusion)),
      "machines": .array(report.machines.map(machine)),
    ]
  }

  private func figures(_ figure: (CoverageCriterion) -> Coverage) -> JSONText {
    .object(
      CoverageCriterion.allCases.map { criterion in
        let figure = figure(criterion)
        return JSONText.Member(
          key: criterion.rawValue,
          value: ["declared": .number(figure.declared), "covered": .number(figure.seen)])
      })
  }

  private func exclusion(_ position: Int) -> JSONText {
    let exclusion = report.exclusions[position]
    return [
      "machine": .string(exclusion.machine), "from": .text(exclusion.from),
      "event": .text(exclusion.event), "to": .text(exclusion.to),
      "reason": .string(exclusion.reason),
      "reached": .bool(report.reachedExclusions.contains(position)),
      "idle": .bool(report.idleExclusions.contains(position)),
    ]
  }

  private func machine(_ found: MachineCoverage) -> JSONText {
    let machine = found.machine
    return [
      "machine": .string(machine.id), "steps": .number(found.steps),
      "undeclaredSteps": .number(found.undeclaredSteps),
      "joinedByStates": .number(found.joinedByStates),
      "unjoinedSteps": .number(found.unjoinedSteps), "figures": figures { found.figure($0) },
      "edges": list(found.edges) { edge(machine.transitions[$0]) },
      "pairs": list(found.pairs) { ["first": .number($0.first), "second": .number($0.second)] },
      "states": list(found.states) { ["name": .string($0)] },
      "events": list(found.events) {
        ["origin": .string($0.origin.rawValue), "name": .string($0.name)]
      },
      "rejected": list(found.rejected) { edge(machine.transitions[$0]) },
      "guardsNotEvaluated": .array(found.guardsNotEvaluated.map { .number($0) }),
    ]
  }

  private func list<Subject>(
    _ items: [CoverageItem<Subject>], _ subject: (Subject) -> JSONText
  ) -> JSONText {
    .array(
      items.map { item in
        let position: JSONText = (item.subject as? Int).map { ["transition": .number($0)] } ?? [:]
        return position + subject(item.subject) + [
          "count": .number(item.count), "traces": .array(item.traces.map { .number($0) }),
          "exclusion": .count(item.exclusion),
        ]
      })
  }

  private func edge(_ edge: Transition) -> JSONText {
    [
      "from": .string(edge.from), "origin": .string(edge.event.origin.rawValue),
      "event": .string(edge.event.name), "guard": .text(edge.guard), "to": .text(edge.to),
      "kind": .string(edge.kind.rawValue), "file": .string(edge.location.file),
      "line": .number(edge.location.line),
    ]
  }
}
