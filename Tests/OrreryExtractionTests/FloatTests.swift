import OrreryModel
import Testing

@Suite("Numbers that are none") struct FloatTests {
  private func rows(_ type: String, _ body: String) throws -> [String] {
    try machine(
      """
      typealias Level = Double
      final class Meter {
        enum State { case idle, low, high, broken }
        private(set) var state: State = .idle
        private var level: \(type) = 0
        func read(_ x: \(type)) {
          \(body)
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  private static let parts = [
    "if x < 0 { state = .low } else if x >= 0 { state = .high } else { state = .broken }",
    "if level < 0 { state = .low } else if 0 <= level { state = .high } else { state = .broken }",
    "guard x > 5 else { if x <= 5 { state = .low } else { state = .broken }; return }; state = .high",
    "if x > 10 { state = .high } else if x <= 5 { state = .low } else if x > 5 { state = .idle } else { state = .broken }",
  ]

  @Test(
    "neither order holds of a floating-point number for certain",
    arguments: ["Double", "Float", "CGFloat", "TimeInterval", "Level", "Double?"], parts)
  func floats(_ type: String, _ body: String) throws {
    #expect(try rows(type, body).contains { $0.hasSuffix(" broken") })
  }

  @Test("one of them holds of a whole number", arguments: parts)
  func integers(_ body: String) throws {
    #expect(try !rows("Int", body).contains { $0.hasSuffix(" broken") })
  }

  @Test("an order that holds excludes the other")
  func held() throws {
    let body = "guard x > 5 else { return }; state = x < 3 ? .broken : x > 4 ? .high : .low"
    #expect(
      try rows("Double", body) == ["idle read[!(x > 5)] ignored", "idle read[x > 5] high"])
  }
}
