import OrreryModel
import Testing

@Suite("States that are nil") struct AbsentStateTests {
  @Test("become what an optional is mapped to, or the other value")
  func mapped() throws {
    try expectTransitions(
      """
      struct Line {
        enum Close { case cleanly, withError(any Error) }
        private var close: Close?
        mutating func closed(error: (any Error)?) {
          if close == nil { close = error.map { .withError($0) } ?? .cleanly }
        }
        mutating func take() { close = nil }
      }
      """,
      [
        "cleanly closed ignored", "withError closed ignored", "nil closed[let error] withError",
        "nil closed[!(let error)] cleanly", "cleanly take nil", "withError take nil",
        "nil take ignored",
      ])
  }

  @Test(
    "are what some initializer leaves, or may",
    arguments: [
      ("init(page: Page?) { self.page = page }", true),
      ("init() { page = nil }\ninit(page: Page) { self.page = page }", true),
      ("init(page: Page) { self.page = page }", false),
      ("init(page: Page?) { self.page = page ?? .first }", false),
    ])
  func made(initializers: String, mayBeAbsent: Bool) throws {
    let found = try machine(
      """
      final class Book {
        enum Page { case first, last }
        private var page: Page?
        \(initializers)
        func open() { page = .first }
        func next() { if page == .first { page = .last } }
      }
      """)
    #expect(found.states.contains { $0.name == "nil" } == mayBeAbsent)
    #expect(found.transitions.map(describe).contains("nil open first") == mayBeAbsent)
  }

  @Test(
    "are none of one error, or of an action, that is kept for a while",
    arguments: [
      ("enum Mode { case part, body }", true), ("enum Mode: Error { case part, body }", false),
      ("enum LastAction { case part, body }\ntypealias Mode = LastAction", false),
    ])
  func kept(declaration: String, isMachine: Bool) {
    let form = { (members: String) in
      extract(
        """
        \(declaration)
        final class Form {
          private var mode: Mode?
          func write() { if mode == nil { mode = .part } }
          func end() { if case .part = mode { mode = nil } }
          \(members)
        }
        """)
    }
    #expect(form("").machines.isEmpty != isMachine)
    let isError = declaration.contains("Error")
    #expect(form("func send() { mode = .body }").machines.isEmpty == !(isMachine || isError))
  }
}

@Suite("Assignments through what may trap") struct TrappingBaseTests {
  @Test("trap as reading it does", arguments: ["peer.code = nil", "self.peer.code = nil"])
  func computed(_ use: String) throws {
    let rows = try machine(
      """
      final class Server {
        enum State { case off, on }
        private(set) var state: State = .off
        weak var delegate: (any Peer)?
        private var peer: any Peer {
          guard let delegate else { fatalError("no delegate") }
          return delegate
        }
        func start() { if state == .off { state = .on } }
        func stop() {
          \(use)
          state = .off
        }
      }
      """
    ).transitions.filter { $0.event.name == "stop" }.map(describe)
    #expect(
      rows == [
        "off stop[let delegate] ignored", "off stop[!(let delegate)] trap",
        "on stop[let delegate] off", "on stop[!(let delegate)] trap",
      ])
  }
}
