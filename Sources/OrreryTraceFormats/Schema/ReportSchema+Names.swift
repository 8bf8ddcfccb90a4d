extension ReportSchema {
  static let namesJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.names/1",
      "title": "The report of orrery names: the names that a recording has to use",
      "type": "object",
      "required": ["schema", "machines"],
      "properties": {
        "schema": { "const": "orrery.names/1" },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } }
      },
      "$defs": {
        "machine": {
          "type": "object",
          "required": ["machine", "style", "file", "line", "states", "events"],
          "properties": {
            "machine": { "type": "string" },
            "style": { "enum": ["reducer", "actor", "composable", "mutating"] },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 },
            "states": { "type": "array", "items": { "type": "string" } },
            "events": { "type": "array", "items": { "$ref": "#/$defs/event" } }
          }
        },
        "event": {
          "type": "object",
          "required": ["origin", "name"],
          "properties": {
            "origin": { "enum": ["input", "ioResult", "internal", "child"] },
            "name": { "type": "string" }
          }
        }
      }
    }
    """#

  static let nameCheckJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.nameCheck/1",
      "title": "The report of orrery names --check: recorded names that are not declared",
      "type": "object",
      "required": ["schema", "joins", "names", "strayNames"],
      "properties": {
        "schema": { "const": "orrery.nameCheck/1" },
        "joins": { "type": "boolean" },
        "names": {
          "description": "How many different names are recorded.", "type": "integer", "minimum": 0
        },
        "strayNames": { "type": "array", "items": { "$ref": "#/$defs/strayName" } }
      },
      "$defs": {
        "strayName": {
          "type": "object",
          "required": ["kind", "machine", "name", "nearest"],
          "properties": {
            "kind": { "enum": ["machine", "state", "event"] },
            "machine": { "description": "Its recorded id.", "type": "string" },
            "name": { "type": "string" },
            "nearest": { "type": "array", "items": { "type": "string" } }
          }
        }
      }
    }
    """#
}
