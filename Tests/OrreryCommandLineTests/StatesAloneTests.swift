import Foundation
import OrreryTrace
import Testing

@testable import OrreryCommandLine

/// Runs of a state that was observed: nobody told the events.
@Suite("orrery trace on steps without event") struct StatesAloneTests {
  private static let player = """
    struct Player {
      enum State { case stopped, playing, paused }
      var state = State.stopped
      mutating func play() { state = .playing }
      mutating func stop() { state = .stopped }
      mutating func pause() { if case .playing = state { state = .paused } }
      mutating func hold() { if case .playing = state { state = .paused } }
    }
    """
  private let bench: Workbench

  init() throws {
    bench = try Workbench(["Sources/App/Player.swift": Self.player])
  }

  private func conform(
    _ steps: [(from: String, to: String)], _ arguments: String...
  ) throws -> Workbench.Outcome {
    let steps = steps.map { (from: $0.from, event: Record.unknownEvent, to: $0.to) }
    try bench.write(
      Log.text(machine: "App.Player", start: steps.first?.from ?? "stopped", steps),
      to: "run.jsonl")
    return bench.run(["trace", "conform", "run.jsonl"] + arguments)
  }

  @Test("conform says how many were joined by states alone, and which edges by them")
  func joined() throws {
    let outcome = try conform([("stopped", "playing"), ("playing", "stopped")])
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output.hasPrefix(
        """
        App.Player  2 steps, fitness 100 %; 2 of 6 declared edges seen (33 %); no step undeclared; \
        2 joined by states alone

        """), "\(outcome.output)")
    #expect(outcome.output.contains("  by states   stopped  play          playing      1\n"))
    #expect(
      outcome.output.hasSuffix(
        "conforms: every step is declared, 2 of them by their states alone, fitness 100 %\n"))
  }

  @Test("conform names the events that a step may have been, and confirms none of them")
  func alternatives() throws {
    let outcome = try conform([("stopped", "playing"), ("playing", "paused")])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        """
          by states alone: playing → paused, 1 step: one of hold, pause, and none is confirmed; to \
        tell which, name the event where it is recorded

        """), "\(outcome.output)")
  }

  @Test("conform tells a jump over states as one, and ends with 3")
  func jump() throws {
    let outcome = try conform([("stopped", "paused")])
    #expect(outcome.status == 3)
    #expect(
      outcome.output.contains(
        """
          not observed: stopped → paused, 1 step, first at step 1: no edge, but a way through \
        'playing'; the states in between were not observed

        """), "\(outcome.output)")
    #expect(outcome.output.contains("no step undeclared; 1 gap in the recording\n"))
    #expect(
      outcome.output.hasSuffix("incomplete: gaps in the recording of App.Player, fitness 0.00 %\n"))
  }

  @Test("the JSON of conform says the same")
  func json() throws {
    let outcome = try conform(
      [
        ("stopped", "playing"), ("playing", "paused"), ("paused", "playing"), ("stopped", "paused"),
      ],
      "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let machine = try #require((root?["machines"] as? [[String: Any]])?.first)
    #expect(machine["joinedByStates"] as? Int == 2)
    let found = try #require(machine["byStates"] as? [[String: Any]])
    #expect(
      found.compactMap { $0["finding"] as? String } == ["edge", "alternatives", "edge", "way"])
    let edges = try #require(machine["edges"] as? [[String: Any]])
    let way = try #require(found.last?["edges"] as? [Int])
    #expect(way.map { edges[$0]["to"] as? String } == ["playing", "paused"])
    #expect(edges.filter { $0["byStates"] as? Bool == true }.count == 2)
  }

  @Test("coverage counts what states tell, and says how many steps tell nothing")
  func coverage() throws {
    _ = try conform([("stopped", "playing"), ("playing", "paused")])
    let outcome = bench.run("trace", "coverage", "run.jsonl")
    #expect(outcome.output.contains("edges 1/6 "), "\(outcome.output)")
    #expect(outcome.output.contains("  1 step joined by states alone\n"))
    #expect(
      outcome.output.contains("  not joined: 1 step without event; see `trace conform`\n"))
  }
}
