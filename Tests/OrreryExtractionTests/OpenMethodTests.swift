import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("A method that is not private") struct OpenMethodTests {
  private let lock = """
    public final class Lock {
      public enum State { case open, shut, broken }
      private(set) var state = State.open
      public func shut() { if state == .open { state = .shut } }
      func open() { if state == .shut { state = .open } }
      func reset() { state = .open }
      func set(_ next: State) { state = next }
      func force() { if state == .broken { reset(); spoil() } else { set(.broken) } }
      private func spoil() { state = .broken }
    }
    """

  @Test(
    "is an event, whoever else calls it",
    arguments: [
      "", "struct Panel { func tap() { lock.shut(); lock.open(); lock.force() } }",
      "final class Panel { func tap() { lock.shut(); lock.open(); lock.force(); self.reset() } }",
      "protocol Opening { func open() }\nextension Lock: Opening {}",
      "struct Panel { func tap() { lock.reset(); lock.set(.open) } }",
    ])
  func events(_ caller: String) throws {
    let found = Extractor().extract([
      SourceText(module: "App", path: "Sources/App/Lock.swift", text: lock),
      SourceText(module: "App", path: "Sources/App/View.swift", text: caller),
    ])
    #expect(
      try #require(found.machines.first).events.map(\.name) == [
        "shut", "open", "reset", "set", "force",
      ])
  }

  @Test("leaves the next state open that it is handed")
  func setters() throws {
    let found = try machine(lock)
    #expect(
      found.transitions.filter { $0.event.name == "set" }.map(describe) == [
        "open set ?", "shut set ?", "broken set ?",
      ])
    #expect(
      found.unresolved.map(\.reason) == [
        "the next state after set in open, shut, broken is `next`, which the source does not tell"
      ])
  }
}
