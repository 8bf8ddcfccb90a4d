import OrreryModel
import Testing

@Suite("Static properties") struct StaticPropertyTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      final class Model {
        enum State { case idle, on, off }
        private(set) var state: State = .idle
        enum Mode { case slow, fast }
        static var flag = false
        static var level = 0
        static var mode = Mode.slow
        static var name: String?
        static let fixed = true
        func go() { \(body) }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  @Test("a variable one holds what someone has given it", arguments: ["Self.flag", "Model.flag"])
  func variables(_ name: String) throws {
    for start in ["", "\(name) = true; print(1); ", "\(name).toggle(); "] {
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

  @Test(
    "a variable one holds what it was just given",
    arguments: [
      "Self.flag = true; if Model.flag { state = .on } else { state = .off }",
      "Model.flag = false; if !Self.flag { state = .on } else { state = .off }",
      "Self.level = 2; if Self.level > 1 { state = .on } else { state = .off }",
      "Self.mode = .fast; if Self.mode == .fast { state = .on } else { state = .off }",
      "Self.name = nil; if let name = Self.name { state = .off } else { state = .on }",
    ])
  func assigned(body: String) throws {
    #expect(try rows(body) == ["idle go on"])
  }

  @Test("a constant one holds what it is declared with")
  func constants() throws {
    #expect(try rows("if Self.fixed { state = .on } else { state = .off }") == ["idle go on"])
  }

  @Test("a constant of the object that is declared with a literal holds that as well")
  func ownConstants() throws {
    let found = try machine(
      """
      final class Model {
        enum State { case idle, on, off }
        private(set) var state = State.idle
        private let isDry = false
        #if DEBUG
          private let isLoud = true
        #else
          private let isLoud = false
        #endif
        private let isGiven: Bool
        init(isGiven: Bool) { self.isGiven = isGiven }
        func go() {
          if isDry { state = .off } else { state = isGiven ? .on : .idle }
        }
        func call() { if isLoud { state = .on } else { state = .idle } }
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "off" }
    #expect(
      found.map(describe) == [
        "off go[isGiven] on", "off go[!(isGiven)] idle", "off call[isLoud] on",
        "off call[!(isLoud)] idle",
      ])
  }
}
