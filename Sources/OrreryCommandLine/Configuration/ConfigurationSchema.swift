import OrreryGraphviz
import OrreryLint
import OrreryModelFile
import OrreryRendering

/// The JSON Schema (draft 2020-12) of the configuration, for editors that complete YAML.
enum ConfigurationSchema {
  static var text: String { json.document(levels: 6) }

  static var json: JSONText {
    [
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      "$id": .string("orrery.configuration/1"),
      "title": .string("What Orrery draws, documents and checks: .orrery.yml"),
    ] + object(properties)
  }

  private static var properties: JSONText {
    [
      "sources": list("Swift files and folders."),
      "exclude": list("Globs of files and folders that are skipped."),
      "tests": flag("Read tests and previews, too."),
      "modules": [
        "description": .string(
          "The folders of modules, if no Package.swift, project.yml or .xcodeproj names them."),
        "type": .strings(["object", "null"]),
        "additionalProperties": list("The folders of the module."),
      ],
      "conditions": list("Compilation conditions that count as set."),
      "output": text("The folder of the diagrams."),
      "formats": list("What is drawn.", of: words(DrawingFormat.allCases)),
      "look": object([
        "theme": ["description": .string("The colours of pictures.")]
          + words(PictureTheme.allCases),
        "legend": flag("Explain strokes and shapes in the pictures."),
        "links": text("The prefix of file paths, to link states and edges to their lines."),
        "wildcards": ["description": .string("How equal edges of many states are drawn.")]
          + words(WildcardStyle.allCases),
        "flat": flag("Draw each edge of each state."),
        "detail": ["description": .string("How much detail pictures show.")]
          + words(Detail.allCases),
        "ignored": flag("Also draw ignored and rejected events, and late answers."),
        "engine": list(
          "The layout engines of Graphviz; the next is tried when one takes too long.",
          of: words(GraphvizEngine.allCases)),
        "nested": count("How many levels of nested machines are drawn inside of their parents."),
        "collapse": list("Machines that are never drawn inside of others."),
        "layers": list(
          "What is told besides: `lint`, what rules find.", of: words(Configuration.Layer.allCases)),
      ]),
      "machines": [
        "description": .string("Settings of single machines, by id or its last parts."),
        "type": .strings(["object", "null"]), "additionalProperties": machine,
      ],
      "docs": docs,
      "coverage": coverage,
      "check": object([
        "failOn": list("What makes a check fail.", of: words(Drift.Problem.allCases)),
        "baseline": text("The file of the unresolved parts that are accepted."),
      ]),
      "diff": object(["allow": list("Changes that are accepted; `*` stands for any text.")]),
      "lint": lint,
    ]
  }

  private static var lint: JSONText {
    let ids: JSONText = ["enum": .strings(Linter.rules.map(\.id))]
    let severities = Linter.rules.map { rule in
      JSONText.Member(key: rule.id, value: words(Finding.Severity.allCases))
    }
    let thresholds = Linter.rules.filter { !$0.thresholds.isEmpty }.map { rule in
      let names = rule.thresholds.map {
        JSONText.Member(key: $0.name, value: count("\($0.meaning); \($0.value)."))
      }
      return JSONText.Member(key: rule.id, value: object(.object(names)))
    }
    return object([
      "only": list("Only these rules run.", of: ids),
      "enable": list("Rules that run besides those that always do.", of: ids),
      "disable": list("Rules that do not run.", of: ids),
      "severity": ["description": .string("`warning` or `error`, by rule.")]
        + object(.object(severities)),
      "thresholds": ["description": .string("Numbers by rule.")] + object(.object(thresholds)),
      "strict": flag("Treat warnings as errors."),
      "baseline": text("The file of the findings that are accepted."),
    ])
  }

  private static var machine: JSONText {
    object([
      "project": list("The properties whose values name the states of a struct state."),
      "initial": text("The initial state."), "name": text("The name that is shown."),
      "skip": flag("Leave the machine out."),
    ])
  }

  private static var docs: JSONText {
    let files = list("Files with generated blocks, and folders that hold such files.")
    return [
      "oneOf": [
        files,
        object([
          "files": files, "pages": text("The folder of the pages, one a machine."),
          "template": text("The template file of the pages."),
        ]),
      ]
    ]
  }

  private static var coverage: JSONText {
    let threshold: JSONText = [
      "description": .string("The minimum share of the edges that runs must take, in percent."),
      "type": .string("number"), "minimum": .number(0), "maximum": .number(100),
    ]
    let exclusion = object([
      "machine": text("The id of the machine, or its last parts."),
      "from": text("The state that the edge leaves."), "event": text("Its event."),
      "to": text("The state that it enters."), "reason": text("Why no run need take it."),
    ])
    return [
      "oneOf": [
        threshold,
        object([
          "threshold": threshold,
          "exclude": list(
            "Edges that runs need not take.",
            of: exclusion + ["required": .strings(["machine", "reason"])]),
        ]),
      ]
    ]
  }

  private static func object(_ properties: JSONText) -> JSONText {
    [
      "type": .strings(["object", "null"]), "properties": properties,
      "additionalProperties": .bool(false),
    ]
  }

  private static func text(_ description: String) -> JSONText {
    ["description": .string(description)] + string
  }

  private static func count(_ description: String) -> JSONText {
    [
      "description": .string(description), "type": .string("integer"), "minimum": .number(0),
    ]
  }

  private static func flag(_ description: String) -> JSONText {
    ["description": .string(description), "type": .string("boolean")]
  }

  private static let string: JSONText = ["type": .string("string"), "minLength": .number(1)]

  private static func list(_ description: String, of items: JSONText = string) -> JSONText {
    ["description": .string(description), "type": .string("array"), "items": items]
  }

  private static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> JSONText {
    ["enum": .strings(words.map(\.rawValue))]
  }
}
