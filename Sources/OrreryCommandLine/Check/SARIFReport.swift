import OrreryModelFile

/// Findings for code scanning: SARIF 2.1.0,
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
struct SARIFReport {
  private struct Result {
    var rule: String
    var message: String
    var file: String
    var line: Int?
    /// What stays the same while lines move.
    var identity: String
  }

  var report: DriftReport

  private static let rules =
    [("changed", "A machine behaves differently from what is written.")]
    + Drift.Problem.allCases.map { ($0.rawValue, $0.meaning) }

  var json: JSONText {
    let driver: JSONText = [
      "name": .string("Orrery"),
      "rules": .array(
        Self.rules.map { id, meaning in
          ["id": .string(id), "shortDescription": ["text": .string(meaning)]]
        }),
    ]
    return [
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": .string("utf16CodeUnits"),
          "results": .array(results),
        ]
      ],
    ]
  }

  private var results: [JSONText] {
    let changes = report.changes.flatMap { change in
      change.facts.map { fact in
        Result(
          rule: "changed", message: "\(change.machine): \(fact.text)", file: fact.location.file,
          line: fact.location.line, identity: "\(change.machine)\t\(fact.text)")
      }
    }
    let drifts = report.drifts.map { drift in
      Result(
        rule: drift.problem.rawValue, message: drift.summary, file: drift.file, line: drift.line,
        identity: "\(drift.file)\t\(drift.machine ?? "")\t\(drift.detail ?? "")")
    }
    return (changes + drifts).map(json)
  }

  private func json(_ result: Result) -> JSONText {
    let place: JSONText = ["artifactLocation": ["uri": .string(result.file.asURI)]]
    let region: JSONText = result.line.map { ["region": ["startLine": .number($0)]] } ?? [:]
    return [
      "ruleId": .string(result.rule), "level": .string("error"),
      "message": ["text": .string(result.message)],
      "locations": [["physicalLocation": place + region]],
      "partialFingerprints": ["orrery/v1": .string(result.identity.fingerprint)],
    ]
  }
}

extension Drift.Problem {
  /// What the problem is, as a sentence.
  var meaning: String {
    switch self {
    case .missing: "A generated file or block is not there."
    case .outdated: "A generated file or block differs from what the source declares."
    case .edited: "A generated block was edited by hand."
    case .stale: "A generated file or block shows a machine that is gone."
    case .unresolved: "A part of a machine cannot be resolved from the source."
    }
  }
}
