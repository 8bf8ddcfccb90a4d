extension ReportSchema {
  static let summaryJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.summary/1",
      "title": "What happened in recorded runs, as orrery trace summary writes it",
      "type": "object",
      "required": ["schema", "steps", "lost", "machines"],
      "properties": {
        "schema": { "const": "orrery.summary/1" },
        "steps": { "$ref": "#/$defs/count" },
        "lost": { "$ref": "#/$defs/count" },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "machine": {
          "type": "object",
          "required": [
            "machine", "instancesStarted", "instancesEnded", "steps", "edges", "states", "effects"
          ],
          "properties": {
            "machine": { "type": "string" },
            "instancesStarted": { "$ref": "#/$defs/count" },
            "instancesEnded": { "$ref": "#/$defs/count" },
            "steps": { "$ref": "#/$defs/count" },
            "edges": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
            "states": { "type": "array", "items": { "$ref": "#/$defs/state" } },
            "effects": { "type": "array", "items": { "$ref": "#/$defs/effect" } }
          }
        },
        "edge": {
          "type": "object",
          "required": ["from", "origin", "event", "to", "verdict", "steps"],
          "properties": {
            "from": { "type": "string" },
            "origin": { "enum": ["input", "ioResult", "internal", "child"] },
            "event": { "type": "string" },
            "to": { "type": "string" },
            "verdict": { "enum": ["moved", "stayed", "ignored", "rejected", "none"] },
            "steps": { "type": "integer", "minimum": 1 }
          }
        },
        "state": {
          "type": "object",
          "required": ["name", "visits", "nanoseconds"],
          "properties": {
            "name": { "type": "string" },
            "visits": { "$ref": "#/$defs/count" },
            "nanoseconds": { "$ref": "#/$defs/count" }
          }
        },
        "effect": {
          "type": "object",
          "required": [
            "name", "started", "yielded", "finished", "cancelled", "failed", "nanoseconds", "longest"
          ],
          "properties": {
            "name": { "type": "string" },
            "started": { "$ref": "#/$defs/count" },
            "yielded": { "$ref": "#/$defs/count" },
            "finished": { "$ref": "#/$defs/count" },
            "cancelled": { "$ref": "#/$defs/count" },
            "failed": { "$ref": "#/$defs/count" },
            "nanoseconds": { "$ref": "#/$defs/count" },
            "longest": { "$ref": "#/$defs/count" }
          }
        }
      }
    }
    """#
}
