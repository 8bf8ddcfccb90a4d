import OrreryModel
import Testing

@Suite("Types by names that hold in one place") struct LocalTypeTests {
  private func rows(_ members: String, head: String = "final class Box") throws -> [String] {
    try machine(
      """
      struct Element { }
      \(head) {
        enum State { case idle, one, two }
        private(set) var state: State = .idle
        func reset() { state = .idle }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.from == "idle" }.map {
      describe($0) + ($0.certainty == .inferred ? " (inferred)" : "")
    }
  }

  @Test("a typealias inside of a function tells overloads apart")
  func overloads() throws {
    let found = try rows(
      """
      func go(_ text: String) {
        typealias Text = String
        let other: Text = text
        put(other)
      }
      private func put(_ n: Int) { state = .one }
      private func put(_ text: String) { state = .two }
      """)
    #expect(found == ["idle go two"])
  }

  @Test("a typealias inside of a function names the type of a case")
  func cases() throws {
    let found = try rows(
      """
      func go() {
        typealias S = State
        state = S.two
      }
      """)
    #expect(found == ["idle go two"])
  }

  @Test("a generic parameter is not the type of its name elsewhere, be it of a type further out")
  func parameters() throws {
    let put = """
      func go(_ value: Element) { put(value) }
      private func put(_ n: some Any) { state = .one }
      private func put(_ value: Element) { state = .two }
      """
    #expect(try rows(put, head: "final class Box<Element>") == ["idle go two"])
    let asked = "func go(_ value: Element) { if value is Sendable { state = .one } }"
    #expect(try rows(asked, head: "final class Box<Element>").count == 2)
  }
}
