import OrreryExtraction
import OrreryModel
import Testing

@Suite("Setters of a state, and actions that never come") struct OpenEntryTests {
  private func sheet(_ start: String, accessor: String = "var rows: [Int]") -> String {
    """
    @Reducer struct Sheet {
      struct State {
        var items: [Int] = []
        var busy = false
        \(accessor) {
          get { items }
          set { items = newValue }
        }
      }
      enum Action { case start, rows }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .start:
            \(start)
            return .none
          case .rows:
            return .none
          }
        }
      }
    }
    """
  }

  @Test(
    "a setter that no reducer uses is open: others may",
    arguments: ["var rows: [Int]", "subscript(id: Int) -> [Int]"])
  func unusedSetter(_ accessor: String) throws {
    let found = extract(sheet("state.busy = true", accessor: accessor))
    #expect(found.machines.flatMap(\.unresolved).count == 1)
    #expect(found.diagnostics == [])
  }

  @Test("a setter that one uses changes the state")
  func usedSetter() throws {
    try expectActions(sheet("state.rows = []"), ["start rows = []", "rows "])
  }

  @Test("a setter that code of another module may use stays open")
  func exportedSetter() {
    for modifier in ["public ", "package ", "public internal(set) "] {
      let found = extract(sheet("state.busy = true", accessor: modifier + "var rows: [Int]"))
      #expect(found.machines.flatMap(\.unresolved).count == 1, "\(modifier)")
    }
  }

  @Test(
    "a setter that a part of the body comes to stays open",
    arguments: ["Scope(state: \\.rows, action: \\.rows) { Rows() }", "BindingReducer()"])
  func scopedSetter(_ part: String) {
    let source = sheet("state.busy = true").replacing(
      "    Reduce {", with: "    \(part)\n    Reduce {")
    #expect(!extract(source).machines.flatMap(\.unresolved).isEmpty)
  }

  @Test("an action of which there are none, be it named")
  func never() throws {
    let found = extract(
      """
      struct Feature: Reducer {
        struct State { var isOpen = false }
        enum Action { case open, never(Never) }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .open:
            state.isOpen = true
            return .none
          case .never:
            return .none
          }
        }
      }
      """)
    #expect(found.machines.map(\.unresolved) == [[]])
    #expect(found.diagnostics == [])
  }
}
