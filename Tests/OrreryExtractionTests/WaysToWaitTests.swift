import OrreryModel
import Testing

@Suite("Several ways to one wait") struct WaysToWaitTests {
  private func rows(_ body: String) throws -> [String] {
    try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State: Equatable { case a, b, c, d }
        private(set) var state: State = .a
        init() {}
        func back() { state = .a }
        func on() { if state == .a { state = .b } }
        \(body)
      }
      """
    ).transitions.map(describe).filter { $0.contains("#api.last") }
  }

  @Test("are all told, also those behind another wait that is found later")
  func ways() throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        if q { await api.first() } else { state = .c }
        await last(q)
      }
      private func last(_ p: Bool) async {
        await api.last()
        if state == .a { state = p ? .b : .d }
      }
      """)
    #expect(
      found == [
        "a stop#api.last b", "a stop#api.last d", "b stop#api.last ignored",
        "c stop#api.last ignored", "d stop#api.last ignored",
      ])
  }

  @Test("are one where they differ in variables that nothing asks for behind it")
  func dead() throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        let old = state
        let mode: State = q ? .a : .b
        use(old, mode)
        await api.last()
        if state == .a { state = .d }
      }
      private func use(_ old: State, _ mode: State) {}
      """)
    #expect(
      found == [
        "a stop#api.last d", "b stop#api.last ignored", "c stop#api.last ignored",
        "d stop#api.last ignored",
      ])
  }

  @Test(
    "are told by what a variable holds that code behind it asks for, however that is left",
    arguments: [
      "defer { state = old }; await api.last()",
      "do { try await api.last(); return } catch { state = old }",
    ])
  func live(_ code: String) throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        let old: State = q ? .c : .d
        state = .b
        \(code)
      }
      """)
    #expect(found.contains { $0.hasPrefix("b stop#api.last") && $0.hasSuffix(" c") })
    #expect(found.contains { $0.hasPrefix("b stop#api.last") && $0.hasSuffix(" d") })
  }

  @Test("start in each state where only a write of what is there already is spared")
  func spared() throws {
    let found = try rows(
      """
      func stop() {
        Task {
          await api.last()
          move(to: .d)
        }
        state = .d
      }
      private func move(to next: State) { guard next != state else { return }; state = next }
      """)
    #expect(
      found == [
        "a stop#api.last d", "b stop#api.last d", "d stop#api.last ignored",
      ])
  }

  @Test("start where they were left where a write is made whatever there is")
  func unconditional() throws {
    let found = try rows("func stop() { Task { await api.last(); state = .c }; state = .d }")
    #expect(found == ["d stop#api.last c"])
  }
}
