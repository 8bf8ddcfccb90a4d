import OrreryModel
import Testing

@Suite("Overloads that a property is handed to") struct MemberArgumentTests {
  private func found(_ push: String, reply: String = "Reply") throws -> Machine {
    try machine(
      """
      final class Reply { var code: Code = Code() }
      final class Other { var code: Word = Word() }
      final class Code {}
      final class Word {}
      final class Door {
        enum State { case open, shut }
        enum Event { case push(\(reply)), other }
        private var state: State = .open
        func handle(_ event: Event) {
          switch event {
          \(push)
          case .other: state = .open
          }
        }
        func take(_ reply: Reply) { take(from: reply.code) }
        private func take(from code: Code) { state = .shut }
        private func take(from word: Word) { state = .open }
      }
      """)
  }

  private let push = [
    "open push shut", "shut push ignored",
  ]

  @Test("its declaration tells the right one")
  func declared() throws {
    let known = try found("case .push(let reply): take(from: reply.code)")
    #expect(known.transitions.filter { $0.event.name == "push" }.map(describe) == push)
    #expect(known.transitions.allSatisfy { $0.certainty == .exact })
    #expect(!known.unresolved.contains { $0.reason.contains("only types tell apart") })
    #expect(
      known.transitions.filter { $0.event.name == "take" }.map(describe) == [
        "open take shut", "shut take ignored",
      ])
  }

  @Test("what is of another type means the other")
  func other() throws {
    let known = try found("case .push(let reply): take(from: reply.code)", reply: "Other")
    #expect(
      known.transitions.filter { $0.event.name == "push" }.map(describe) == [
        "open push ignored", "shut push open",
      ])
  }

  @Test("what is not declared leaves it open")
  func open() throws {
    let known = try found("case .push(let reply): take(from: reply.code)", reply: "Foreign")
    #expect(known.transitions.contains { $0.certainty == .inferred })
    #expect(known.unresolved.map(\.reason).contains { $0.contains("only types tell apart") })
  }
}
