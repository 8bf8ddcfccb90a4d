/// Annotations of a pull request, as GitHub's workflow commands define them:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
///
/// A difference of a machine stands at the line of Swift that makes it, everything else at the file
/// that does not match.
struct GitHubReport {
  var report: DriftReport

  var lines: [String] {
    report.changes.flatMap { change in
      change.facts.map { fact in
        line(
          file: fact.location.file, fact.location.line, "\(change.machine) changed", fact.text)
      }
    }
      + report.drifts.map { drift in
        let changes = report.changes.first { $0.machine == drift.machine }?.sentences ?? []
        return line(
          file: drift.file, drift.line, drift.title,
          ([drift.summary] + changes).joined(separator: "\n"))
      }
  }

  private func line(file: String, _ line: Int?, _ title: String, _ message: String) -> String {
    let place = line.map { ",line=\($0)" } ?? ""
    return "::error file=\(property(file))\(place),title=\(property(title))::\(escaped(message))"
  }

  private func escaped(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .harmless(keepingLines: false)
  }

  private func property(_ text: String) -> String {
    escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}

extension Drift {
  /// The problem in a few words.
  var title: String {
    problem == .unresolved ? "Not resolved" : "Diagram is \(problem.rawValue)"
  }

  /// What is wrong and what puts it right.
  var summary: String {
    switch problem {
    case .missing: "\(file) is not there; \(instruction)"
    case .outdated: "\(file) does not show what the source declares; \(instruction)"
    case .edited: "\(file) was edited by hand; move the text outside the markers, or \(instruction)"
    case .stale: "\(file) shows what the source no longer declares; \(instruction)"
    case .unresolved: detail ?? "a part is not resolved"
    }
  }

  /// What to do; a command is in code.
  private var instruction: String {
    remedy.hasPrefix("`") ? "run \(remedy)" : "\(remedy) puts it right"
  }
}
