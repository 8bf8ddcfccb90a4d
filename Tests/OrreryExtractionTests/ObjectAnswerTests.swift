import OrreryModel
import Testing

@Suite("What methods answer that are called on values and on objects") struct ObjectAnswerTests {
  private func login(_ kind: String, _ answer: String, _ body: String) throws -> [String] {
    try machine(
      """
      struct Outcome { var isGood: Bool }
      \(kind == "class" ? "final class" : kind) Login {
        enum State { case start, done }
        private var state: State = .start
        private let last = Outcome(isGood: true)
        \(kind == "struct" ? "mutating " : "")func once(_ code: Int) -> \(answer) {
          switch state {
          \(body)
          }
        }
      }
      """
    ).transitions.map(describe)
  }

  @Test("a state that stands beside it is no part of that", arguments: ["struct", "class"])
  func besideStates(kind: String) throws {
    #expect(
      try login(
        kind, "(old: State, outcome: Outcome?)",
        """
        case .start:
          state = .done
          return (State.start, nil)
        case .done: return (State.done, Outcome(isGood: code < 300))
        """) == ["start once done", "done once/Outcome done"])
  }

  @Test("what is made up to answer is an effect, in both", arguments: ["struct", "class", "actor"])
  func made(kind: String) throws {
    let rows = [
      "start once[code == 334] done", "start once[!(code == 334)]/Outcome start",
      "done once/Outcome done",
    ]
    #expect(
      try login(
        kind, "(isFinished: Bool, outcome: Outcome?)",
        """
        case .start where code == 334:
          state = .done
          return (false, nil)
        case .start: return (true, Outcome(isGood: false))
        case .done: return (true, Outcome(isGood: code < 300))
        """) == rows)
    #expect(
      try login(
        kind, "Outcome?",
        """
        case .start where code == 334:
          state = .done
          return nil
        case .start: return Outcome(isGood: false)
        case .done: return Outcome(isGood: code < 300)
        """) == rows)
  }

  @Test("yes or no is no effect, in both", arguments: ["struct", "class"])
  func answers(kind: String) throws {
    #expect(
      try login(
        kind, "Bool",
        """
        case .start:
          guard code == 334 else { return last.isGood }
          state = .done
          return true
        case .done: return true
        """) == [
          "start once[!(code == 334)] ignored", "start once[code == 334] done",
          "done once ignored",
        ])
  }

  @Test("what an object keeps and hands out is no effect")
  func kept() throws {
    #expect(
      try login(
        "class", "Outcome?",
        """
        case .start:
          state = .done
          return last
        case .done: return last
        """) == ["start once done", "done once ignored"])
  }
}
