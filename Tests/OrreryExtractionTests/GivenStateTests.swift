import OrreryModel
import Testing

@Suite("A state that the caller gives") struct GivenStateTests {
  private func moves(_ body: String) throws -> [String] {
    try machine(
      """
      final class Player {
        enum State { case idle, loading, playing }
        private(set) var state: State = .idle
        func reset() { if state == .playing { state = .idle } }
        func go(to next: State) {
      \(body)
        }
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.from == "idle" }.map(describe)
  }

  @Test("is known in each clause of a switch over it")
  func clauses() throws {
    let rows = [
      "idle go[case .idle = next] ignored",
      "idle go[case .loading = next] loading",
      "idle go[case .playing = next] playing",
    ]
    let clauses = "case .idle: print(0)\n case .loading: print(1)\n case .playing: print(2)"
    #expect(try moves("state = next\nswitch next { \(clauses) }") == rows)
    #expect(try moves("state = next\nswitch state { \(clauses) }") == rows)
    #expect(try moves("state = next\nswitch self.state { \(clauses) }") == rows)
  }

  @Test("is known where it is compared, and where one case alone is left")
  func comparisons() throws {
    #expect(
      try moves(
        """
            guard next != state else { return }
            state = next
            if next == .playing { print(2) }
        """) == [
          "idle go[!(next != state)] ignored",
          "idle go[next != state && next == .playing] playing",
          "idle go[next != state && !(next == .playing)] loading",
        ])
  }

  @Test("is known in the clauses for where it came from")
  func pairs() throws {
    #expect(
      try moves(
        """
            let old = state
            state = next
            switch (old, next) {
            case (.idle, .loading): print(1)
            case (_, .playing): print(2)
            default: break
            }
        """) == [
          "idle go[case .loading = next] loading",
          "idle go[case .playing = next] playing",
          "idle go[!(case .loading = next) && !(case .playing = next)] ignored",
        ])
  }
}
