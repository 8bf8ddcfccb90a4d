import Testing

@testable import OrreryCommandLine

/// Each message says what is wrong, where, and what to do next.
@Suite("Wrong usage ends with 2 and a message that helps")
struct WrongUsageTests {
  /// What is typed, and the first line of the answer.
  struct Case: CustomTestStringConvertible {
    var arguments: String
    var message: String
    var configuration: String?
    var testDescription: String { "orrery \(arguments)" }

    init(_ arguments: String, _ message: String, configuration: String? = nil) {
      (self.arguments, self.message, self.configuration) = (arguments, message, configuration)
    }
  }

  private static let commandLines = [
    Case("drw Sources", "'drw' is no verb; did you mean 'draw'?"),
    Case("trace sumary run.jsonl", "'sumary' is no verb; did you mean 'summary'?"),
    Case("draw --depth -1", "'--depth' must not be negative."),
    Case("draw --nested -1", "'--nested' must not be negative."),
    Case(
      "draw run.jsonl",
      "run.jsonl: the name does not end with .swift; it is a trace: "
        + "`orrery trace summary run.jsonl --format svg` draws what ran"),
    Case(
      "draw --only DoorStateMachin",
      "no machine is called 'DoorStateMachin'; did you mean 'DoorStateMachine'?"),
    Case(
      "draw --only Nobody",
      "no machine is called 'Nobody'; the machines are Home.DoorStateMachine, Home.LampStateMachine"
    ),
    Case(
      "draw --focus opn --only Door",
      "no machine is called 'Door'; the machines are Home.DoorStateMachine, Home.LampStateMachine"),
    Case(
      "draw --focus opn",
      "no machine has a state 'opn'; did you mean 'open'?"),
    Case(
      "draw --focus wide --only LampStateMachine",
      "'Home.LampStateMachine' has no state 'wide'; the states are off, on"),
    Case(
      "draw --collapse Dor",
      "no machine is called 'Dor'; the machines are Home.DoorStateMachine, Home.LampStateMachine"),
    Case("draw --formt svg", "Unknown option '--formt'"),
    Case("draw --format sgv", "The value 'sgv' is invalid for '--format <format>'"),
    Case(
      "trace show run.jsonl --state loadin",
      "no recorded step leaves or enters a state 'loadin'; did you mean 'loading'?"),
    Case(
      "trace show run.jsonl --event ad", "no recorded event is called 'ad'; did you mean 'add'?"),
    Case(
      "trace show run.jsonl --instance 90",
      "no recorded instance has the number '90'; the instances are 1, 2"),
    Case(
      "trace show run.jsonl --effect .fetsh",
      "no recorded effect is called '.fetsh'; did you mean '.fetch'?"),
    Case(
      "trace show run.jsonl --only Shopp",
      "no recorded machine is called 'Shopp'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "trace summary run.jsonl --only Shopp",
      "no recorded machine is called 'Shopp'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "trace sequence run.jsonl --only Foo",
      "no recorded machine is called 'Foo'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "trace timeline run.jsonl --only Foo",
      "no recorded machine is called 'Foo'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "trace export run.jsonl --format csv --only Foo",
      "no recorded machine is called 'Foo'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "trace diff run.jsonl run.jsonl --only Foo",
      "no recorded machine is called 'Foo'; the machines are Shop.Cart, Shop.Shop"),
    Case(
      "docs", "Home.md:1: no machine is called 'LampStateMashine'; did you mean 'LampStateMachine'?"
    ),
  ]

  private static let configurations = [
    Case(
      "extract",
      ".orrery.yml:2: no machine is called 'DoorStateMashine'; did you mean 'DoorStateMachine'?",
      configuration: "machines:\n  DoorStateMashine: {name: Door}\n"),
    Case(
      "draw", ".orrery.yml:2: 'Home.DoorStateMachine' has no state 'opn'; did you mean 'open'?",
      configuration: "machines:\n  Home.DoorStateMachine: {initial: opn}\n"),
    Case(
      "check",
      ".orrery.yml, look.collapse: no machine is called 'LampStateMachin'; did you mean 'LampStateMachine'?",
      configuration: "look: {collapse: [LampStateMachin]}\n"),
    Case(
      "draw",
      ".orrery.yml, coverage.exclude: no machine is called 'Door'; "
        + "the machines are Home.DoorStateMachine, Home.LampStateMachine",
      configuration: "coverage: {exclude: [{machine: Door, event: lock, reason: old}]}\n"),
    Case(
      "draw", ".orrery.yml, coverage.exclude: no machine has an event 'lok'; did you mean 'lock'?",
      configuration: "coverage: {exclude: [{machine: DoorStateMachine, event: lok, reason: old}]}\n"
    ),
    Case(
      "extract", ".orrery.yml:1: unknown key 'test'; did you mean 'tests'?",
      configuration: "test: true\n"),
    Case(
      "draw", ".orrery.yml:1: 'dott' is none of 'look.engine'; did you mean 'dot'?",
      configuration: "look: {engine: [dott]}\n"),
  ]

  @Test(arguments: commandLines + configurations)
  func message(_ wrong: Case) throws {
    let bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door, "Sources/Home/Lamp.swift": Fixture.lamp,
      "run.jsonl": Log.text(Log.family),
      "Home.md":
        "<!-- orrery:begin machine=LampStateMashine format=mermaid -->\n<!-- orrery:end -->\n",
    ])
    if let text = wrong.configuration { try bench.write(text, to: ".orrery.yml") }
    let outcome = bench.run(wrong.arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 2)
    let first = outcome.messages.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first.hasPrefix("error: " + wrong.message), "\(first)")
  }

  @Test("also of a property that no state has")
  func property() throws {
    let bench = try Workbench([
      ".orrery.yml": "machines:\n  Home.Login: {project: [phse]}\n",
      "Sources/Home/Login.swift": """
      @Reducer struct Login {
        struct State { var phase = Phase.idle; enum Phase { case idle, done } }
        enum Action { case go }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action { case .go: state.phase = .done; return .none }
          }
        }
      }
      """,
    ])
    let outcome = bench.run("draw", "--format", "dot")
    #expect(outcome.status == 2)
    #expect(
      outcome.messages.hasPrefix(
        "error: .orrery.yml:2: 'State' has no stored property 'phse'; it has phase; "))
  }
}
