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
}
