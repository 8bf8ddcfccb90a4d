import OrreryModel
import Testing

@Suite("Enums that tell the next state") struct StateMakerTests {
  @Test("each of their cases is a condition")
  func payload() throws {
    try expectTransitions(
      """
      enum Reply { case yes, no, later(Int) }
      extension Reply {
        func next() -> Door.State {
          switch self {
          case .yes: .open
          case .no: .shut
          case .later(let count): count > 3 ? .shut : .waiting
          }
        }
      }
      struct Door {
        enum State { case open, shut, waiting }
        enum Event { case asked, answered(Reply) }
        static func reduce(_ state: State, _ event: Event) -> State {
          switch (state, event) {
          case (.shut, .asked): return .waiting
          case (.waiting, .answered(let reply)): return reply.next()
          default: return state
          }
        }
      }
      """,
      [
        "open asked ignored", "open answered ignored", "shut asked waiting",
        "shut answered ignored", "waiting asked ignored",
        "waiting answered[case .yes = reply] open", "waiting answered[case .no = reply] shut",
        "waiting answered[case .later(let count) = reply && count > 3] shut",
        "waiting answered[case .later(let count) = reply && !(count > 3)] ignored",
      ])
  }
}
