extension ReportSchema {
  static let summaryJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.summary/1",
      "title": "The report of orrery trace summary: what happened in recorded runs",
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
        "time": { "type": ["integer", "null"], "minimum": 0 },
        "durations": {
          "description": "Nanoseconds; a percentile is at most a thirty-second too high.",
          "type": "object",
          "required": ["count", "total", "p50", "p95", "max"],
          "properties": {
            "count": { "$ref": "#/$defs/count" },
            "total": { "$ref": "#/$defs/count" },
            "p50": { "$ref": "#/$defs/time" },
            "p95": { "$ref": "#/$defs/time" },
            "max": { "$ref": "#/$defs/time" }
          }
        },
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
          "required": ["from", "origin", "event", "to", "verdict", "steps", "held"],
          "properties": {
            "from": { "type": "string" },
            "origin": { "enum": ["input", "ioResult", "internal", "child"] },
            "event": { "type": "string" },
            "to": { "type": "string" },
            "verdict": { "enum": ["moved", "stayed", "ignored", "rejected", "none"] },
            "steps": { "type": "integer", "minimum": 1 },
            "held": {
              "description": "How long the instance had been in the state when it took the step.",
              "$ref": "#/$defs/durations"
            }
          }
        },
        "state": {
          "type": "object",
          "required": ["name", "visits", "stays"],
          "properties": {
            "name": { "type": "string" },
            "visits": { "$ref": "#/$defs/count" },
            "stays": { "$ref": "#/$defs/durations" }
          }
        },
        "effect": {
          "type": "object",
          "required": [
            "name", "started", "yielded", "finished", "cancelled", "failed", "running", "durations"
          ],
          "properties": {
            "name": { "type": "string" },
            "started": { "$ref": "#/$defs/count" },
            "yielded": { "$ref": "#/$defs/count" },
            "finished": { "$ref": "#/$defs/count" },
            "cancelled": { "$ref": "#/$defs/count" },
            "failed": { "$ref": "#/$defs/count" },
            "running": { "$ref": "#/$defs/count" },
            "durations": { "$ref": "#/$defs/durations" }
          }
        }
      }
    }
    """#
}
