extension ReportSchema {
  static let coverageJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.coverage/1",
      "title": "The report of orrery trace coverage: how much of the declaration recorded runs cover",
      "type": "object",
      "required": ["schema", "total", "traces", "exclusions", "machines"],
      "properties": {
        "schema": { "const": "orrery.coverage/1" },
        "total": { "$ref": "#/$defs/figures" },
        "traces": { "type": "array", "items": { "$ref": "#/$defs/trace" } },
        "exclusions": { "type": "array", "items": { "$ref": "#/$defs/exclusion" } },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "text": { "type": ["string", "null"] },
        "figure": {
          "type": "object",
          "required": ["declared", "covered"],
          "properties": {
            "declared": { "$ref": "#/$defs/count" },
            "covered": { "$ref": "#/$defs/count" }
          }
        },
        "figures": {
          "type": "object",
          "required": ["edges", "pairs", "states", "events", "rejected"],
          "additionalProperties": { "$ref": "#/$defs/figure" }
        },
        "trace": {
          "type": "object",
          "required": ["name", "steps", "edges", "onlyHere"],
          "properties": {
            "name": { "type": "string" },
            "steps": { "$ref": "#/$defs/count" },
            "edges": { "$ref": "#/$defs/count" },
            "onlyHere": { "$ref": "#/$defs/count" }
          }
        },
        "exclusion": {
          "type": "object",
          "required": ["machine", "from", "event", "to", "reason", "reached", "idle"],
          "properties": {
            "machine": { "type": "string" },
            "from": { "$ref": "#/$defs/text" },
            "event": { "$ref": "#/$defs/text" },
            "to": { "$ref": "#/$defs/text" },
            "reason": { "type": "string", "minLength": 1 },
            "reached": { "type": "boolean" },
            "idle": { "type": "boolean" }
          }
        },
        "item": {
          "type": "object",
          "required": ["count", "traces", "exclusion"],
          "properties": {
            "count": { "$ref": "#/$defs/count" },
            "traces": {
              "description": "Positions in the list of traces.",
              "type": "array", "items": { "$ref": "#/$defs/count" }, "uniqueItems": true
            },
            "exclusion": { "type": ["integer", "null"], "minimum": 0 }
          }
        },
        "edge": {
          "allOf": [{ "$ref": "#/$defs/item" }],
          "required": [
            "transition", "from", "origin", "event", "guard", "to", "kind", "file", "line"
          ],
          "properties": {
            "transition": {
              "description": "The position in the machine's transitions.",
              "$ref": "#/$defs/count"
            },
            "from": { "type": "string" },
            "origin": { "enum": ["input", "ioResult", "internal", "child"] },
            "event": { "type": "string" },
            "guard": { "$ref": "#/$defs/text" },
            "to": { "$ref": "#/$defs/text" },
            "kind": { "enum": ["move", "stay", "reject", "trap", "throw"] },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 }
          }
        },
        "pair": {
          "allOf": [{ "$ref": "#/$defs/item" }],
          "required": ["first", "second"],
          "properties": {
            "first": { "$ref": "#/$defs/count" }, "second": { "$ref": "#/$defs/count" }
          }
        },
        "name": {
          "allOf": [{ "$ref": "#/$defs/item" }],
          "required": ["name"],
          "properties": { "name": { "type": "string" }, "origin": { "type": "string" } }
        },
        "machine": {
          "type": "object",
          "required": [
            "machine", "steps", "undeclaredSteps", "joinedByStates", "unjoinedSteps", "figures",
            "edges", "pairs", "states", "events",
            "rejected", "guardsNotEvaluated"
          ],
          "properties": {
            "machine": { "type": "string" },
            "steps": { "$ref": "#/$defs/count" },
            "undeclaredSteps": { "$ref": "#/$defs/count" },
            "joinedByStates": {
              "description": "Steps without event whose states tell the edge.",
              "$ref": "#/$defs/count"
            },
            "unjoinedSteps": {
              "description": "Steps without event whose states tell no edge.",
              "$ref": "#/$defs/count"
            },
            "figures": { "$ref": "#/$defs/figures" },
            "edges": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
            "pairs": { "type": "array", "items": { "$ref": "#/$defs/pair" } },
            "states": { "type": "array", "items": { "$ref": "#/$defs/name" } },
            "events": { "type": "array", "items": { "$ref": "#/$defs/name" } },
            "rejected": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
            "guardsNotEvaluated": { "type": "array", "items": { "$ref": "#/$defs/count" } }
          }
        }
      }
    }
    """#
}
