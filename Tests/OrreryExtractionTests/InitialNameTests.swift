import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an initializer asks and assigns by the property's name") struct InitialNameTests {
  private func initial(_ start: String, _ members: String = "", observer: String = "") throws
    -> String?
  {
    try machine(
      """
      final class Door {
        enum Mode {
          case closed, open, locked
          mutating func advance() { self = .locked }
        }
        private(set) var mode: Mode = .closed\(observer)
        var other: Mode = .closed
        \(start)
        func open() { mode = .open }
        func close() { mode = .closed }
        \(members)
      }
      """
    ).initial
  }

  @Test(
    "is another thing once a parameter or a variable has that name",
    arguments: [
      (
        "init(mode: Mode) { if mode == .open { self.mode = .locked } else { self.mode = .open } }",
        ""
      ),
      (
        "init(_ wish: Mode) { setUp(mode: wish) }",
        """
        private func setUp(mode: Mode) {
          switch mode {
          case .open: self.mode = .open
          case .closed, .locked: self.mode = .locked
          }
        }
        """
      ),
      (
        "init() { let mode = load(); guard mode == .closed else { return }; self.mode = .locked }",
        ""
      ),
      ("init(_ wish: Mode?) { if let mode = wish, flag { self.mode = mode } }", ""),
      ("init(_ all: [Mode]) { for mode in all { if mode == .closed { self.mode = .open } } }", ""),
      ("init(_ a: Mode) { take(a) }", "func take(_ a: Mode) { let a = change(a); mode = a }"),
    ])
  func shadowed(start: String, members: String) throws {
    #expect(try initial(start, members) == nil)
  }

  @Test(
    "a variable of that name is assigned for itself, as long as it is there",
    arguments: [
      (
        "init() { a() }", "private func a() { var mode = mode; mode = .open; print(mode) }",
        "closed"
      ),
      ("init() { do { var mode = 1; mode = 2 }; mode = .open }", "", "open"),
      ("init() { if let mode = load() { print(mode) }; mode = .open }", "", "open"),
    ])
  func variables(start: String, members: String, expected: String) throws {
    #expect(try initial(start, members) == expected)
  }

  @Test(
    "what may write it, or not, leaves the state open",
    arguments: [
      "init(n: [Int]) { n.forEach { _ in lock() } }",
      "init(n: [Int]) { n.forEach { _ in mode = .locked } }", "init() { change(&mode) }",
      "init() { (mode, other) = load() }", "init() { repeat { step() } while isBusy() }",
    ])
  func open(start: String) throws { #expect(try initial(start, helpers) == nil) }

  @Test(
    "and what surely writes it tells it, wherever that is called",
    arguments: [
      "init() { let ok = lock(); print(ok) }", "init() { if lock() { log() } }",
      "init() { print(lock()) }", "init() { guard lock() else { return } }",
      "init() { other = lock() ? .open : .closed }", "init() { mode.advance() }",
    ])
  func written(start: String) throws { #expect(try initial(start, helpers) == "locked") }

  @Test(
    "a loop is left in what its last round has assigned",
    arguments: [
      "init(n: Int) { repeat { step() } while n > 3 }",
      "init(n: Int) { while true { if n > 3 { mode = .open; break }; mode = .locked } }",
    ])
  func loops(start: String) throws { #expect(try initial(start, helpers) == "open") }

  private let helpers = """
    private func lock() -> Bool { mode = .locked; return false }
    private func step() {
      switch mode {
      case .closed: mode = .open
      case .open, .locked: mode = .locked
      }
    }
    """

  @Test(
    "and is told where it writes none, or is done later",
    arguments: [
      "init() { let ok = isFree(); print(ok) }", "init(n: [Int]) { n.forEach { _ in isFree() } }",
      "init() { Task { await self.lock() } }", "init() { if isFree() { log() } }",
      "init(n: [Int]) { for item in n { guard item > 3 else { continue }; print(item) } }",
    ])
  func harmless(start: String) throws {
    let members = "func isFree() -> Bool { mode == .closed }\nfunc lock() { mode = .locked }"
    #expect(try initial(start, members) == "closed")
  }

  @Test("a deferred block is last, however its scope is left")
  func deferred() throws {
    #expect(try initial("init() { defer { mode = .locked }; mode = .open }") == "locked")
    #expect(
      try initial("init(n: Int) { defer { mode = .locked }; if n > 3 { return }; mode = .open }")
        == "locked")
    #expect(
      try initial("init(n: Int) { if n > 3 { return }; defer { mode = .locked }; mode = .open }")
        == nil)
    #expect(try initial("init() { do { defer { mode = .locked } }; mode = .open }") == "open")
  }

  @Test(
    "what is only in some builds is open, and what an observer makes of a helper's write is told")
  func others() throws {
    #expect(try initial("init() {\n#if DEBUG\nmode = .locked\n#endif\n}") == nil)
    let observer = " { didSet { if mode == .open { mode = .locked } } }"
    let helper = "private func setUp() { mode = .open }"
    #expect(try initial("init() { setUp() }", helper, observer: observer) == "locked")
    #expect(try initial("init() { mode = .open }", observer: observer) == "open")
  }
}
