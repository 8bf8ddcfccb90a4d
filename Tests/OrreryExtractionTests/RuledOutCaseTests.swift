import OrreryExtraction
import OrreryModel
import Testing

@Suite("Cases that rule out what other clauses ask for") struct RuledOutCaseTests {
  private func guards(_ clauses: String) throws -> [String] {
    try machine(
      """
      final class Client {
        enum Status { case idle, connecting, connected }
        private var status = Status.idle
        func connect(by manager: Manager) {
          guard status == .idle else { return }
          switch manager.version {
          \(clauses)
          }
          status = .connecting
        }
        func close() { status = .idle }
      }
      """
    ).transitions.filter { $0.event.name == "connect" && $0.from == "idle" }
      .map { "\($0.to ?? "?") \($0.guard ?? "always")" }
  }

  @Test func clausesThatDoTheSameAreOneRowWithoutTheCase() throws {
    #expect(
      try guards(
        """
        case .three: break
        case .two where manager.isOpen:
          status = .connected
          return
        case _: break
        """) == [
          "connected case .two = manager.version && manager.isOpen",
          "connecting !(case .two = manager.version && manager.isOpen)",
        ])
  }

  @Test func soAreSeveralOfThem() throws {
    #expect(
      try guards(
        """
        case .three: break
        case .four(let name): print(name)
        case .two where manager.isOpen:
          status = .connected
          return
        default: break
        """) == [
          "connected case .two = manager.version && manager.isOpen",
          "connecting !(case .two = manager.version && manager.isOpen)",
        ])
  }

  @Test func aConditionOfItsOwnStays() throws {
    #expect(
      try guards(
        """
        case .three where manager.isOld: break
        case .two where manager.isOpen:
          status = .connected
          return
        default: return
        """) == [
          "connected case .two = manager.version && manager.isOpen",
          "idle !(case .three = manager.version && manager.isOld) && !(case .two = manager.version && "
            + "manager.isOpen)",
          "connecting case .three = manager.version && manager.isOld",
        ])
  }

  @Test func whatACallGivesMayBeAnotherTheNextTime() throws {
    let found = try machine(
      """
      enum Kind { case a, b, c }
      final class Client {
        enum Status { case idle, busy }
        private var status = Status.idle
        func go() {
          if case .a = pop() {} else if case .b = pop() { return }
          status = status == .idle ? .busy : .idle
        }
      }
      """)
    let guards = found.transitions.filter { $0.from == "idle" && $0.to == "busy" }
      .map { $0.guard ?? "always" }
    #expect(guards == ["case .a = pop()", "!(case .a = pop()) && !(case .b = pop())"])
  }

  @Test func nestedCasesThatAreAllRuledOutLeaveNothingToALaterClause() throws {
    try expectTransitions(
      """
      enum Phase { case idle, busy(Step), done
        enum Step { case first, last }
        mutating func advance() {
          switch self {
          case .busy(.first): self = .busy(.last)
          case .busy(.last): self = .done
          case .idle, .busy, .done: break
          }
        }
      }
      """,
      [
        "idle advance ignored", "busy advance[case .busy(.first) = self] busy",
        "busy advance[case .busy(.last) = self] done", "done advance ignored",
      ])
  }
}
