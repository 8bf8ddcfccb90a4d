import OrreryExtraction
import OrreryModel
import Testing

@Suite("Private methods that only initializers call") struct InitializerPartTests {
  private func source(_ start: String, _ members: String) -> String {
    """
    final class Session {
      enum State { case idle, restored, active, done }
      private(set) var state = State.idle
      private let store: Store
      init(store: Store) {
        self.store = store
        \(start)
      }
      func begin() { if state != .done { state = .active } }
      func finish() { state = .done }
    \(members)
    }
    """
  }

  @Test(
    "are parts of these: the state that they leave is the initial one",
    arguments: [
      ("setUp()", "private func setUp() { state = .restored }", "restored"),
      (
        "setUp()",
        "private func setUp() { move(to: .restored) }\n"
          + "private func move(to next: State) { state = next }", "restored"
      ),
      ("setUp()", "private func setUp() { if store.isKept { state = .restored } }", nil),
      ("setUp(); state = .active", "private func setUp() { state = .restored }", "active"),
    ])
  func initial(start: String, members: String, expected: String?) throws {
    let found = extract(source(start, members))
    #expect(found.machines.map(\.initial) == [expected])
    #expect(found.machines.flatMap(\.events).map(\.id.name) == ["begin", "finish"])
    #expect(found.diagnostics.map(\.message) == [])
    #expect(found.machines.flatMap(\.unresolved) == [])
  }

  @Test("make no edges themselves where they hand out closures, which do")
  func closures() throws {
    let found = try machine(
      source(
        "setUp()",
        """
        private func setUp() {
          state = .restored
          store.onLoss = { [weak self] in self?.state = .idle }
        }
        """))
    #expect(found.initial == "restored")
    #expect(Set(found.events.map(\.id.name)) == ["begin", "finish", "setUp#store.onLoss"])
    #expect(found.transitions.filter { $0.to == "restored" && $0.kind == .move } == [])
  }

  @Test(
    "are no such parts where others come to them too",
    arguments: [
      "func again() { setUp() }",
      "func wire() { store.onLoss = { [weak self] in self?.setUp() } }",
    ])
  func elsewhere(_ other: String) throws {
    let found = extract(
      source("setUp()", "private func setUp() { state = .restored }\n\(other)"))
    let rows = found.machines.flatMap(\.transitions).filter { $0.to == "restored" }
    #expect(rows.contains { $0.from == "active" })
  }

  @Test("are no events where they only hand out what is called later")
  func registering() throws {
    let found = try machine(
      source(
        "setUp()",
        """
        private func setUp() {
          let handler: (Key) -> Key? = { [weak self] key in
            guard key.isEscape else { return key }
            Task { @MainActor in
              guard let self, self.state == .active else { return }
              self.state = .done
            }
            return nil
          }
          monitor = Keys.addMonitor(matching: .down, handler: handler)
        }
        """))
    #expect(Set(found.events.map(\.id.name)) == ["begin", "finish", "setUp#Keys.addMonitor"])
    #expect(
      found.transitions.filter { $0.kind == .move && $0.event.name.hasPrefix("setUp") }.map(
        describe) == ["active setUp#Keys.addMonitor[key.isEscape] done"])
  }

  @Test(
    "begin in the first state where the only task of each initializer calls them, and nothing else",
    arguments: [
      ("Task { await restore() }", ""), ("Task { [weak self] in await self?.restore() }", ""),
    ])
  func begun(start: String, other: String) throws {
    #expect(try starts(of: "restore", start, other) == ["restoring"])
  }

  @Test(
    "may begin in any state where something else may call them, or more than once",
    arguments: [
      ("Task { await restore() }", "func again() { Task { await restore() } }"),
      ("for _ in 0..<2 { Task { await restore() } }", ""),
      ("Task { for await _ in api.changes { await restore() } }", ""),
      ("api.onChange = { Task { await self.restore() } }", ""),
      ("Task { await restore() }; api.onPush { self.leave() }", ""),
      ("begin(); Task { await restore() }", "private func begin() { Task { leave() } }"),
      ("Task { await restore() }; Task { await api.log(); leave() }", ""),
      (
        "Task { await restore() }",
        "convenience init() { self.init(api: API()); Task { await restore() } }"
      ),
    ])
  func begunAnew(start: String, other: String) throws {
    #expect(try starts(of: "restore", start, other) != ["restoring"])
  }

  @Test("may begin in any state where they ask for it: others may have come before")
  func begunAsking() throws {
    let found = try machine(
      """
      final class Session {
        enum State { case restoring, signedOut, signedIn }
        private(set) var state: State = .restoring
        init() { Task { await restore() } }
        private func restore() async {
          switch state {
          case .restoring: state = .signedIn
          case .signedOut: break
          case .signedIn: state = .signedOut
          }
        }
        func leave() { state = .signedOut }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name == "restore" }.map(describe) == [
        "restoring restore signedIn", "signedOut restore ignored", "signedIn restore signedOut",
      ])
  }

  private func starts(of event: String, _ start: String, _ other: String) throws -> [String] {
    try machine(
      """
      final class Session {
        enum State { case restoring, signedOut, signedIn }
        private(set) var state: State = .restoring
        private let api: API
        init(api: API) {
          self.api = api
          \(start)
        }
        \(other)
        private func restore() async {
          state = await api.restore() ? .signedIn : .signedOut
        }
        func leave() { state = .signedOut }
      }
      """
    ).transitions.filter { $0.event.name == event }.map(\.from)
  }
}
