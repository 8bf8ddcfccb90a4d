import OrreryExtraction
import OrreryModel
import Testing

@Suite("Events of other types than a reducer casts to") struct ForeignEventTests {
  private func read(_ body: String) -> Extract {
    extract(
      """
      protocol Action {}
      enum LampAction: Action { case on, off }
      struct LampState { var isOn = false; var events = 0 }
      func lampReducer(action: Action, state: LampState?) -> LampState {
        var state = state ?? LampState()
        \(body)
        switch action {
        case .on: state.isOn = true
        case .off: state.isOn = false
        }
        return state
      }
      """)
  }

  @Test func theExitBehindAFailedCastIsOneThatTheyCome() throws {
    let found = read("guard let action = action as? LampAction else { return state }")
    #expect(found.diagnostics.isEmpty)
    #expect(found.machines.flatMap(\.unresolved).isEmpty)
  }

  @Test func whatTheyDoThereIsSaidToBeUntold() throws {
    let found = read(
      """
      guard let action = action as? LampAction else {
        state.events += 1
        return state
      }
      """)
    #expect(!found.diagnostics.contains { $0.id == "unreachable" && $0.message.contains("return") })
    #expect(
      found.machines.flatMap(\.unresolved).map(\.reason) == [
        "'return state' ends a handler, but no transition shows it: no path through the handler "
          + "reaches it"
      ])
  }

  @Test func anExitThatNoEventComesToIsUnreachable() throws {
    let found = extract(
      """
      enum LampAction { case on, off }
      enum LampState { case dark, bright }
      func lamp(state: LampState, action: LampAction) -> LampState {
        switch action {
        case .on: return .bright
        case .off: return .dark
        default: return state
        }
      }
      """)
    #expect(found.diagnostics.map(\.id) == ["unreachable"])
  }

  @Test(
    "an exit there is told where it changes the state",
    arguments: [
      ("", "return LampState()"), ("", "return initialState"), ("bump(&state)", "return state"),
      ("if state.isOn { state.events = 0 }", "return state"),
    ])
  func changes(before: String, exit: String) {
    let found = read(
      "\(before)\nguard let action = action as? LampAction else { \(exit) }")
    #expect(
      found.machines.flatMap(\.unresolved).map(\.reason).contains {
        $0.hasPrefix("'\(exit)' ends a handler, but no transition shows it")
      })
  }
}
