import OrreryExtraction
import OrreryModel
import Testing

@Suite("Effects of one name") struct EffectArgumentTests {
  private func rows(_ first: String, _ second: String) throws -> [String] {
    try machine(
      """
      struct Door {
        enum Action { case bye(close: Bool, reason: String?), none }
        enum State { case open(Set<Int>), closing(Set<Int>, sent: Bool) }
        private var state: State = .open([])
        mutating func start() {
          if case .open(let ids) = state { state = .closing(ids, sent: false) }
        }
        mutating func acked(_ text: String, _ other: String) -> Action {
          let action: Action
          switch state {
          case .closing(let ids, _):
            if ids.isEmpty {
              action = .bye(\(first))
            } else {
              action = .bye(\(second))
            }
            state = .closing(ids, sent: true)
          case .open:
            action = .none
          }
          return action
        }
      }
      """
    ).transitions.filter { $0.from == "closing" && $0.event.name == "acked" }.map(describe)
  }

  @Test(
    "are told apart by arguments that ask for something else",
    arguments: [
      ("close: true, reason: nil", "close: false, reason: nil"),
      ("close: true, reason: nil", "close: true, reason: text"),
    ])
  func known(_ first: String, _ second: String) throws {
    #expect(
      try rows(first, second) == [
        "closing acked[ids.isEmpty]/.bye closing", "closing acked[!(ids.isEmpty)]/.bye closing",
      ])
  }

  @Test("are one where the arguments are no more than values that are handed on")
  func handedOn() throws {
    #expect(
      try rows("close: true, reason: text", "close: true, reason: other") == [
        "closing acked/.bye closing"
      ])
  }
}
