import OrreryModelFile

/// For people: what the machines do differently, then which files, then line by line.
struct DriftText {
  var report: DriftReport

  func write(on console: Console) {
    for change in report.changes {
      console.show("\(change.machine, .bold)")
      for fact in change.facts {
        let place = "\(fact.location.file):\(fact.location.line)"
        console.show("  \(fact.text)  \(place, .dim)")
      }
      console.show()
    }
    for drift in report.drifts {
      let detail = drift.detail.map { ": \($0)" } ?? ""
      console.show("\(drift.problem.rawValue, .red) \(drift.place)\(detail)")
    }
    for drift in report.drifts where !drift.diff.isEmpty {
      console.show()
      console.show("\("--- \(drift.place)", .bold)")
      console.show("\("+++ \(drift.place) as the source declares it", .bold)")
      for line in drift.diff { console.show(styled(line)) }
    }
  }

  private func styled(_ line: UnifiedDiff.Line) -> Styled {
    let text = "\(line.mark)\(line.text)"
    return switch line.mark {
    case "-": "\(text, .red)"
    case "+": "\(text, .green)"
    case "@": "\(text, .cyan)"
    default: "\(text)"
    }
  }
}

extension DriftReport {
  var json: JSONText {
    [
      "schema": .string("orrery.check/1"), "checked": .number(checked),
      "files": .array(
        drifts.map { drift in
          [
            "file": .string(drift.file), "line": .count(drift.line),
            "problem": .string(drift.problem.rawValue),
            "machine": .text(drift.machine), "detail": .text(drift.detail),
            "diff": .strings(drift.diff.map { "\($0.mark)\($0.text)" }),
          ]
        }),
      "changes": .array(
        changes.map { change in
          [
            "machine": .string(change.machine), "sentences": .strings(change.sentences),
            "places": .strings(change.facts.map(\.location.description)),
          ]
        }),
    ]
  }
}
