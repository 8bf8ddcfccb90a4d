import OrreryExtraction
import OrreryModel
import Testing

@Suite("States that are copies of the one before") struct CopiedStateTests {
  private let state = """
    struct PageState {
      enum Phase { case idle, busy, done }
      let phase: Phase
      let rows: [Int]
      let error: String?
      init(phase: Phase, rows: [Int], error: String? = nil) {
        self.phase = phase
        self.rows = rows
        self.error = error
      }
      func with(phase value: Phase) -> Self { .init(phase: value, rows: rows) }
      func with(rows value: [Int]) -> Self { .init(phase: phase, rows: rows + value) }
      func changed(phase: Phase? = nil, rows: [Int]? = nil) -> PageState {
        PageState(phase: phase ?? self.phase, rows: rows ?? self.rows, error: error)
      }
    }
    enum Event { case fetch, fetched([Int]), clear }

    """

  private func actions(_ cases: String) throws -> [String] {
    try machine(
      state
        + """
        enum Page {
          static func reduce(state: PageState, event: Event) -> PageState {
            switch event {
            \(cases)
            }
          }
        }
        """
    ).actions.map(describe)
  }

  @Test("a method that copies is worded with what the caller hands in; what stays is no write")
  func methods() throws {
    #expect(
      try actions(
        """
        case .fetch: return state.with(phase: .busy)
        case .fetched(let rows): return state.with(phase: .done).with(rows: rows)
        case .clear: return state
        """) == [
          "fetch phase = .busy; error = nil",
          "fetched phase = .done; error = nil; rows = rows + value", "clear ",
        ])
  }

  @Test("a parameter that is left out leaves its property alone")
  func defaults() throws {
    #expect(
      try actions(
        """
        case .fetch: return state.changed(phase: .busy)
        case .fetched(let rows): return state.changed(rows: rows)
        case .clear: return state.changed()
        """) == ["fetch phase = .busy", "fetched rows = rows", "clear "])
  }

  @Test("an initializer of one's own writes only what differs")
  func initializers() throws {
    #expect(
      try actions(
        """
        case .fetch: return PageState(phase: .busy, rows: state.rows)
        case .fetched(let rows): return PageState(phase: state.phase, rows: rows, error: state.error)
        case .clear: return PageState(phase: state.phase, rows: state.rows, error: state.error)
        """) == ["fetch phase = .busy; error = nil", "fetched rows = rows", "clear "])
  }

  @Test("what a closure changes of a copy stands where the closure says it")
  func edited() throws {
    let found = try machine(
      """
      struct State { var n = 0; var isOn = false }
      enum Event { case up, off }
      struct Feature {
        func reduce(state: State, event: Event) -> State {
          state.with {
            switch event {
            case .up: $0.n += 1
            case .off: $0.isOn = false
            }
          }
        }
      }
      extension State {
        func with(_ change: (inout State) -> Void) -> State {
          var copy = self
          change(&copy)
          return copy
        }
      }
      """)
    #expect(found.actions.map(describe) == ["up n += 1", "off isOn = false"])
    #expect(found.actions.map(\.location.line) == [7, 8])
  }

  @Test("`case state.phase = Phase.idle` compares, whichever side the case stands on")
  func turned() throws {
    #expect(
      try actions(
        """
        case .fetch:
          guard case state.phase = PageState.Phase.idle else { return state }
          return state.changed(phase: .busy)
        case .fetched, .clear: return state
        """) == [
          "fetch[!(case PageState.Phase.idle = state.phase)] ",
          "fetch[case PageState.Phase.idle = state.phase] phase = .busy", "fetched ", "clear ",
        ])
  }

  @Test("so does a bare name", arguments: ["phase", "self.phase"])
  func bareName(_ name: String) throws {
    try expectTransitions(
      """
      struct Pump {
        enum Phase { case idle, busy }
        private var phase = Phase.idle
        mutating func start() { if case \(name) = Phase.idle { phase = .busy } }
      }
      """,
      ["idle start busy", "busy start ignored"])
  }

  @Test(
    "a helper that sets what a key path names writes that",
    arguments: ["protocol Copyable {}\nextension Copyable", "extension Form.State"])
  func keyPaths(_ place: String) throws {
    try expectActions(
      """
      \(place) {
        func set<U>(_ path: WritableKeyPath<Self, U>, to value: U) -> Self {
          var copy = self
          copy[keyPath: path] = value
          return copy
        }
      }
      final class Form {
        struct State: Copyable { var name = ""; var count = 0; var place = Place() }
        struct Place { var x = 0 }
        enum Event { case renamed(String), moved(Int), saved }
        static func reduce(_ state: State, _ event: Event) -> State {
          switch event {
          case .renamed(let text): return state.set(\\.name, to: text).set(\\.count, to: 0)
          case .moved(let x): return state.set(\\.place.x, to: x)
          case .saved: return state
          }
        }
      }
      """,
      ["renamed name = text; count = 0", "moved place.x = x", "saved "])
  }
}
