import OrreryModel
import Testing

@Suite("What others may change while a handler waits") struct InterleavingTests {
  private func moves(_ body: String, kind: String = "@MainActor final class") throws -> [String] {
    try machine(
      """
      enum Page { case idle, done, gone }
      \(kind) Model {
        private(set) var page: Page = .idle
        private var cancelled = false
        private var attempts = 0
        private var request: Request?
        private let limit = 3
        \(body)
        func cancel() { (cancelled, request) = (true, nil); attempts += 1 }
        func leave() { page = .gone }
      }
      """
    ).transitions.filter { $0.event.name.contains("#") && $0.from == "idle" }.map(describe)
  }

  @Test(
    "what a property was given before a wait is asked anew behind it",
    arguments: [
      ("cancelled = false", "cancelled"), ("attempts = 0", "attempts > limit"),
      ("request = nil", "request != nil"), ("guard !cancelled else { return }", "cancelled"),
    ])
  func waits(_ given: String, _ asked: String) throws {
    for kind in ["@MainActor final class", "actor"] {
      let found = try moves(
        """
        func load() async {
          \(given)
          await fetch()
          if \(asked) { page = .gone } else { page = .done }
        }
        """, kind: kind)
      #expect(found == ["idle load#fetch[\(asked)] gone", "idle load#fetch[!(\(asked))] done"])
    }
  }

  @Test(
    "what an object was given that others may have is asked anew behind a wait",
    arguments: [
      ("engine", ""), ("part", "let part = self.part"), ("given", ""),
      ("made", "let made = Engine()"),
    ])
  func objects(_ name: String, _ declaration: String) throws {
    let found = try moves(
      """
      private let engine = Engine()
      private var part: Engine
      func load(_ given: Engine) async {
        \(declaration)
        \(name).isOn = true
        await fetch()
        if \(name).isOn { page = .gone } else { page = .done }
      }
      """)
    #expect(
      found == ["idle load#fetch[\(name).isOn] gone", "idle load#fetch[!(\(name).isOn)] done"])
  }

  @Test("what a value was given holds")
  func values() throws {
    let found = try moves(
      """
      func load() async {
        var request = Request()
        request.isQuiet = true
        await fetch(request)
        if request.isQuiet { page = .gone } else { page = .done }
      }
      """)
    #expect(found == ["idle load#fetch gone"])
  }

  @Test(
    "a constant of a value's type is the same behind a wait",
    arguments: [
      ("if mode == .fast {", "}"), ("guard mode == .fast else { return }", ""),
      ("if mode != .fast { return }", ""), ("switch mode { case .fast:", "case .slow: break }"),
    ])
  func fixed(_ before: String, _ after: String) throws {
    for (property, parameter) in [("let mode: Mode", ""), ("", "_ mode: Mode")] {
      let found = try moves(
        """
        enum Mode { case fast, slow }
        \(property)
        func load(\(parameter)) async {
          \(before)
            await fetch()
            if mode == .fast { page = .done } else { page = .gone }
          \(after)
        }
        """)
      #expect(found.count == 1 && found[0].hasSuffix(" done"), "\(found)")
    }
  }

  @Test("a closure that others may replace is not there for certain behind a wait")
  func handlers() throws {
    let found = try moves(
      """
      var onEnd: (() -> Void)?
      func load() async {
        onEnd = { [self] in page = .gone }
        await fetch()
        if onEnd == nil { page = .done }
      }
      """)
    #expect(found.contains("idle load#fetch[onEnd == nil] done"))
  }

  @Test("a wait that is passed by takes nothing for granted either")
  func passed() throws {
    let found = try moves(
      """
      func load() async {
        cancelled = false
        await prepare()
        guard cancelled else { return }
        await fetch()
        page = .done
      }
      """)
    #expect(found.contains("idle load#fetch done"))
  }

  @Test("nor does a closure that is called later, or a request that may have been replaced")
  func later() throws {
    let found = try moves(
      """
      func load(_ new: Request) {
        (cancelled, request) = (false, new)
        api.get { [self] in
          guard request === new else { return }
          page = cancelled ? .gone : .done
        }
      }
      """)
    #expect(
      found == [
        "idle load#api.get[!(request === new)] ignored",
        "idle load#api.get[request === new && cancelled] gone",
        "idle load#api.get[request === new && !(cancelled)] done",
      ])
  }

  @Test("a closure stays an event that asks for what its handler has just taken away")
  func takenAway() throws {
    let found = try moves(
      """
      func load() {
        request = nil
        request = api.get { [self] in
          guard request != nil else { return }
          page = .done
        }
      }
      """)
    #expect(found.contains("idle load#api.get[request != nil] done"))
  }

  @Test("constants and the state's own value hold")
  func constants() throws {
    let found = try machine(
      """
      enum Page { case idle, done, gone }
      struct Model {
        var page: Page = .idle
        var cancelled = false
        mutating func load() async {
          cancelled = false
          await fetch()
          page = cancelled ? .gone : .done
        }
      }
      """
    ).transitions.map(describe)
    #expect(!found.contains { $0.hasSuffix("gone") && $0.contains("cancelled") })
  }

  @Test("a task that waits is met in what its starter makes of the state behind a wait, and back")
  func beside() throws {
    let task = "Task { await fetch(); page = .done }"
    let rest = "await show(); page = .gone"
    let found = try machine(
      """
      @MainActor final class Model {
        enum Page { case idle, done, gone }
        private(set) var page: Page = .idle
        func load() async { guard page == .idle else { return }; \(task); \(rest) }
      }
      """
    ).sure.filter { $0.event.name.contains("#") }.map(describe)
    #expect(
      found == [
        "idle load#fetch done", "gone load#fetch done", "idle load#show gone",
        "done load#show gone",
      ])
  }

  @Test(
    "but not where its starter has waited for it, at once or later",
    arguments: ["", "await prepare()", "await withTaskGroup(of: Void.self) { _ in }"])
  func joined(_ before: String) throws {
    #expect(try fetched("let task = Task { \(work) }; \(before); await task.value") == ["idle"])
  }

  @Test("a group waits for its own tasks alone")
  func groups() throws {
    let group = "await withTaskGroup(of: Void.self) { $0.addTask { await prepare() } }"
    #expect(try fetched("Task { \(work) }; \(group)") == ["idle", "gone"])
  }

  @Test("a task that a round has started waits beside the next rounds")
  func rounds() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum Page { case idle, done, gone }
        private(set) var page: Page = .idle
        func load() async {
          guard page == .idle else { return }
          while true {
            await tick()
            page = .gone
            Task { \(work) }
          }
        }
      }
      """
    ).transitions.filter { $0.event.name == "load#tick" && $0.kind == .move }
    #expect(found.map(\.from) == ["idle", "done"])
  }

  private let work = "await fetch(); page = .done"

  /// The states in which the work of a task ends, where its starter leaves the page behind a wait and
  /// no other call has been made.
  private func fetched(_ start: String) throws -> [String] {
    try machine(
      """
      @MainActor final class Model {
        enum Page { case idle, done, gone }
        private(set) var page: Page = .idle
        func load() async {
          guard page == .idle else { return }
          \(start)
          await show()
          page = .gone
        }
      }
      """
    ).sure.filter { $0.event.name == "load#fetch" }.map(\.from)
  }
}
