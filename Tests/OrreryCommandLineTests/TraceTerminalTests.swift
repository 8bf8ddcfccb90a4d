import Foundation
import OrreryModel
import OrreryModelFile
import OrreryTrace
import Testing

/// Names in logs, models and paths are text to be shown, never orders to a terminal.
@Suite("Verbs about traces let no name steer the terminal")
struct TraceTerminalTests {
  private static let evil = "\u{1B}[2J\u{1B}]0;t\u{7}\u{9B}31m\r\n\u{202E}x"
  private static let log = "\u{1B}[2J\u{202E}run.jsonl"
  private let bench: Workbench

  init() throws {
    var machine = Machine(
      id: "M.\(Self.evil)", name: Self.evil, style: .mutating,
      location: SourceLocation(file: "\(Self.evil).swift", line: 1), stateKind: .enum)
    machine.states = [State("open"), State(Self.evil)]
    machine.initial = "open"
    machine.events = [Event(.init(.input, Self.evil))]
    machine.transitions = [
      Transition(
        from: "open", event: .init(.input, Self.evil), to: Self.evil,
        location: SourceLocation(file: "\(Self.evil).swift", line: 2), kind: .move)
    ]
    let steps = [("open", Self.evil, Self.evil), (Self.evil, Self.evil, "open")]
    bench = try Workbench([
      "model.json": ModelFile.encode(Extract(machines: [machine])),
      Self.log: Log.text(machine: machine.id, steps) + "{\"\(Self.evil)\":\n",
      "other.jsonl": Log.text(machine: machine.id, [("open", Self.evil, "open")]),
    ])
  }

  /// What the terminal gets, without the colours that the tool itself asks for.
  private func shown(_ arguments: [String]) -> (status: Int32, text: String) {
    let outcome = bench.run(
      ["trace"] + arguments, environment: ["NO_COLOR": "1"], terminal: true)
    return (outcome.status, outcome.output + outcome.messages)
  }

  private func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      let isControl = scalar.properties.generalCategory == .control && scalar != "\n"
      return isControl && scalar != "\t" || scalar == "\u{202E}"
    }
  }

  @Test(
    "in reports and in what is passed on",
    arguments: [
      ["show"], ["show", "--format", "jsonl"], ["summary"], ["summary", "--format", "markdown"],
      ["summary", "--format", "json"], ["summary", "--format", "dot"],
      ["summary", "--format", "plantuml"], ["sequence"], ["sequence", "--format", "plantuml"],
      ["timeline"], ["export", "--format", "jsonl"], ["export", "--format", "csv"],
      ["export", "--format", "xes"], ["export", "--format", "chrome"],
      ["export", "--format", "otlp"], ["diff", "other.jsonl"],
      ["diff", "other.jsonl", "--format", "json"],
    ])
  func reports(verb: [String]) {
    let (status, text) = shown([verb[0], Self.log] + verb.dropFirst())
    #expect(status == 0 && isHarmless(text), "\(text)")
    #expect(text.contains("31m"), "the name itself is shown")
  }

  @Test(
    "in judgements", arguments: ["conform", "coverage"], ["text", "markdown", "json", "mermaid"])
  func judgements(verb: String, format: String) {
    let (status, text) = shown([verb, Self.log, "--model", "model.json", "--format", format])
    #expect(status == (verb == "conform" ? 3 : 0) && isHarmless(text), "\(text)")
    #expect(text.contains("31m"), "the name itself is shown")
  }

  @Test(
    "in errors",
    arguments: [
      ["summary", "no\(evil)"], ["show", log, "--led-to", "9"], ["conform", log],
      ["conform", log, "--model", log], ["coverage", log, "--model", "no\(evil)"],
      ["summary", log, "--\(evil)"], ["\(evil)"],
    ])
  func errors(arguments: [String]) {
    let (status, text) = shown(arguments)
    #expect(status != 0 && text.contains("rror") && isHarmless(text), "\(text)")
  }
}
