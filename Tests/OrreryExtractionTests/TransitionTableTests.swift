import OrreryModel
import Testing

@Suite("Tables of transitions") struct TransitionTableTests {
  private static let table = """
    [.idle: [.loading], .loading: [.loaded, .failed], .failed: [.idle]]
    """

  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      final class Loader {
        enum State: Hashable { case idle, loading, loaded, failed }
        private(set) var state: State = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
  }

  @Test(
    "tell the edges of the events that name their targets",
    arguments: [
      "guard Self.allowed[state]?.contains(new) == true else { return }",
      "guard Self.allowed[state]?.contains(new) ?? false else { return }",
      "guard Self.allowed[state, default: []].contains(new) else { return }",
      "guard let next = Self.allowed[state], next.contains(new) else { return }",
    ]) func callers(check: String) throws
  {
    for type in ["[State: Set<State>]", "[State: [State]]"] {
      #expect(
        try moves(
          """
            private static let allowed: \(type) = \(Self.table)
            private func transition(to new: State) {
              \(check)
              state = new
            }
            func load() { transition(to: .loading) }
            func end() { transition(to: .loaded) }
          """) == ["idle load loading", "loading end loaded"])
    }
  }

  @Test("tell the targets that an event may name")
  func targets() throws {
    #expect(
      try moves(
        """
          private let allowed: [State: Set<State>] = \(Self.table)
          func transition(to new: State) {
            guard allowed[state]?.contains(new) == true else { return }
            state = new
          }
        """) == [
          "idle transition[new == .loading] loading",
          "loading transition[new == .loaded] loaded",
          "loading transition[new == .failed] failed",
          "failed transition[new == .idle] idle",
        ])
  }

  @Test("tell the next state of an event")
  func events() throws {
    try expectTransitions(
      """
      struct Loader {
        enum State { case idle, loading, loaded }
        enum Event { case load, done }
        private let next: [State: [Event: State]] = [
          .idle: [.load: .loading], .loading: [.done: .loaded],
        ]
        private(set) var state: State = .idle
        mutating func handle(_ event: Event) {
          guard let next = next[state]?[event] else { return }
          state = next
        }
      }
      """,
      [
        "idle load loading", "idle done ignored", "loading load ignored", "loading done loaded",
        "loaded load ignored", "loaded done ignored",
      ])
  }

  @Test("that are filled as the machine runs tell nothing")
  func filled() throws {
    #expect(
      try moves(
        """
          private var targets: [Int: State] = [:]
          func add(_ id: Int) { targets[id] = .loading }
          func load(_ id: Int) {
            if targets[id] != nil, state == .idle { state = .loading }
            var seen: [State: Bool] = [:]
            seen[state] = true
            if seen[state] == true, state == .loading { state = .loaded }
          }
        """
      ).contains { $0.hasPrefix("idle load[targets[id] != nil") })
  }

  @Test("that somebody changes tell nothing")
  func changed() throws {
    #expect(
      try moves(
        """
          private var allowed: [State: Set<State>] = \(Self.table)
          func allow() { allowed = [:] }
          func load() {
            guard allowed[state]?.contains(.loading) == true else { return }
            if state == .idle { state = .loading }
          }
        """) == ["idle load[allowed[state]?.contains(.loading) == true] loading"])
  }

  @Test("may be what the state itself answers")
  func answers() throws {
    let rows = try machine(
      """
      final class Door {
        enum State {
          case open, shut, locked
          var next: [State] {
            switch self {
            case .open: [.shut]
            case .shut: [.open, .locked]
            case .locked: []
            }
          }
        }
        private(set) var state: State = .open
        func move(to new: State) {
          guard state.next.contains(new) else { return }
          state = new
        }
        func reset() { if state == .locked { state = .open } }
      }
      """
    ).transitions.filter { $0.event.name == "move" }.map(describe)
    #expect(
      rows == [
        "open move[!(case .shut = new)] ignored", "open move[new == .shut] shut",
        "shut move[!(case .open, .locked = new)] ignored", "shut move[new == .open] open",
        "shut move[new == .locked] locked", "locked move ignored",
      ])
  }

  @Test(
    "of next states tell what each event leads to",
    arguments: ["table[state]?[event]", "Self.table[self.state]?[event]"])
  func events(lookUp: String) throws {
    let isStatic = lookUp.hasPrefix("Self")
    #expect(
      try moves(
        """
          enum Tick { case next, fault }
          private \(isStatic ? "static " : "")let table: [State: [Tick: State]] = [
            .idle: [.next: .loading], .loading: [.next: .loaded, .fault: .failed],
          ]
          func handle(_ event: Tick) -> Bool {
            guard let next = \(lookUp) else { return false }
            state = next
            return true
          }
        """) == [
          "idle next loading", "loading next loaded", "loading fault failed",
        ])
  }
}
