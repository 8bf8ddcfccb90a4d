import OrreryModel
import Testing

@Suite("Helpers that change a struct state, and objects in it") struct StateHelperTests {
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

  private func audio(_ signature: String, _ copy: String, _ after: String) -> String {
    """
    final class Engine { func halt() {}; func setOutput(_ value: Bool) throws {} }
    struct AudioState { var isActive = false; var engine: Engine?; var spare: Engine }
    enum AudioAction { case on, off, spare, drop }
    func audioReducer\(signature) {
      var updated = state
      switch action {
      case .on:
        \(copy).isActive = true
        try \(copy).engine?.setOutput(true)
      case .off: \(copy).engine?.halt()
      case .spare: \(copy).spare.halt()
      case .drop: \(copy).engine = nil
      }
      \(after)
    }
    """
  }

  @Test("a method of an object that the state refers to changes no property")
  func object() throws {
    let found = [
      try machine(audio("(state: inout AudioState, action: AudioAction) throws", "state", "")),
      try machine(
        audio(
          "(state: AudioState, action: AudioAction) throws -> AudioState", "updated",
          "return updated")),
    ]
    for machine in found {
      #expect(
        machine.actions.map { action in
          "\(action.event.name) \(action.writes.map { "\($0.path) \($0.op)" })"
        } == ["on [\"isActive =\"]", "off []", "spare []", "drop [\"engine =\"]"])
    }
  }
}
