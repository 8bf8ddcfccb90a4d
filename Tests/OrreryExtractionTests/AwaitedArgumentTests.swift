import OrreryModel
import Testing

@Suite("An await for an argument of the call behind it") struct AwaitedArgumentTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      actor Feed {
        enum State { case idle, running, ended }
        private(set) var state: State = .idle
        private func keep(_ items: [Item]) { kept = items }
        private func wrap(_ items: [Item]) -> [Item] { items }
        private func end(_ item: Item, _ count: Int) { if count > 0 { state = .ended } }
        private func load() async -> Int { await api.load() }
      \(members)
      }
      """
    ).transitions.filter {
      ($0.from == "running" || $0.from == "idle") && $0.event.name.hasPrefix("run")
    }.map(describe)
  }

  @Test("what the function is handed is waited for, where it does not wait itself")
  func argument() throws {
    #expect(
      try rows(
        """
          func run() async throws {
            guard state == .idle else { return }
            state = .running
            defer { state = .ended }
            try await keep(client.fetch())
          }
        """) == [
          "idle run/client.fetch running", "running run ignored",
          "running run#client.fetch.success ended", "running run#client.fetch.failure ended",
        ])
  }

  @Test("however deep it stands")
  func nested() throws {
    #expect(
      try rows(
        """
          func run() async {
            guard state == .idle else { return }
            state = .running
            await keep(wrap(client.fetch()))
            state = .ended
          }
        """) == [
          "idle run/client.fetch running", "running run ignored", "running run#client.fetch ended",
        ])
  }

  @Test("also as part of an argument")
  func parts() throws {
    let found = try rows(
      """
        func run() async {
          guard state == .idle else { return }
          state = .running
          await keep(isOn ? client.fetch() : [])
          state = .ended
        }
      """)
    #expect(found.contains("idle run[isOn]/client.fetch running"), "\(found)")
    #expect(found.contains("running run#client.fetch ended"), "\(found)")
  }

  @Test("the argument that is known to wait is the one, and the function runs behind it")
  func known() throws {
    #expect(
      try rows(
        """
          func run() async {
            guard state == .idle else { return }
            state = .running
            await end(make(Item(1)), load())
          }
        """) == [
          "idle run/load running", "running run ignored", "running run#load[load() > 0] ended",
          "running run#load[!(load() > 0)] ignored",
        ])
  }

  @Test("code that runs elsewhere waits to come back, not for what it hands over")
  func elsewhere() throws {
    #expect(
      try rows(
        """
          func run() {
            guard state == .idle else { return }
            state = .running
            Task.detached { await self.end(Item(1), decoder.count()) }
          }
        """) == [
          "idle run running", "running run ignored",
          "running run#end[decoder.count() > 0] ended",
          "running run#end[!(decoder.count() > 0)] ignored",
        ])
  }

  @Test(
    "to call what another actor runs is to wait, and a value or a free function waits for nothing")
  func actors() throws {
    let found = try machine(
      """
      final class Model {
        enum State { case idle, loaded(Int) }
        @MainActor private(set) var state = State.idle
        func pick(_ a: Int) async { await set(State.loaded(client.best(a))) }
        func take(_ a: Int) async { await keep(max(a, 3)) }
        func reset() async { await set(.idle) }
        @MainActor private func set(_ new: State) { state = new }
        private func keep(_ count: Int) { state = .loaded(count) }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "idle" }.map(describe) == [
        "idle pick loaded", "idle take loaded", "idle reset ignored",
      ])
  }

  @Test("an argument is waited for before the function that waits too and changes the state")
  func bothWait() throws {
    let found = try machine(
      """
      actor Loader {
        enum State { case idle, loading, loaded }
        private var state: State = .idle
        func start() async { await show(fetch()) }
        private func fetch() async -> Int { await api.number() }
        private func show(_ number: Int) async {
          state = .loading
          await api.wait()
          state = .loaded
        }
      }
      """)
    let moves = found.transitions.filter { $0.kind == .move }
    #expect(
      Set(moves.map { "\($0.event.name) \($0.to ?? "?")" }) == [
        "start#fetch loading", "start#api.wait loaded",
      ])
  }
}
