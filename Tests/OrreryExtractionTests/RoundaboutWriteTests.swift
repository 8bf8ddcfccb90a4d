import OrreryExtraction
import OrreryModel
import Testing

@Suite("Writes of the state by what stands around it") struct RoundaboutWriteTests {
  private static func machine(_ start: String, _ rest: String, inChild: String = "") -> String {
    """
    struct Link {
      enum Phase { case idle, busy, done }
      var phase: Phase = .idle
      \(inChild)
    }
    struct Machine {
      private var link = Link()
      mutating func start() {
        \(start)
      }
      mutating func finish() {
        switch link.phase {
        case .busy: link.phase = .done
        case .idle, .done: break
        }
      }
    }
    \(rest)
    """
  }

  private func starts(_ source: String) throws -> [String] {
    try OrreryExtractionTests.machine(source).transitions.map(describe).filter {
      $0.contains(" start")
    }
  }

  @Test(
    "a struct around the state is handed out to be changed",
    arguments: [
      ("change(&link)", "func change(_ link: inout Link) { link.phase = .busy }", ""),
      (
        "Link.begin(&link)",
        "extension Link { static func begin(_ link: inout Link) { link.phase = .busy } }", ""
      ),
      (
        "with(&link) { $0.phase = .busy }",
        "func with<T>(_ value: inout T, _ body: (inout T) -> Void) { body(&value) }", ""
      ),
      (
        "with(&self) { $0.link.phase = .busy }",
        "func with<T>(_ value: inout T, _ body: (inout T) -> Void) { body(&value) }", ""
      ),
      (
        "let body: (inout Link) -> Void = { $0.phase = .busy }; body(&link)", "", ""
      ),
      (
        "link.update { $0.phase = .busy }", "",
        "mutating func update(_ body: (inout Link) -> Void) { body(&self) }"
      ),
    ])
  func handedOut(_ start: String, _ rest: String, _ inChild: String) throws {
    #expect(
      try starts(Self.machine(start, rest, inChild: inChild)) == [
        "idle start busy", "busy start ignored", "done start busy",
      ])
  }

  @Test(
    "a setter or an observer of the struct around the state changes it",
    arguments: [
      ("link.now = .busy", "var now: Phase { get { phase } set { phase = newValue } }"),
      ("link.now = .busy", "var now: Phase { get { phase } _modify { yield &phase } }"),
      ("link.count += 1", "var count = 0 { didSet { phase = .busy } }"),
    ])
  func setters(_ start: String, _ inChild: String) throws {
    #expect(
      try starts(Self.machine(start, "", inChild: inChild)) == [
        "idle start busy", "busy start ignored", "done start busy",
      ])
  }

  @Test(
    "a key path names the property",
    arguments: [
      "link[keyPath: \\.phase] = .busy", "self[keyPath: \\.link.phase] = .busy",
      "let path = \\Machine.link.phase; self[keyPath: path] = .busy",
      "set(&self, \\.link.phase, .busy)",
    ])
  func keyPaths(_ start: String) throws {
    let helper = """
      func set<T>(_ machine: inout Machine, _ path: WritableKeyPath<Machine, T>, _ value: T) {
        machine[keyPath: path] = value
      }
      """
    #expect(
      try starts(Self.machine(start, helper)) == [
        "idle start busy", "busy start ignored", "done start busy",
      ])
  }

  @Test(
    "what a subscript, an operator, or code that is not among the files changes is not told",
    arguments: [
      (
        "link[0] = .busy",
        "subscript(index: Int) -> Phase { get { phase } set { phase = newValue } }"
      ),
      ("Library.apply(&link)", ""), ("link ~> .busy", ""), ("self[keyPath: path()] = .busy", ""),
    ])
  func open(_ start: String, _ inChild: String) throws {
    #expect(
      try starts(Self.machine(start, "", inChild: inChild)) == [
        "idle start ?", "busy start ?", "done start ?",
      ])
  }

  private static func reducer(_ start: String, _ inState: String) -> String {
    """
    enum Phase { case idle, busy, done }
    struct State {
      var phase: Phase = .idle
      var items: [Int] = []
      \(inState)
    }
    enum Action { case start, finish }
    func reduce(state: inout State, action: Action) {
      switch action {
      case .start: \(start)
      case .finish: state.phase = .done
      }
    }
    """
  }

  @Test(
    "in the states of a struct too",
    arguments: [
      ("state.now = .busy", "var now: Phase { get { phase } set { phase = newValue } }"),
      ("state.now = .busy", "var now: Phase { get { phase } _modify { yield &phase } }"),
      ("state[keyPath: \\.phase] = .busy", ""),
    ])
  func projected(_ start: String, _ inState: String) throws {
    let found = try starts(Self.reducer(start, inState))
    #expect(found.first == "idle start busy")
    #expect(found.last == "done start busy")
  }

  @Test(
    "and what is not told is open in each of them",
    arguments: [
      (
        "state[0] = .busy",
        "subscript(index: Int) -> Phase { get { phase } set { phase = newValue } }"
      ),
      ("state[keyPath: path()] = .busy", ""), ("state ~> .busy", ""),
    ])
  func openProjection(_ start: String, _ inState: String) throws {
    #expect(
      try starts(Self.reducer(start, inState)) == [
        "idle start ?", "busy start ?", "done start ?",
      ])
  }

  @Test("a subscript that changes other properties leaves the state alone")
  func otherElements() throws {
    let found = try starts(
      Self.reducer(
        "state[0] = 1",
        "subscript(index: Int) -> Int { get { items[index] } set { items[index] = newValue } }"))
    #expect(found == ["idle start idle", "done start done"])
  }
}
