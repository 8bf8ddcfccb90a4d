import OrreryModel
import Testing

@Suite("Numbers that no run finds") struct ImpossibleNumberTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      struct Door {
        enum State { case open, shut, broken }
        private(set) var state: State = .shut
        var turns: Int = 0
        var limit: Int = 0
        var width: Double = 0
        mutating func reset() { state = .shut }
        mutating func push() { \(body) }
      }
      """
    ).transitions.filter { $0.from == "shut" && $0.event.name != "reset" }.map(describe)
  }

  @Test(
    "numbers that are beyond what was found of them before",
    arguments: [
      "if turns > 3 && turns <= 3 { state = .broken } else { state = .open }",
      "if turns == 0 { state = .open; if turns > 0 { state = .broken } }",
      "guard turns > 5 else { return }; if turns < 3 { state = .broken } else { state = .open }",
      "if 0 < turns { if turns == 0 { state = .broken } else { state = .open } }",
      "guard self.turns >= 2, turns <= 2 else { return }; if turns == 2 { state = .open } else { state = .broken }",
      "if turns < 2 { return }; if turns == 1 { state = .broken } else { state = .open }",
      "if turns == 4 { return }; if turns >= 4 { state = .open } else if turns > 4 { state = .broken }",
      "if limit == 3, turns == limit { if turns > 3 { state = .broken } else { state = .open } }",
      "if turns == limit, limit == 3 { if turns != 3 { state = .broken } else { state = .open } }",
    ])
  func numbers(_ body: String) throws {
    let rows = try rows(body)
    #expect(rows.contains { $0.hasSuffix("open") }, "\(rows)")
    #expect(!rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test(
    "but not where they may be, or have changed",
    arguments: [
      "if width > 3 { if width >= 4 { state = .open } else { state = .broken } }",
      "if turns > 3 { turns -= 1; if turns <= 3 { state = .broken } }",
      "if turns != 3 { if turns == 4 { state = .broken } }",
      "if turns >= 3 { if turns == 3 { state = .broken } }",
      "var depth: Double = 3; depth += width; if depth > 3, depth != 4 { if depth < 5 { state = .broken } }",
      "if turns > 0, turns != 2 { if turns < 2 { state = .broken } }",
      "if turns == limit { if turns == 3 { state = .broken } }",
      "if turns == limit, limit == 3 { limit = 4; turns += 1; if turns > 3 { state = .broken } }",
      "if turns != limit, limit == 3 { if turns > 3 { state = .broken } }",
    ])
  func otherNumbers(_ body: String) throws {
    let rows = try rows(body)
    #expect(rows.contains { $0.hasSuffix("broken") }, "\(rows)")
  }

  @Test("the first of a list of numbers is known where it is handed on, the others are not")
  func firstNumber() throws {
    func rows(_ leave: String) throws -> [String] {
      try machine(
        """
        struct Counter {
          enum State { case idle, at(Int), one, other }
          private(set) var state: State = .idle
          mutating func count(_ turns: Int, _ isShort: Bool) {
            for turn in 0..<turns {
              state = .at(turn)
              \(leave)
            }
            if case .at(1) = state { state = .one } else if case .at = state { state = .other }
          }
          mutating func ask(_ turns: Int, _ isShort: Bool) {
            for turn in 0..<turns {
              put(turn)
              \(leave)
            }
          }
          private mutating func put(_ turn: Int) { state = turn < 1 ? .other : .one }
        }
        """
      ).transitions.filter { $0.from == "idle" }.map(describe)
    }
    #expect(try !rows("break").contains { $0.hasSuffix("one") })
    #expect(try rows("if isShort { break }").contains { $0.hasSuffix("one") })
  }
}
