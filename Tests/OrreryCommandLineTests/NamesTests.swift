import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

@Suite("orrery names")
struct NamesTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "Sources/Home/Door.swift": Fixture.door,
      "run.jsonl": Log.text([("open", "close", "closed"), ("closed", "lock", "locked")]),
      "odd.jsonl": Log.text([("open", "shut", "closed"), ("closed", "lock", "loked")]),
    ])
  }

  @Test("prints what a recording has to say, one name a line")
  func list() {
    let outcome = bench.run("names", "Sources")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output == """
        Home.DoorStateMachine
          state  open
          state  closed
          state  locked
          event  close
          event  lock
          event  unlock


        """)
  }

  @Test("prints names for programs, and of the machines that are asked for")
  func json() throws {
    let json = bench.run("names", "--format", "json", "--only", "DoorStateMachine").output
    let root = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(root?["schema"] as? String == "orrery.names/1")
    let machine = try #require((root?["machines"] as? [[String: Any]])?.first)
    #expect(machine["machine"] as? String == "Home.DoorStateMachine")
    #expect(machine["states"] as? [String] == ["open", "closed", "locked"])
    let events = try #require(machine["events"] as? [[String: String]])
    #expect(events.first == ["origin": "input", "name": "close"])
    #expect(bench.run("names", "--only", "Gate").status == 2)
  }

  @Test("of a struct, a state is a property with its value, and what follows a wait has its origin")
  func structs() throws {
    try bench.write(
      """
      protocol API { func get() async throws -> Int }
      @MainActor final class Model {
        enum Phase { case idle, loading, done, failed }
        private(set) var phase = Phase.idle
        let api: any API
        init(api: any API) { self.api = api }
        func load() async {
          phase = .loading
          do { _ = try await api.get(); phase = .done } catch { phase = .failed }
        }
      }
      @Reducer struct Switch {
        struct State { var isOn = false }
        enum Action { case flip }
        var body: some Reducer<State, Action> {
          Reduce { state, action in
            switch action { case .flip: state.isOn.toggle(); return .none }
          }
        }
      }
      """, to: "More/More.swift")
    let output = bench.run("names", "More", "--module", "App").output
    #expect(output.contains("App.Model\n  state  idle\n"))
    #expect(output.contains("  event  internal.load#api.get.success\n"))
    #expect(output.contains("App.Switch\n  state  isOn=false\n  state  isOn=true\n  event  flip\n"))
  }

  @Test("checks the names of recorded traces, and ends with 3 where one is not declared")
  func check() throws {
    let fine = bench.run("names", "Sources", "--check", "run.jsonl")
    #expect(fine.status == 0, "\(fine.messages)")
    #expect(fine.output == "joins: 6 recorded names, all of them declared\n")
    let odd = bench.run("names", "Sources", "--check", "run.jsonl", "--check", "odd.jsonl")
    #expect(odd.status == 3)
    #expect(
      odd.output == """
        2 recorded names are not declared

          kind   machine                name   nearest
          event  Home.DoorStateMachine  shut   –
          state  Home.DoorStateMachine  loked  locked


        """)
    let json = bench.run("names", "--check", "odd.jsonl", "--format", "json")
    #expect(json.status == 3)
    #expect(json.output.contains(#""joins": false"#))
    #expect(bench.run("names", "--check", "odd.jsonl", "--only", "Door").status == 2)
  }

  @Test("tells machines that are not declared, and ends with 2, as trace conform does")
  func machines() throws {
    try bench.write(Log.text(machine: "Home.DorStateMachine", []), to: "dor.jsonl")
    let outcome = bench.run("names", "--check", "dor.jsonl")
    #expect(outcome.status == 2)
    #expect(outcome.status == bench.run("trace", "conform", "dor.jsonl").status)
    #expect(outcome.output.contains("  Home.DorStateMachine  Home.DoorStateMachine\n"))
    #expect(
      outcome.messages.hasPrefix(
        "error: the recorded machine 'Home.DorStateMachine' is not declared; did"))
  }
}
