import OrreryExtraction
import OrreryModel
import Testing

@Suite("Closures whose written type is that of a reducer") struct DeclaredReducerTests {
  private let types = """
    enum Stage { case empty, loading, shown }
    enum PageAction { case open, loaded }
    enum Fetch { case page }
    """
  private let body = """
    switch (state, action) {
    case (.empty, .open): state = .loading
    case (.loading, .loaded): state = .shown
    default: break
    }
    """
  private let rows = [
    "empty open loading", "empty loaded ignored", "loading open ignored", "loading loaded shown",
    "shown open ignored", "shown loaded ignored",
  ]

  @Test(
    "a constant is one",
    arguments: [
      "let page: (inout Stage, PageAction) -> Void =",
      "let page: @Sendable (inout Stage, PageAction) -> () =",
      "enum Pages {}; extension Pages { static let page: (inout Stage, PageAction) -> Void =",
    ])
  func constants(_ start: String) throws {
    let end = start.contains("extension") ? "}" : ""
    let found = try machine("\(types)\n\(start) { state, action in\n\(body)\n}\(end)")
    #expect(found.name == (end.isEmpty ? "page" : "Pages.page"))
    #expect(found.transitions.map(describe) == rows)
  }

  @Test("so is one that answers with the next state")
  func answering() throws {
    let found = try machine(
      """
      \(types)
      let page: (Stage, PageAction) -> Stage = { state, action in
        switch (state, action) {
        case (.empty, .open): return .loading
        case (.loading, .loaded): return .shown
        default: return state
        }
      }
      """)
    #expect(found.transitions.map(describe) == rows)
  }

  @Test("so is what a function makes")
  func made() throws {
    let found = try machine(
      """
      \(types)
      func makePage() -> (inout Stage, PageAction) -> [Fetch] {
        { state, action in
          switch (state, action) {
          case (.empty, .open):
            state = .loading
            return [.page]
          case (.loading, .loaded):
            state = .shown
            return []
          default: return []
          }
        }
      }
      """)
    #expect(found.name == "makePage")
    #expect(
      found.transitions.map(describe)
        == rows.map { $0.replacing("empty open", with: "empty open/.page") })
  }

  @Test("so is what a generic store takes as its reducer")
  func store() throws {
    let found = try machine(
      """
      \(types)
      final class Store<S, A> {
        private(set) var state: S
        private let reducer: (inout S, A) -> Void
        init(state: S, reducer: @escaping (inout S, A) -> Void) {
          self.state = state
          self.reducer = reducer
        }
      }
      func makePage() -> Store<Stage, PageAction> {
        Store(state: .empty) { state, action in
          \(body)
        }
      }
      """)
    #expect(found.name == "makePage")
    #expect(found.transitions.map(describe) == rows)
  }

  @Test("one that changes one thing by another is none")
  func others() {
    let found = extract(
      """
      enum Side { case left, right }
      enum Turn { case half, full }
      let turn: (Side, Turn) -> Side = { side, turn in
        switch turn { case .half: side == .left ? .right : .left; case .full: side }
      }
      """)
    #expect(found.machines.isEmpty)
  }
}
