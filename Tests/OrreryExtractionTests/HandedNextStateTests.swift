import OrreryExtraction
import OrreryModel
import Testing

@Suite("New states that a call of unknown code is handed") struct HandedNextStateTests {
  private func machine(_ answer: String) throws -> Machine {
    try OrreryExtractionTests.machine(
      """
      import Builders
      struct Desk {
        enum Stage { case out, asking, inside }
        struct State { let stage: Stage; let name: String }
        enum Event { case submit, accepted }
        enum Effect { case ask(String) }
        static let reducer = Reducer<State, Effect, Event> { state, event in
          switch (state.stage, event) {
          case (.out, .submit): return \(answer)
          default: return then().stay()
          }
        }
      }
      """)
  }

  @Test("are no effect: what comes of them is not told")
  func unknownBuilder() throws {
    let found = try machine(
      "then().trigger(.ask(state.name)).goTo(State(stage: .asking, name: state.name))")
    let row = found.actions.first { $0.event.name == "submit" && $0.guard != nil }
    #expect(row?.effect == nil)
    #expect(
      found.transitions.contains { $0.from == "out" && $0.event.name == "submit" && $0.to == nil })
    #expect(!found.unresolved.isEmpty)
  }
}
