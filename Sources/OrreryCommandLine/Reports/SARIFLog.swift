import OrreryModelFile

/// Findings for code scanning: SARIF 2.1.0,
/// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html.
struct SARIFLog {
  /// The ids of what may be found, each with its meaning as a sentence.
  var rules: [(id: String, meaning: String)]
  var annotations: [Annotation]

  var json: JSONText {
    let driver: JSONText = [
      "name": .string("Orrery"),
      "rules": .array(
        rules.map { ["id": .string($0.id), "shortDescription": ["text": .string($0.meaning)]] }),
    ]
    return [
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": [
        [
          "tool": ["driver": driver], "columnKind": .string("utf16CodeUnits"),
          "results": .array(annotations.map(json)),
        ]
      ],
    ]
  }

  private func json(_ found: Annotation) -> JSONText {
    let place: JSONText = ["artifactLocation": Self.artifact(found.file)]
    let region: JSONText = found.line.map { ["region": ["startLine": .number($0)]] } ?? [:]
    let result: JSONText = [
      "ruleId": .string(found.rule), "level": .string(found.level.rawValue),
      "message": ["text": .string(found.message)],
      "locations": [["physicalLocation": place + region]],
      "partialFingerprints": ["orrery/v1": .string(found.identity.fingerprint)],
    ]
    return found.replacements.isEmpty ? result : result + ["fixes": [fix(found.replacements)]]
  }

  private func fix(_ replacements: [Annotation.Replacement]) -> JSONText {
    [
      "artifactChanges": .array(
        replacements.map { change in
          [
            "artifactLocation": Self.artifact(change.file),
            "replacements": [
              [
                "deletedRegion": [
                  "byteOffset": .number(change.bytes.lowerBound),
                  "byteLength": .number(change.bytes.count),
                ],
                "insertedContent": ["text": .string(change.text)],
              ]
            ],
          ]
        })
    ]
  }

  private static func artifact(_ file: String) -> JSONText { ["uri": .string(file.asURI)] }
}
