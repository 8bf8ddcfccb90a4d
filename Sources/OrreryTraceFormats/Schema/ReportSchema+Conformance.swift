extension ReportSchema {
  static let conformanceJSON = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "orrery.conformance/1",
      "title": "The report of orrery trace conform: how recorded runs agree with the declaration",
      "type": "object",
      "required": ["schema", "conforms", "fitness", "strayNames", "machines", "notRecorded"],
      "properties": {
        "schema": { "const": "orrery.conformance/1" },
        "conforms": { "type": "boolean" },
        "fitness": { "$ref": "#/$defs/part" },
        "strayNames": {
          "description": "Recorded names that are not declared.",
          "type": "array", "items": { "$ref": "#/$defs/strayName" }
        },
        "machines": { "type": "array", "items": { "$ref": "#/$defs/machine" } },
        "notRecorded": { "type": "array", "items": { "type": "string" } }
      },
      "$defs": {
        "count": { "type": "integer", "minimum": 0 },
        "part": {
          "description": "The part of the steps that are declared; null where there are none.",
          "type": ["number", "null"], "minimum": 0, "maximum": 1
        },
        "text": { "type": ["string", "null"] },
        "origin": { "enum": ["input", "ioResult", "internal", "child"] },
        "machine": {
          "type": "object",
          "required": [
            "machine", "recorded", "vocabularyMatches", "structureMatches", "conforms", "fitness",
            "steps", "instances", "divergedInstances", "declaredEdges", "seenEdges", "edges",
            "explained", "divergences", "joinedByStates", "byStates", "unexpectedStarts", "gapCount",
            "gaps"
          ],
          "properties": {
            "machine": { "type": "string" },
            "recorded": { "type": "string" },
            "vocabularyMatches": { "type": "boolean" },
            "structureMatches": {
              "description": "False only if the log records a structure that differs from the declared one.",
              "type": "boolean"
            },
            "conforms": { "type": "boolean" },
            "fitness": { "$ref": "#/$defs/part" },
            "steps": { "$ref": "#/$defs/count" },
            "instances": { "$ref": "#/$defs/count" },
            "divergedInstances": { "$ref": "#/$defs/count" },
            "declaredEdges": { "$ref": "#/$defs/count" },
            "seenEdges": { "$ref": "#/$defs/count" },
            "edges": { "type": "array", "items": { "$ref": "#/$defs/edge" } },
            "explained": { "type": "array", "items": { "$ref": "#/$defs/explained" } },
            "divergences": {
              "description": "The first undeclared step of each instance, of the first thousand.",
              "type": "array", "items": { "$ref": "#/$defs/divergence" }
            },
            "joinedByStates": {
              "description": "Steps without event that confirm the one edge between their states.",
              "$ref": "#/$defs/count"
            },
            "byStates": {
              "description": "Steps without event that were joined by their states.",
              "type": "array", "items": { "$ref": "#/$defs/byStates" }
            },
            "unexpectedStarts": {
              "description": "States in which instances started, and the declared machine does not.",
              "type": "array", "items": { "$ref": "#/$defs/start" }
            },
            "gapCount": { "$ref": "#/$defs/count" },
            "gaps": {
              "description": "Steps that begin in another state than the instance was left in, the first thousand.",
              "type": "array", "items": { "$ref": "#/$defs/gap" }
            }
          }
        },
        "edge": {
          "type": "object",
          "required": [
            "verdict", "from", "origin", "event", "guard", "to", "kind", "steps", "byStates",
            "guardEvaluated", "nearest", "file", "line"
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
            "byStates": {
              "description": "Whether only steps without event confirm it.", "type": "boolean"
            },
            "guardEvaluated": { "type": "boolean" },
            "nearest": {
              "description": "Positions of the declared edges that come closest to an undeclared one.",
              "type": "array", "items": { "$ref": "#/$defs/count" }, "maxItems": 3
            },
            "file": { "type": "string" },
            "line": { "type": "integer", "minimum": 1 }
          }
        },
        "step": {
          "type": "object",
          "required": ["from", "origin", "event", "to"],
          "properties": {
            "from": { "type": "string" },
            "origin": { "$ref": "#/$defs/origin" },
            "event": { "type": "string" },
            "to": { "type": "string" }
          }
        },
        "explained": {
          "allOf": [{ "$ref": "#/$defs/step" }],
          "required": ["steps"],
          "properties": { "steps": { "type": "integer", "minimum": 1 } }
        },
        "byStates": {
          "type": "object",
          "required": ["from", "to", "steps", "finding", "edges"],
          "properties": {
            "from": { "type": "string" },
            "to": { "type": "string" },
            "steps": { "type": "integer", "minimum": 1 },
            "finding": {
              "description": "edge: those of one event, confirmed; alternatives: those of several events, of which none is; way: no edge, but one after the other, whose states in between were not observed.",
              "enum": ["edge", "alternatives", "way"]
            },
            "edges": {
              "description": "Positions of declared edges.",
              "type": "array", "items": { "$ref": "#/$defs/count" }, "minItems": 1
            }
          }
        },
        "strayName": {
          "type": "object",
          "required": ["kind", "machine", "name", "nearest"],
          "properties": {
            "kind": { "enum": ["machine", "state", "event"] },
            "machine": { "description": "Its recorded id.", "type": "string" },
            "name": { "type": "string" },
            "nearest": { "type": "array", "items": { "type": "string" } }
          }
        },
        "start": {
          "type": "object",
          "required": ["state", "expected", "instances"],
          "properties": {
            "state": { "type": "string" },
            "expected": {
              "description": "The declared initial state; null where no state has that name.",
              "type": ["string", "null"]
            },
            "instances": { "type": "integer", "minimum": 1 }
          }
        },
        "gap": {
          "allOf": [{ "$ref": "#/$defs/step" }],
          "required": [
            "instance", "step", "nanoseconds", "leftIn", "previousStep", "missingSteps"
          ],
          "properties": {
            "instance": { "$ref": "#/$defs/count" },
            "step": { "$ref": "#/$defs/count" },
            "nanoseconds": { "$ref": "#/$defs/count" },
            "leftIn": {
              "description": "The state in which the instance was left.", "type": "string"
            },
            "previousStep": {
              "description": "The step that left it there; null for a start.",
              "type": ["integer", "null"], "minimum": 1
            },
            "missingSteps": {
              "description": "The first and the last of the steps that the log lacks before this one; empty where it lacks none.",
              "type": "array", "items": { "$ref": "#/$defs/count" }, "maxItems": 2
            }
          }
        },
        "divergence": {
          "allOf": [{ "$ref": "#/$defs/step" }],
          "required": ["instance", "step", "nanoseconds"],
          "properties": {
            "instance": { "$ref": "#/$defs/count" },
            "step": { "$ref": "#/$defs/count" },
            "nanoseconds": { "$ref": "#/$defs/count" }
          }
        }
      }
    }
    """#
}
