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

  private func isLeftOpen(_ members: String, _ value: String) throws -> Bool {
    try machine(
      """
      final class Sensor {
        enum State { case low, high, odd }
        private(set) var state: State = .low
        let meter = Meter()
        \(members)
        func read(_ items: [Int], _ limit: Int) {
          let x = \(value)
          if x < 5 { state = .low } else if x >= 5 { state = .high } else { state = .odd }
        }
      }
      """
    ).transitions.contains { $0.to == "odd" && $0.from != "odd" }
  }

  @Test(
    "what is not known to be a whole number may be none",
    arguments: [
      ("", "meter.value"), ("", "2.5 * meter.value"), ("", "Double(meter.count)"),
      ("var offset = 0.5", "offset"), ("var level: Double { meter.value }", "level"),
      ("var level: Double { 2 * meter.value }", "self.level"), ("var count = 0.5", "count"),
    ])
  func unknowns(_ members: String, _ value: String) throws {
    #expect(try isLeftOpen(members, value))
  }

  @Test(
    "a whole number is told by its type, or by what makes it",
    arguments: [
      ("", "items.count"), ("", "items.count - 1"), ("", "Int(meter.value)"),
      ("var tries = 0", "tries"), ("var tries = -1", "tries + 1"),
      ("var level: Int { meter.value }", "level"), ("var until: Date { meter.date }", "until"),
      ("", "limit"), ("", "limit + meter.offset"),
    ])
  func wholeNumbers(_ members: String, _ value: String) throws {
    #expect(try !isLeftOpen(members, value))
  }

  @Test(
    "what a case carries is a number of its type", arguments: [("Int", false), ("Double", true)])
  func payloads(_ type: String, _ isOpen: Bool) throws {
    let found = try machine(
      """
      final class Sensor {
        enum State { case idle, at(\(type)), low, odd }
        private(set) var state: State = .idle
        func set() { state = .at(1) }
        func read() {
          guard case .at(let x) = state else { return }
          if x < 5 { state = .low } else if x >= 5 { state = .idle } else { state = .odd }
        }
      }
      """)
    #expect(found.transitions.contains { $0.to == "odd" && $0.from == "at" } == isOpen)
  }

  @Test("a variable that is counted up is a whole number")
  func counted() throws {
    let found = try rows(
      "Int",
      """
      var tries = 0
      for item in x.items { tries += item.count }
      if tries < 3 { state = .low } else if tries >= 3 { state = .high } else { state = .broken }
      """)
    #expect(!found.contains { $0.hasSuffix(" broken") })
  }
}
