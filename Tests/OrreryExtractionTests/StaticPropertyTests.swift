import OrreryModel
import Testing

@Suite("Static properties") struct StaticPropertyTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      final class Model {
        enum State { case idle, on, off }
        private(set) var state: State = .idle
        static var flag = false
        static let fixed = true
        func go() { \(body) }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  @Test("a variable one holds what someone has given it", arguments: ["Self.flag", "Model.flag"])
  func variables(_ name: String) throws {
    for start in ["", "\(name) = true; "] {
      #expect(
        try rows("\(start)if \(name) { state = .on } else { state = .off }") == [
          "idle go[\(name)] on", "idle go[!(\(name))] off",
        ])
    }
    #expect(
      try rows("guard \(name) else { return }; state = \(name) ? .on : .off") == [
        "idle go[!(\(name))] ignored", "idle go[\(name)] on",
      ])
  }

  @Test("a constant one holds what it is declared with")
  func constants() throws {
    #expect(try rows("if Self.fixed { state = .on } else { state = .off }") == ["idle go on"])
  }
}
