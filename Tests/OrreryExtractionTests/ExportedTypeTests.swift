import OrreryModel
import Testing

@Suite("The events of a public type") struct ExportedTypeTests {
  private func events(_ members: String, _ others: String = "", inherits: String = "") throws
    -> [String]
  {
    try machine(
      """
      public final class Connection\(inherits) {
        public enum State { case idle, open, closed }
        public private(set) var state: State = .idle
        public func connect() { guard state == .idle else { return }; opened() }
        public func close() { guard state == .open else { return }; finish() }
      \(members)
        func finish() { state = .closed }
      }
      \(others)
      """
    ).events.map(\.name)
  }

  @Test("are what it exports, and what others of the module call")
  func callers() throws {
    #expect(try events("func opened() { state = .open }") == ["connect", "close"])
    #expect(
      try events(
        "func opened() { state = .open }",
        "final class Pool { var one: Connection?; func add() { one?.opened() } }")
        == ["connect", "close", "opened"])
  }

  @Test("are what nobody calls as well")
  func uncalled() throws {
    #expect(
      try events("func opened() { state = .open }\n func dropped() { state = .idle }").contains(
        "dropped"))
  }

  @Test("are what a protocol of the module asks for")
  func required() throws {
    #expect(
      try events(
        "func opened() { state = .open }", "protocol Opening { func opened() }",
        inherits: ": Opening") == ["connect", "close", "opened"])
  }
}
