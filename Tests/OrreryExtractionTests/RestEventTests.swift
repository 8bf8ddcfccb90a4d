import OrreryExtraction
import OrreryModel
import Testing

@Suite("What a `default` takes of actions that come from everywhere") struct RestEventTests {
  private func closure(_ rest: String) -> String {
    """
    protocol ActionKind {}
    enum MenuKind: ActionKind { case open, close }
    struct Event { let kind: ActionKind; let window: Int }
    typealias Reducer<State> = (State, Event) -> State
    struct MenuState {
      let window: Int
      var isOpen: Bool
      var toast: String?
      static let reducer: Reducer<MenuState> = { state, event in
        switch event.kind {
        case MenuKind.open:
          return MenuState(window: state.window, isOpen: true, toast: "hello")
        case MenuKind.close:
          return MenuState(window: state.window, isOpen: false, toast: nil)
        default:
          return \(rest)
        }
      }
      static func idle(from state: MenuState) -> MenuState {
        MenuState(window: state.window, isOpen: state.isOpen, toast: nil)
      }
    }
    """
  }

  @Test("is an event of its own where something comes of it")
  func rest() throws {
    let machine = try machine(closure("idle(from: state)"))
    #expect(machine.events.map(\.name) == ["open", "close", "default"])
    #expect(machine.actions.map(describe).last == "default toast = nil")
    #expect(machine.unresolved == [])
  }

  @Test("is none where nothing does")
  func idle() throws {
    let machine = try machine(closure("state"))
    #expect(machine.events.map(\.name) == ["open", "close"])
    #expect(machine.transitions.allSatisfy { $0.event.name != "default" })
  }

  @Test(
    "of a function too, be its state an enum",
    arguments: ["action: Action", "_ action: any Action"])
  func function(_ parameter: String) throws {
    let machine = try machine(
      """
      protocol Action {}
      enum ListAction: Action { case load }
      enum UserAction: Action { case login }
      enum Phase { case idle, busy, lost }
      func reduce(phase: Phase, \(parameter)) -> Phase {
        switch action {
        case ListAction.load: return .busy
        case UserAction.login: return .idle
        default: return .lost
        }
      }
      """)
    #expect(machine.events.map(\.name) == ["load", "login", "default"])
    #expect(
      machine.transitions.filter { $0.event.name == "default" && $0.kind == .move }.map(describe)
        == ["idle default lost", "busy default lost"])
  }
}
