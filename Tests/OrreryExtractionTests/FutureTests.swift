import OrreryModel
import Testing

@Suite("What is done with a future's value") struct FutureTests {
  private func rows(_ members: String, before: String = "") throws -> [String] {
    try machine(
      """
      \(before)
      final class Client {
        enum State { case off, busy, open, failed }
        private var state = State.off
        let api: API
        let pending: EventLoopFuture<Void>
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && ["off", "busy"].contains($0.from) }.map(describe)
  }

  @Test(
    "comes later: an operator or a type around says that it is a future",
    arguments: [
      "func load() -> EventLoopFuture<Int> { state = .busy; return api.fetch().map { self.state = .open; return $0 } }",
      "func load() -> Library.EventLoopFuture<Int> { state = .busy; return api.fetch().flatMap { self.state = .open; return print($0) } }",
      "func load() { state = .busy; let done: EventLoopFuture<Void> = api.fetch().map { _ in self.state = .open }; print(done) }",
      "func load() { state = .busy; let done = api.fetch().map { _ in self.state = .open }; done.cascade(to: nil) }",
      "func load() { state = .busy; api.fetch().map { _ in self.state = .open }.whenFailure { print($0) } }",
      "func load() { state = .busy; api.fetch().hop(to: loop).map { _ in self.state = .open }; print(1) }",
      "func load() -> Single<Int> { state = .busy; return api.fetch().map { self.state = .open; return $0 } }",
    ])
  func later(_ method: String) throws {
    // What stands for itself in a statement is asked for.
    let effect =
      if method.contains("cascade") { "/done.cascade" } else if method.contains("; api") {
        "/api.fetch"
      } else { "" }
    #expect(
      try rows("  \(method)") == ["off load\(effect) busy", "busy load#api.fetch open"])
  }

  @Test("comes later where the future is a property, or the answer of a method")
  func declared() throws {
    #expect(
      try rows("  func load() { state = .busy; _ = pending.map { self.state = .open } }")
        == ["off load busy", "busy load#pending.map open"])
    let method = """
        func load() { state = .busy; _ = begin().map { _ in self.state = .open } }
        private func begin() -> EventLoopFuture<Int> { api.fetch() }
      """
    #expect(try rows(method) == ["off load busy", "busy load#begin open"])
  }

  @Test("comes later where nobody takes what it makes, in a file that imports SwiftNIO")
  func dropped() throws {
    let method = "  func load() { state = .busy; _ = api.fetch().map { _ in self.state = .open } }"
    #expect(
      try rows(method, before: "import NIOCore") == [
        "off load/api.fetch busy", "busy load#api.fetch open",
      ])
    #expect(
      Set(try rows(method)) == [
        "off load/api.fetch busy", "off load/api.fetch open", "busy load/api.fetch open",
      ])
  }

  @Test("goes on from one operator to the next")
  func chain() throws {
    let rows = try rows(
      """
        func load() {
          state = .busy
          api.fetch().flatMap { _ in self.state = .open; return self.api.keep() }
            .whenFailure { _ in self.state = .failed }
        }
      """)
    #expect(
      rows.sorted() == [
        "busy load#api.fetch.flatMap/api.keep open", "busy load#api.fetch.whenFailure failed",
        "off load/api.fetch busy",
      ])
  }

  @Test(
    "is no matter to lists and optionals",
    arguments: [
      "func load() -> [Int] { api.names.map { self.state = .open; return $0 } }",
      "func load() -> Int? { api.name.map { self.state = .open; return $0 } }",
      "func load() -> EventLoopFuture<Void> { api.names.map { self.state = .open; return $0 }.flatten(on: loop) }",
      "func load() -> EventLoopFuture<Void> { let all = api.names.map { self.state = .open; return $0 }; return join(all) }",
    ])
  func lists(_ method: String) throws {
    #expect(try rows("  func reset() { state = .off }\n  \(method)").contains("off load open"))
  }

  @Test(
    "does not come later where it is a list, an optional or a result",
    arguments: [
      "func load(_ r: Result<Int, E>) { r.map { self.state = .open; return $0 }.flatMapError { fail($0) } }",
      "func load() -> Int? { find().map { self.state = .open; return $0 } }\nprivate func find() -> Int? { nil }",
      "func load() -> [Int] { all().map { self.state = .open; return $0 } }\nprivate func all() -> [Int] { [] }",
    ])
  func containers(_ method: String) throws {
    let stop = "func stop() { if state == .open { state = .off } }"
    let found = try rows("  \(stop)\n  \(method)", before: "import NIOCore")
    #expect(found.contains("off load open"))
    #expect(!found.contains { $0.contains("#") })
  }
}
