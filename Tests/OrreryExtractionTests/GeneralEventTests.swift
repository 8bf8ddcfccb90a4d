import OrreryModel
import Testing

@Suite("Events of a reducer that takes a general type") struct GeneralEventTests {
  private func source(_ body: String) -> String {
    """
    protocol Action {}
    enum ListAction: Action { case load, loaded, reload }
    enum UserAction: Action { case login, logout }
    enum Phase { case idle, busy, done }
    struct ListReducer {
      func reduce(_ phase: Phase, _ action: Action) -> Phase {
        \(body)
      }
    }
    """
  }

  @Test("a pattern that asks for the type is an event for each case of it")
  func switched() throws {
    let machine = try machine(
      source(
        """
        switch (action) {
        case let own as ListAction:
          switch own {
          case .load: return .busy
          case .loaded: return .done
          case .reload: return phase
          }
        case let user as UserAction:
          if case .logout = user { return .idle }
          return phase
        default: return phase
        }
        """))
    #expect(machine.events.map(\.name) == ["load", "loaded", "reload", "login", "logout"])
    #expect(
      Set(machine.transitions.filter { $0.kind == .move }.map(describe)) == [
        "busy logout idle", "done logout idle", "idle load busy", "done load busy",
        "idle loaded done", "busy loaded done",
      ])
  }

  @Test("so is one that a condition asks for")
  func asked() throws {
    let machine = try machine(
      source(
        """
        if case let own as ListAction = action {
          switch own {
          case .load: return .busy
          case .loaded: return .done
          case .reload: break
          }
        }
        return phase
        """))
    #expect(machine.events.map(\.name) == ["load", "loaded", "reload"])
    #expect(
      Set(machine.transitions.filter { $0.kind == .move }.map(describe)) == [
        "idle load busy", "done load busy", "idle loaded done", "busy loaded done",
      ])
  }
}
