import OrreryModel
import Testing

@Suite("Cases made of their numbers") struct RawValueTests {
  private func moves(_ body: String, raw: String = "Int") throws -> [String] {
    try machine(
      """
      final class Guide {
        enum Step: \(raw) { case first, second, third }
        private(set) var step: Step = .first
        func restart() { if step == .third { step = .first } }
        func go() {
      \(body)
        }
      }
      """
    ).transitions.filter { $0.event.name == "go" }.map(describe)
  }

  @Test("are the next ones and those before")
  func steps() throws {
    #expect(
      try moves(
        """
            guard let next = Step(rawValue: step.rawValue + 1) else { return }
            step = next
        """) == ["first go second", "second go third", "third go ignored"])
    #expect(
      try moves("    step = Step(rawValue: step.rawValue - 1) ?? .third") == [
        "first go third", "second go first", "third go second",
      ])
  }

  @Test("are open where the number is")
  func open() throws {
    let rows = try moves(
      """
          guard let next = Step(rawValue: number()) else { return }
          step = next
      """)
    #expect(rows.contains { $0.hasSuffix("?") })
  }
}
