import ArgumentParser
import OrreryModelFile

/// The forms in which a check says what it found.
enum Reporter: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, github, json

  func write(_ report: DriftReport, on console: Console) {
    switch self {
    case .text: TextReport(report: report).write(on: console)
    case .github: for line in GitHubReport(report: report).lines { console.data(line + "\n") }
    case .json: console.data(report.json.document(levels: 4))
    }
  }
}

/// For people: what the machines do differently, then which files, then line by line.
private struct TextReport {
  var report: DriftReport

  func write(on console: Console) {
    for change in report.changes {
      console.show("\(change.machine, .bold)")
      for sentence in change.sentences { console.show("  \(sentence)") }
      console.show()
    }
    for drift in report.drifts {
      console.show("\(drift.problem.rawValue, .red) \(drift.file)")
    }
    for drift in report.drifts where !drift.diff.isEmpty {
      console.show()
      console.show("\("--- \(drift.file)", .bold)")
      console.show("\("+++ \(drift.file) as the source declares it", .bold)")
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

/// Annotations of a pull request, as GitHub's workflow commands define them.
private struct GitHubReport {
  var report: DriftReport

  var lines: [String] {
    report.drifts.map { drift in
      let changes = report.changes.first { $0.machine == drift.machine }?.sentences ?? []
      let message = ([summary(of: drift)] + changes).joined(separator: "\n")
      return "::error file=\(property(drift.file)),title=\(property(title(drift)))"
        + "::\(escaped(message))"
    }
  }

  private func title(_ drift: Drift) -> String { "Diagram is \(drift.problem.rawValue)" }

  private func summary(of drift: Drift) -> String {
    switch drift.problem {
    case .missing: "\(drift.file) is not there; run `orrery draw`"
    case .outdated: "\(drift.file) does not show what the source declares; run `orrery draw`"
    case .stale: "\(drift.file) shows what the source no longer declares; run `orrery draw`"
    }
  }

  private func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .harmless(keepingLines: false)
  }

  private func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension DriftReport {
  fileprivate var json: JSONText {
    [
      "schema": .string("orrery.check/1"), "checked": .number(checked),
      "files": .array(
        drifts.map { drift in
          [
            "file": .string(drift.file), "problem": .string(drift.problem.rawValue),
            "machine": .text(drift.machine),
            "diff": .strings(drift.diff.map { "\($0.mark)\($0.text)" }),
          ]
        }),
      "changes": .array(
        changes.map { change in
          ["machine": .string(change.machine), "sentences": .strings(change.sentences)]
        }),
    ]
  }
}
