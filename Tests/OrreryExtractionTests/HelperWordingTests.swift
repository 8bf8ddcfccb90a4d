import OrreryModel
import Testing

@Suite("What a helper asks") struct HelperWordingTests {
  private func rows(_ members: String, _ event: String = "go") throws -> [String] {
    try machine(
      """
      @MainActor final class Model {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
        var items: [String] = []
        func reset() { state = .idle }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix(event) && $0.from == "idle" }.map(describe)
  }

  @Test(
    "of its parameters is said by what its caller hands it",
    arguments: [
      ("go(_ list: [String])", "apply(list)", "list.isEmpty"),
      ("go()", "apply(items)", "items.isEmpty"),
      ("go(_ a: [String], _ b: [String])", "apply(a + b)", "(a + b).isEmpty"),
      ("go(_ reply: Reply)", "apply(reply.value)", "reply.value.isEmpty"),
    ])
  func parameters(_ function: String, _ call: String, _ condition: String) throws {
    let found = try rows(
      """
      func \(function) { \(call) }
      private func apply(_ values: [String]) {
        if values.isEmpty { state = .busy } else { state = .done }
      }
      """)
    #expect(found == ["idle go[\(condition)] busy", "idle go[!(\(condition))] done"])
  }

  @Test("through several helpers, and of constants")
  func several() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { first(reply) }
      private func first(_ answer: Reply) { second(answer.code, isLast: answer.isLast) }
      private func second(_ number: Int, isLast: Bool) {
        let isGood = number < 300
        guard isGood, !isLast else { return }
        state = .done
      }
      """)
    #expect(
      found == [
        "idle go[!((reply.code < 300) && !reply.isLast)] ignored",
        "idle go[reply.code < 300 && !reply.isLast] done",
      ])
  }

  @Test("patterns bind under their own names")
  func patterns() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { apply(reply.token, reply.kind) }
      private func apply(_ token: String?, _ kind: Kind) {
        guard let token, case .plain = kind else { return }
        state = token.isEmpty ? .busy : .done
      }
      """)
    #expect(found.contains { $0.contains("let token = reply.token") }, "\(found)")
    #expect(found.contains { $0.contains("case .plain = reply.kind") }, "\(found)")
  }

  @Test("before and behind a wait, and where it throws")
  func waits() throws {
    let members = """
      func go(_ reply: Reply) async { try? await apply(reply.code) }
      private func apply(_ code: Int) async throws {
        if code > 5 { throw Failure() }
        await store()
        state = items.count > code ? .busy : .done
      }
      """
    #expect(
      try rows(members) == [
        "idle go[reply.code > 5] ignored", "idle go[!(reply.code > 5)]/store idle",
        "idle go#store[items.count > reply.code] busy",
        "idle go#store[!(items.count > reply.code)] done",
      ])
  }

  @Test("a name that is declared anew stays")
  func hidden() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { apply(reply.items) }
      private func apply(_ item: [String]) {
        for item in item where item.isEmpty { state = .done }
      }
      """)
    #expect(!found.contains { $0.contains("reply.items.isEmpty") })
  }

  @Test("a name that only an inner helper knows is not taken for one of its caller's")
  func namesakes() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { first(reply.code) }
      private func first(_ count: Int) { second(items.filter { $0.isEmpty }.count) }
      private func second(_ count: Int) { if count > 3 { state = .done } }
      """)
    #expect(found == ["idle go[count > 3] done", "idle go[!(count > 3)] ignored"])
  }

  @Test("a helper that calls itself keeps its names")
  func recursion() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { again(reply.code) }
      private func again(_ count: Int) {
        if count > 3 { again(count - 1) } else { state = .done }
      }
      """)
    #expect(!found.contains { $0.contains("reply.code") })
  }

  @Test(
    "what is said with names of the helper's own too is said in the caller's words as far as can be"
  )
  func mixed() throws {
    let found = try rows(
      """
      func go(_ reply: Reply) { apply(reply.count) }
      private func apply(_ count: Int) {
        let limit = store.limit()
        if count > limit { state = .done }
      }
      """)
    #expect(
      found == ["idle go[reply.count > limit] done", "idle go[!(reply.count > limit)] ignored"])
  }
}
