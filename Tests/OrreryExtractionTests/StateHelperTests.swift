import OrreryModel
import Testing

@Suite("Helpers that change a struct state") struct StateHelperTests {
  private func source(_ signature: String, _ before: String, _ after: String) -> String {
    """
    struct LibraryState { var found: [String] = []; var count = 0 }
    enum LibraryAction { case found([String]), forget }
    func libraryReducer\(signature) {
      \(before)
      switch action {
      case let .found(items):
        state.found = items
        state = bump(state)
      case .forget:
        state.found = []
      }
      \(after)
    }
    private func bump(_ state: LibraryState) -> LibraryState {
      var copy = state
      if state.count < 10 {
        copy.count += 1
      }
      return copy
    }
    """
  }

  private let rows = [
    "found[state.count < 10] found = items; count += 1",
    "found[!(state.count < 10)] found = items", "forget found = []",
  ]

  @Test("a changed copy that is handed back under a condition is a row for each way")
  func copy() throws {
    try expectActions(
      source(
        "(state: LibraryState, action: LibraryAction) -> LibraryState", "var state = state",
        "return state"), rows)
  }

  @Test("so is one that takes the place of the state itself")
  func place() throws {
    try expectActions(source("(state: inout LibraryState, action: LibraryAction)", "", ""), rows)
  }
}
