import OrreryExtraction
import OrreryModel
import Testing

@Suite("Reducer closures that return nothing") struct VoidClosureTests {
  private func source(_ body: String) -> String {
    """
    struct State { var names: [String] = []; var isOpen = false; var n = 0 }
    enum Event { case add(String), drop(Int), flip, close }
    let reducer = Reducer<State, Event> { state, event in
      \(body)
    }
    """
  }

  @Test("what changes the state in the last place is no effect")
  func changes() throws {
    try expectActions(
      source(
        """
        switch event {
        case .add(let name): state.names.append(name)
        case .drop(let index): state.names.remove(at: index)
        case .flip: state.isOpen.toggle()
        case .close: state.isOpen = false
        }
        """),
      [
        "add names mutate append(name)", "drop names mutate remove(at: index)",
        "flip isOpen mutate toggle()", "close isOpen = false",
      ])
  }

  @Test("nor where every case does no more than that")
  func changesOnly() throws {
    try expectActions(
      source(
        """
        switch event {
        case .add(let name): state.names.append(name)
        case .drop: state.names.removeAll()
        case .flip, .close: state.isOpen.toggle()
        }
        """),
      [
        "add names mutate append(name)", "drop names mutate removeAll()",
        "flip isOpen mutate toggle()", "close isOpen mutate toggle()",
      ])
  }

  @Test("what a closure returns without saying so is its effect")
  func values() throws {
    try expectActions(
      source(
        """
        switch event {
        case .add(let name): .run(name)
        case .drop: if state.isOpen { .cancel } else { .none }
        case .flip, .close: .none
        }
        """),
      [
        "add/.run ", "drop[state.isOpen]/.cancel ", "drop[!(state.isOpen)] ", "flip ", "close ",
      ])
  }

  @Test("what it returns in some case is its effect, whatever another case does last")
  func returns() throws {
    try expectActions(
      source(
        """
        switch event {
        case .add: return .run
        case .flip: state.n += 1
        default: break
        }
        return .none
        """), ["add/.run ", "drop ", "flip n += 1", "close "])
  }
}
