import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Who calls an open method that the type calls as well") struct OutsideCallTests {
  private let lock = """
    final class Lock {
      enum State { case open, shut, broken }
      private(set) var state = State.open
      func shut() { if state == .open { state = .shut } }
      func open() { if state == .shut { state = .open } }
      func reset() { state = .open }
      func force() { if state == .broken { reset() } else { state = .broken } }
    }
    """

  private func events(beside caller: String) throws -> [String] {
    let found = Extractor().extract([
      SourceText(module: "App", path: "Sources/App/Lock.swift", text: lock),
      SourceText(module: "App", path: "Sources/App/View.swift", text: caller),
    ])
    return try #require(found.machines.first).events.map(\.name)
  }

  @Test("a file that names no state counts")
  func view() throws {
    let view =
      "struct Panel { func tap() { lock.shut(); lock.open(); lock.force(); lock.reset() } }"
    #expect(try events(beside: view) == ["shut", "open", "reset", "force"])
  }

  @Test(
    "what only the type calls is a helper where the others are called",
    arguments: [
      "lock.shut(); lock.open(); lock.force(); self.reset()",
      "lock.shut(); lock.open(); lock.force() // lock.reset()",
      "lock.shut(); lock.open(); lock.force(); log(\"lock.reset()\")",
      "lock.shut(); lock.open(); lock.force(); send(.reset); self?.reset()",
    ])
  func helper(_ calls: String) throws {
    #expect(
      try events(beside: "final class Panel { func tap() { \(calls)\n} }")
        == ["shut", "open", "force"])
  }
}
