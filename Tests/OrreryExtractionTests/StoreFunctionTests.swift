import OrreryModel
import Testing

@Suite("Functions that a store's state is lent to") struct StoreFunctionTests {
  private func rows(_ use: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      import Verge
      final class PlayerModel: StoreComponentType {
        struct State { var mode: Mode = .idle }
        enum Mode { case idle, playing }
        let store: DefaultStore = .init(initialState: .init())
        func play() { commit { $0.mode = .playing } }
        func stop() { \(use) }
        private func change(_ state: inout State) { if state.mode == .playing { state.mode = .idle } }
      }
      \(more)
      """
    ).transitions.map(describe)
  }

  private let both = [
    "idle play playing", "idle stop ignored", "playing play ignored", "playing stop idle",
  ]

  @Test("who hands it on is the event")
  func methods() throws {
    #expect(try rows("commit { change(&$0) }") == both)
    #expect(try rows("commit { self.change(&$0) }") == both)
    #expect(try rows("commit { state in change(&state) }") == both)
  }

  @Test("also to a function, and to a swap")
  func functions() throws {
    let halt = "private func halt(_ state: inout PlayerModel.State) { state.mode = .idle }"
    #expect(try rows("commit { halt(&$0) }", halt) == both)
    #expect(try rows("var other = Mode.idle; commit { swap(&$0.mode, &other) }") == both)
  }
}
