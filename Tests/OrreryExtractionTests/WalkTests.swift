import OrreryModel
import Testing

@Suite("Walks through handlers") struct WalkTests {
  @Test("what a setter and an observer write belongs to the assignment, and to whoever assigns")
  func accessors() throws {
    try expectTransitions(
      """
      final class Door {
        enum State { case open, shut }
        private var state = State.open
        var isWide = false {
          didSet { if isWide { state = .open } else { state = .shut } }
        }
        func push() {
          switch state {
          case .open: isWide = false
          case .shut: state = .open
          }
        }
      }
      """,
      [
        "open isWide[isWide] open", "open isWide[!isWide] shut", "shut isWide[isWide] open",
        "shut isWide[!isWide] shut", "open push shut", "shut push open",
      ])
  }

  @Test("an await in a class ends a step: what follows it starts from the state that it left")
  func awaiting() throws {
    try expectTransitions(
      """
      @MainActor final class Loader {
        enum State { case idle, loading, loaded }
        private(set) var state = State.idle
        func load() async {
          guard state == .idle else { return }
          state = .loading
          await fetch()
          state = .loaded
        }
      }
      """,
      [
        "idle load/fetch loading", "loading load ignored", "loaded load ignored",
        "loading load#fetch loaded",
      ])
  }

  @Test("a closure whose function has ended, and that calls itself, ends")
  func unwound() throws {
    let model = try machine(
      """
      struct Queue {
        enum State { case empty, full }
        private var state = State.empty
        private func maker() -> (Int) -> Int {
          func again(_ n: Int) -> Int { n == 0 ? 0 : again(n - 1) }
          return { n in again(n) }
        }
        mutating func push() {
          let make = maker()
          switch state {
          case .empty: if make(1) == 0 { state = .full }
          case .full: _ = make(2)
          }
        }
      }
      """)
    #expect(model.transitions.contains { $0.from == "empty" && $0.to == "full" })
  }
}
