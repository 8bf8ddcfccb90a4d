extension ReportSchema {
  static let conformanceJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.conformance/1",
      "title": "How recorded runs agree with what is declared, as orrery trace conform writes it",
      "type": "object",
      "required": ["schema", "conforms", "machines", "notRecorded"],
      "properties": {
        "schema": { "const": "orrery.conformance/1" },
        "conforms": { "type": "boolean" },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } },
        "notRecorded": { "type": "array", "items": { "type": "string" } }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "text": { "type": ["string", "null"] },
        "origin": { "enum": ["input", "ioResult", "internal", "child"] },
        "machine": {
          "type": "object",
          "required": [
            "machine", "recorded", "conforms", "steps", "declaredEdges", "seenEdges",
            "vocabularyMatches", "edges", "explained"
          ],
          "properties": {
            "machine": { "type": "string" },
            "recorded": { "type": "string" },
            "conforms": { "type": "boolean" },
            "steps": { "$ref": "#/$defs/count" },
            "declaredEdges": { "$ref": "#/$defs/count" },
            "seenEdges": { "$ref": "#/$defs/count" },
            "vocabularyMatches": { "type": "boolean" },
            "edges": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
            "explained": { "type": "array", "items": { "$ref": "#/$defs/step" } }
          }
        },
        "edge": {
          "type": "object",
          "required": [
            "verdict", "from", "origin", "event", "guard", "to", "kind", "steps", "guardEvaluated",
            "file", "line"
          ],
          "properties": {
            "verdict": { "enum": ["confirmed", "neverSeen", "undeclared", "explained"] },
            "from": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "event": { "type": "string" },
            "guard": { "$ref": "#/$defs/text" },
            "to": { "$ref": "#/$defs/text" },
            "kind": {
              "enum": ["move", "stay", "ignore", "reject", "trap", "throw", "unresolved"]
            },
            "steps": { "$ref": "#/$defs/count" },
            "guardEvaluated": { "type": "boolean" },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 }
          }
        },
        "step": {
          "type": "object",
          "required": ["from", "origin", "event", "to", "steps"],
          "properties": {
            "from": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "event": { "type": "string" },
            "to": { "type": "string" },
            "steps": { "type": "integer", "minimum": 1 }
          }
        }
      }
    }
    """#
}
