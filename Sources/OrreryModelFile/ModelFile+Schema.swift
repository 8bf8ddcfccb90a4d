extension ModelFile {
  /// The JSON Schema (draft 2020-12) of the file, for those who read it with other tools.
  public static let schema = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.model/2",
      "title": "State machines, as Orrery extracts them from Swift source",
      "type": "object",
      "required": ["schema", "machines", "diagnostics"],
      "properties": {
        "schema": { "const": "orrery.model/2" },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } },
        "diagnostics": { "type": "array", "items": { "$ref": "#/$defs/diagnostic" } }
      },
      "$defs": {
        "line": { "type": "integer", "minimum": 1 },
        "text": { "type": ["string", "null"] },
        "hash": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "origin": { "enum": ["input", "ioResult", "internal", "child"] },
        "certainty": { "enum": ["exact", "inferred", "unresolved", "observed"] },
        "machine": {
          "type": "object",
          "required": [
            "id", "name", "style", "file", "line", "stateKind", "states", "initial", "events",
            "transitions", "actions", "children", "regions", "hash", "vocabulary", "unresolved"
          ],
          "properties": {
            "id": { "type": "string", "minLength": 1 },
            "name": { "type": "string", "minLength": 1 },
            "style": { "enum": ["reducer", "actor", "composable", "mutating"] },
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" },
            "endLine": { "$ref": "#/$defs/line" },
            "doc": { "$ref": "#/$defs/text" },
            "stateKind": { "enum": ["enum", "struct"] },
            "states": { "type": "array", "items": { "$ref": "#/$defs/state" } },
            "initial": { "$ref": "#/$defs/text" },
            "events": { "type": "array", "items": { "$ref": "#/$defs/event" } },
            "transitions": { "type": "array", "items": { "$ref": "#/$defs/transition" } },
            "actions": { "type": "array", "items": { "$ref": "#/$defs/action" } },
            "children": { "type": "array", "items": { "$ref": "#/$defs/child" } },
            "regions": { "type": "array", "items": { "$ref": "#/$defs/region" } },
            "hash": { "$ref": "#/$defs/hash" },
            "vocabulary": { "$ref": "#/$defs/hash" },
            "unresolved": { "type": "array", "items": { "$ref": "#/$defs/unresolved" } },
            "remarks": { "type": "array", "items": { "$ref": "#/$defs/remark" } }
          }
        },
        "state": {
          "type": "object",
          "required": ["name", "line", "initial", "stable", "final", "doc"],
          "properties": {
            "name": { "type": "string" },
            "line": { "type": ["integer", "null"], "minimum": 1 },
            "column": { "$ref": "#/$defs/line" },
            "file": { "type": "string" },
            "initial": { "type": "boolean" },
            "stable": { "type": "boolean" },
            "final": { "type": "boolean" },
            "doc": { "$ref": "#/$defs/text" },
            "payload": { "type": "array", "items": { "type": "string" } }
          }
        },
        "event": {
          "type": "object",
          "required": ["name", "origin", "line"],
          "properties": {
            "name": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "line": { "type": ["integer", "null"], "minimum": 1 },
            "column": { "$ref": "#/$defs/line" },
            "file": { "type": "string" },
            "doc": { "$ref": "#/$defs/text" },
            "private": { "type": "boolean" }
          }
        },
        "effect": {
          "oneOf": [
            {
              "type": "object",
              "required": ["op", "of"],
              "properties": {
                "op": { "enum": ["merge", "concat"] },
                "of": { "type": "array", "items": { "$ref": "#/$defs/effect" } }
              }
            },
            {
              "type": "object",
              "required": ["name"],
              "properties": {
                "op": { "enum": ["cancel", "raise"] }, "name": { "type": "string" }
              }
            }
          ]
        },
        "transition": {
          "type": "object",
          "required": [
            "from", "origin", "event", "guard", "to", "effects", "effectTree", "file", "line",
            "kind", "certainty", "wildcard"
          ],
          "properties": {
            "from": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "event": { "type": "string" },
            "guard": { "$ref": "#/$defs/text" },
            "to": { "$ref": "#/$defs/text" },
            "effects": { "type": "array", "items": { "type": "string" } },
            "effectTree": { "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/effect" }] },
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" },
            "kind": {
              "enum": ["move", "stay", "ignore", "reject", "trap", "throw", "unresolved"]
            },
            "certainty": { "$ref": "#/$defs/certainty" },
            "wildcard": { "type": ["integer", "null"], "minimum": 1 },
            "forwards": { "type": "string" },
            "raises": { "type": "array", "minItems": 1, "items": { "type": "string" } },
            "when": {
              "type": "object",
              "additionalProperties": { "type": "array", "items": { "type": "string" } }
            },
            "step": { "type": "integer", "minimum": 0 },
            "late": { "type": "boolean" }
          }
        },
        "action": {
          "type": "object",
          "required": ["action", "origin", "guard", "writes", "effects", "file", "line"],
          "properties": {
            "action": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "guard": { "$ref": "#/$defs/text" },
            "writes": { "type": "array", "items": { "$ref": "#/$defs/write" } },
            "effects": { "type": "array", "items": { "type": "string" } },
            "effectTree": { "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/effect" }] },
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" },
            "certainty": { "$ref": "#/$defs/certainty" },
            "forwards": { "type": "string" }
          }
        },
        "write": {
          "type": "object",
          "required": ["path", "op", "value"],
          "properties": {
            "path": { "type": "string" },
            "op": { "type": "string" },
            "value": { "type": "string" }
          }
        },
        "child": {
          "type": "object",
          "required": ["machine", "via", "path"],
          "properties": {
            "machine": { "type": "string" },
            "via": { "enum": ["Scope", "ifLet", "forEach", "nested"] },
            "path": { "type": "string" }
          }
        },
        "region": {
          "type": "object",
          "required": ["name", "initial", "states", "transitions"],
          "properties": {
            "name": { "type": "string" },
            "initial": { "$ref": "#/$defs/text" },
            "states": { "type": "array", "items": { "$ref": "#/$defs/state" } },
            "transitions": { "type": "array", "items": { "$ref": "#/$defs/transition" } }
          }
        },
        "unresolved": {
          "type": "object",
          "required": ["file", "line", "why"],
          "properties": {
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" },
            "why": { "type": "string" },
            "event": { "$ref": "#/$defs/text" }
          }
        },
        "remark": {
          "type": "object",
          "required": ["rule", "message", "file", "line"],
          "properties": {
            "rule": { "type": "string" },
            "state": { "$ref": "#/$defs/text" },
            "origin": { "enum": ["input", "ioResult", "internal", "child", null] },
            "event": { "$ref": "#/$defs/text" },
            "message": { "type": "string" },
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" }
          }
        },
        "diagnostic": {
          "type": "object",
          "required": ["id", "severity", "file", "line", "column", "message"],
          "properties": {
            "id": { "type": "string" },
            "severity": { "enum": ["error", "warning", "note"] },
            "file": { "type": "string" },
            "line": { "$ref": "#/$defs/line" },
            "column": { "$ref": "#/$defs/line" },
            "message": { "type": "string" }
          }
        }
      }
    }
    """#
}
