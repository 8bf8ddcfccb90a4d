import OrreryModel
import Testing

@Suite("Observers of a struct state's properties") struct ObserverTests {
  private func feature(_ properties: String, _ handler: String) -> String {
    """
    @Reducer struct Search {
      struct State {
        \(properties)
      }
      enum Phase { case idle, busy }
      enum Action { case changed(String) }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case let .changed(text):
            \(handler)
            return .none
          }
        }
      }
    }
    """
  }

  @Test("what one writes belongs to the action, under its conditions, at the assignment")
  func writes() throws {
    let source = feature(
      """
      var text = "" {
        didSet {
          if text.isEmpty { next = nil; return }
          next = text
        }
      }
      var next: String?
      var items: [String] = []
      """,
      """
      state.text = text
      state.items = []
      """)
    try expectActions(
      source,
      [
        "changed[text.isEmpty] text = text; next = nil; items = []",
        "changed[!(text.isEmpty)] text = text; next = text; items = []",
      ])
    let found = try machine(source)
    #expect(Set(found.actions.map(\.location.line)) == [18])
    #expect(
      found.transitions.filter { $0.from == "nil" }.map(describe) == [
        "nil changed[text.isEmpty] nil", "nil changed[!(text.isEmpty)] some",
      ])
  }

  @Test("one that asks for the old value is answered from it")
  func oldValues() throws {
    let found = try machine(
      feature(
        """
        var phase: Phase = .idle { didSet { if oldValue == .idle { isFirst = false } } }
        var isFirst = true
        """, "state.phase = .busy"))
    #expect(
      found.transitions.map(describe) == [
        "phase=idle, isFirst=true changed phase=busy, isFirst=false",
        "phase=busy, isFirst=false changed ignored",
      ])
  }

  @Test("each side of a choice is observed")
  func choices() throws {
    try expectActions(
      feature(
        """
        var phase: Phase = .idle { willSet { if newValue == .busy { count += 1 } } }
        var count = 0
        """, "state.phase = text.isEmpty ? .idle : .busy"),
      ["changed[text.isEmpty] phase = .idle", "changed[!(text.isEmpty)] phase = .busy; count += 1"])
  }

  @Test("a setter is no write of its own, and an initializer calls no observer")
  func setters() throws {
    try expectActions(
      feature(
        """
        var stored = "" { didSet { count += 1 } }
        var text: String { get { stored } set { stored = newValue } }
        var count = 0
        init(stored: String) { self.stored = stored }
        """,
        """
        if text.isEmpty { state = State(stored: text) } else { state.text = text }
        """),
      [
        "changed[text.isEmpty] state = State(stored: text)",
        "changed[!(text.isEmpty)] text = text",
      ])
  }

  @Test("what an observer makes of its own property does not hide what that was given")
  func clamping() throws {
    try expectActions(
      feature(
        "var text = \"\" { didSet { text = text.trimmed() } }",
        "state.text = text"),
      ["changed text = text"])
  }

  @Test("an observer knows that an empty text is empty")
  func emptyText() throws {
    let found = try machine(
      """
      final class Search {
        enum Phase { case empty, searching }
        private var phase = Phase.empty
        var query = "" {
          didSet {
            guard !query.isEmpty else { phase = .empty; return }
            phase = .searching
          }
        }
        func clear() { query = "" }
      }
      """
    ).transitions.map(describe).filter { $0.contains(" clear") }
    #expect(found == ["empty clear ignored", "searching clear empty"])
  }
}
