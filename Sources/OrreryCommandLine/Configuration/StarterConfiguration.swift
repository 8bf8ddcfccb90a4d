import OrreryModel
import OrreryModelFile
import OrreryRendering

/// A configuration to start from: what is usual as settings, the rest as comments.
struct StarterConfiguration {
  var sources: [String]
  var exclude: [String] = []
  var machines: [Machine]

  var text: String {
    """
    # What Orrery draws, documents and checks. Each key may be left out.
    # Keys and values: `orrery init --schema` prints the JSON Schema.

    # Swift files and folders to read, and globs of what to skip.
    sources: \(Self.list(sources))
    # Skipped anyway: what git ignores, hidden folders, Pods, Carthage, DerivedData and tests.
    \(exclude.isEmpty ? "# exclude: [\"**/Generated\"]" : "exclude: \(Self.list(exclude))")
    # tests: true
    # The folders of modules, if no Package.swift, project.yml or .xcodeproj names them.
    # modules:
    #   App: [App/Sources]

    # What is drawn: \(Self.words(DrawingFormat.allCases)).
    formats: [mermaid]
    # The folder of the diagrams. `orrery check` compares it once it is named here or exists.
    # output: Diagrams

    # How pictures look: \(Self.words(PictureTheme.allCases)); a prefix links states and edges to lines.
    # look:
    #   theme: automatic
    #   legend: true
    #   links: https://github.com/owner/name/blob/main/
    #   detail: guards
    #   engine: [dot]
    #   nested: 1

    # Documents with generated blocks, and a folder for the pages, one per machine.
    # docs:
    #   files: [README.md]
    #   pages: Docs/Machines
    #   template: Docs/machine.md

    \(machineLines)

    # What makes `orrery check` fail: \(Self.words(Drift.Problem.allCases)).
    # check:
    #   failOn: [missing, outdated, edited, stale]
    #   baseline: orrery-baseline.json

    # Changes that `orrery diff --fail-on` lets pass.
    # diff:
    #   allow: ["Module.Machine: state `x` removed"]

    # Rules of `orrery lint`; `orrery lint --list` names them.
    # lint:
    #   enable: [swallowed-event]
    #   severity: {unreachable-state: error}
    #   baseline: orrery-lint-baseline.json

    """
  }

  /// Each machine that was found, with what can be said of it.
  private var machineLines: String {
    let heading = "# Settings of single machines: project, initial, name, skip."
    let found = machines.map { machine in
      // A key in quotes may hold anything.
      "#   \(Self.quoted(machine.id)): {}  # \(machine.style.rawValue), "
        + "\(Quantity.text(machine.states.count, "state"))"
    }
    let example = "#   Module.Machine: {skip: true}"
    return ([heading, "# machines:"] + (found.isEmpty ? [example] : found)).joined(separator: "\n")
  }

  private static func list(_ texts: [String]) -> String {
    "[\(texts.map(quoted).joined(separator: ", "))]"
  }

  /// A JSON string, which YAML reads as it is.
  private static func quoted(_ text: String) -> String {
    var json = JSONText.string(text).document(levels: 0)
    json.removeLast()
    return json
  }

  private static func words<Word: RawRepresentable<String>>(_ words: [Word]) -> String {
    words.map(\.rawValue).joined(separator: ", ")
  }
}
