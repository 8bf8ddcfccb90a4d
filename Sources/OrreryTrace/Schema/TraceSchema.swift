/// The published description of a trace log.
public enum TraceSchema {
  /// The JSON Schema (draft 2020-12) of one line of a log.
  ///
  /// Keys that are not named in it are allowed: readers pass over them.
  public static let json = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.trace/1",
      "title": "One line of an Orrery trace log",
      "oneOf": [
        { "$ref": "#/$defs/header" },
        { "$ref": "#/$defs/machine" },
        { "$ref": "#/$defs/instance" },
        { "$ref": "#/$defs/step" },
        { "$ref": "#/$defs/effect" },
        { "$ref": "#/$defs/gap" }
      ],
      "$defs": {
        "number": { "type": "integer", "minimum": 0, "maximum": 18446744073709551615 },
        "origin": { "enum": ["input", "ioResult", "internal", "child"] },
        "hash": { "type": "string", "pattern": "^[0-9a-f]{64}$" },
        "header": {
          "description": "The first line: which run of which program this is.",
          "type": "object",
          "required": ["type", "schema", "run", "wall", "mono", "process", "pid"],
          "properties": {
            "type": { "const": "header" },
            "schema": { "const": "orrery.trace/1" },
            "run": { "type": "string", "description": "Unique for each recording." },
            "wall": { "type": "number", "description": "Seconds since 1970 at the start." },
            "mono": { "$ref": "#/$defs/number", "description": "Monotonic nanoseconds." },
            "process": { "type": "string" },
            "pid": { "$ref": "#/$defs/number" }
          }
        },
        "machine": {
          "description": "The names that a machine may use, before its first instance.",
          "type": "object",
          "required": ["type", "machine", "style", "states", "events"],
          "properties": {
            "type": { "const": "machine" },
            "machine": { "type": "string", "description": "Module.Type.Path" },
            "style": { "type": "string" },
            "states": { "type": "array", "items": { "type": "string" } },
            "events": {
              "type": "array",
              "items": {
                "type": "object",
                "required": ["origin", "name"],
                "properties": {
                  "origin": { "$ref": "#/$defs/origin" },
                  "name": { "type": "string" }
                }
              }
            },
            "vocabulary": { "$ref": "#/$defs/hash" },
            "structure": { "$ref": "#/$defs/hash" }
          }
        },
        "instance": {
          "description": "A running machine starts, ends, or is there when a sink is attached.",
          "type": "object",
          "required": ["type", "phase", "machine", "instance", "state", "at"],
          "properties": {
            "type": { "const": "instance" },
            "phase": { "enum": ["started", "ended", "snapshot"] },
            "machine": { "type": "string" },
            "instance": { "$ref": "#/$defs/number" },
            "parent": { "$ref": "#/$defs/number" },
            "state": { "type": "string", "description": "'?' where a snapshot cannot tell." },
            "at": { "$ref": "#/$defs/number", "description": "Monotonic nanoseconds." }
          }
        },
        "step": {
          "description": "One event taken by one machine.",
          "type": "object",
          "required": [
            "type", "seq", "at", "machine", "instance", "origin", "event", "from", "to", "verdict"
          ],
          "properties": {
            "type": { "const": "step" },
            "seq": { "$ref": "#/$defs/number", "description": "Counts from one without gaps." },
            "at": { "$ref": "#/$defs/number", "description": "Monotonic nanoseconds." },
            "machine": { "type": "string" },
            "instance": { "$ref": "#/$defs/number" },
            "parent": { "$ref": "#/$defs/number" },
            "origin": { "$ref": "#/$defs/origin" },
            "event": {
              "type": "string",
              "description": "'?' where only the states were seen; its origin tells nothing then."
            },
            "cause": {
              "$ref": "#/$defs/number",
              "description": "The effect run that produced the event."
            },
            "from": { "type": "string" },
            "to": { "type": "string" },
            "verdict": { "enum": ["moved", "stayed", "ignored", "rejected", "none"] },
            "effects": { "$ref": "#/$defs/effects" },
            "payload": {
              "description": "What was inside the event and the state after it, if asked for.",
              "type": "object",
              "properties": { "event": { "type": "string" }, "state": { "type": "string" } }
            }
          }
        },
        "effects": {
          "description": "The tree of effects that a step starts.",
          "type": "object",
          "oneOf": [
            {
              "required": ["name", "run"],
              "properties": {
                "op": false,
                "name": { "type": "string" },
                "run": { "$ref": "#/$defs/number" }
              }
            },
            {
              "required": ["op", "name"],
              "properties": { "op": { "const": "cancel" }, "name": { "type": "string" } }
            },
            {
              "required": ["op", "of"],
              "properties": {
                "op": { "enum": ["merge", "concat"] },
                "of": { "type": "array", "items": { "$ref": "#/$defs/effects" } }
              }
            }
          ]
        },
        "effect": {
          "description": "A change in the life of one effect run.",
          "type": "object",
          "required": ["type", "phase", "run", "name", "machine", "instance", "at"],
          "properties": {
            "type": { "const": "effect" },
            "phase": { "enum": ["started", "yielded", "finished", "cancelled", "failed"] },
            "run": { "$ref": "#/$defs/number" },
            "name": { "type": "string" },
            "machine": { "type": "string" },
            "instance": { "$ref": "#/$defs/number" },
            "at": { "$ref": "#/$defs/number", "description": "Monotonic nanoseconds." },
            "reason": { "type": "string" }
          }
        },
        "gap": {
          "description": "Records that were lost.",
          "type": "object",
          "required": ["type", "lost", "reason"],
          "properties": {
            "type": { "const": "gap" },
            "lost": { "$ref": "#/$defs/number" },
            "reason": { "type": "string" }
          }
        }
      }
    }
    """#
}
