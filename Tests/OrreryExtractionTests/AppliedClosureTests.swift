import OrreryExtraction
import OrreryModel
import Testing

@Suite("Code that runs where it stands") struct AppliedClosureTests {
  private func rows(_ body: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      enum Phase { case up, middle, down }
      struct State { var phase = Phase.up }
      enum Action { case flip, rest }
      func reduce(state: inout State, action: Action) {
        switch action {
        case .flip: \(body)
        case .rest: state.phase = .down
        }
      }
      \(more)
      """
    ).transitions.map(describe).filter { $0.contains(" flip") }
  }

  @Test(
    "a closure that is called at once is handed its arguments",
    arguments: [
      "state.phase = { $0 == .up ? .down : .up }(state.phase)",
      "state.phase = { (phase: Phase) -> Phase in phase == .up ? .down : .up }(state.phase)",
    ])
  func handed(_ body: String) throws {
    #expect(try rows(body) == ["up flip down", "down flip up"])
  }

  @Test("each further round of a loop may come to one more value of a property")
  func rounds() throws {
    let next = """
      extension Phase {
        var next: Phase {
          switch self {
          case .up: .middle
          case .middle: .down
          case .down: .up
          }
        }
      }
      """
    let found = try rows("for _ in 0..<count { state.phase = state.phase.next }", next)
    #expect(
      Set(found.filter { $0.hasPrefix("up") }) == [
        "up flip ignored", "up flip middle", "up flip down",
      ])
  }

  @Test("a reducer may call what it is lent as it likes")
  func lent() throws {
    try expectTransitions(
      """
      struct Counter {
        enum Mode { case up, down }
        var mode = Mode.up
        static func reduce(into s: inout Counter, _ action: CounterAction) {
          switch action {
          case .flip: s.mode = s.mode == .up ? .down : .up
          }
        }
      }
      enum CounterAction { case flip }
      """, ["up flip down", "down flip up"])
  }

  @Test("what changes the state of another object is told")
  func others() throws {
    let found = try machine(
      """
      final class Player {
        enum State { case stopped, playing }
        private(set) var state: State = .stopped
        func play() { state = .playing }
        func stop() { if state == .playing { state = .stopped } }
        static func reset(_ player: Player) { player.state = .stopped }
      }
      """)
    #expect(
      found.unresolved.map(\.reason).contains {
        $0.hasPrefix("'player.state = .stopped' changes the state, but no transition shows it")
      })
  }
}
