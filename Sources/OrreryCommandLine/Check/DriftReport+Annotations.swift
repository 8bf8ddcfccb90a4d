/// What a check found, for the reporters.
extension DriftReport {
  func write(as reporter: Reporter, on console: Console) {
    switch reporter {
    case .text: DriftText(report: self).write(on: console)
    case .github: console.data(GitHubAnnotations(annotations: changeAnnotations + told).text)
    case .sarif:
      let log = SARIFLog(rules: Self.rules, annotations: changeAnnotations + driftAnnotations)
      console.data(log.json.document(levels: 9))
    case .junit:
      console.data(
        JUnitReport(suite: "check", annotations: tested, passed: "\(checked) files and blocks").text
      )
    case .json: console.data(json.document(levels: 4))
    }
  }

  private static let rules =
    [("changed", "A machine behaves differently from what is written.")]
    + Drift.Problem.allCases.map { ($0.rawValue, $0.meaning) }

  /// A difference of a machine stands at the line of Swift that makes it, everything else at the file
  /// that does not match.
  private var changeAnnotations: [Annotation] {
    changes.flatMap { change in
      change.facts.map { fact in
        Annotation(
          rule: "changed", title: "\(change.machine) changed", message: fact.text,
          file: fact.location.file, line: fact.location.line,
          identity: "\(change.machine)\t\(fact.text)")
      }
    }
  }

  private var driftAnnotations: [Annotation] {
    drifts.map { drift in
      Annotation(
        rule: drift.problem.rawValue, title: drift.title, message: drift.summary, file: drift.file,
        line: drift.line,
        identity: "\(drift.file)\t\(drift.machine ?? "")\t\(drift.detail ?? "")")
    }
  }

  /// With what the machine of each does differently.
  private var told: [Annotation] {
    zip(drifts, driftAnnotations).map { drift, annotation in
      var annotation = annotation
      annotation.details = sentences(of: drift)
      return annotation
    }
  }

  /// With the lines that differ besides.
  private var tested: [Annotation] {
    zip(drifts, told).map { drift, annotation in
      var annotation = annotation
      annotation.details += drift.diff.map { "\($0.mark)\($0.text)" }
      return annotation
    }
  }

  private func sentences(of drift: Drift) -> [String] {
    changes.first { $0.machine == drift.machine }?.sentences ?? []
  }
}

extension Drift {
  /// The problem in a few words.
  fileprivate var title: String {
    problem == .unresolved ? "Not resolved" : "Diagram is \(problem.rawValue)"
  }

  /// What is wrong and what puts it right.
  fileprivate var summary: String {
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

extension Drift.Problem {
  /// What the problem is, as a sentence.
  fileprivate var meaning: String {
    switch self {
    case .missing: "A generated file or block is not there."
    case .outdated: "A generated file or block differs from what the source declares."
    case .edited: "A generated block was edited by hand."
    case .stale: "A generated file or block shows a machine that is gone."
    case .unresolved: "A part of a machine cannot be resolved from the source."
    }
  }
}
