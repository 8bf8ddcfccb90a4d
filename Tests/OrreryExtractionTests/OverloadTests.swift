import OrreryModel
import Testing

@Suite("Overloads") struct OverloadTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      struct Info { var count = 0 }
      final class Session {
        enum State { case out, first, second }
        private(set) var state: State = .out
        func reset() { if state == .first { state = .out } }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.from == "out" }.map {
      describe($0) + ($0.certainty == .inferred ? " (inferred)" : "")
    }
  }

  @Test(
    "are told apart by the types of literals, members and declared names",
    arguments: [
      ("func go() { set(\"x\") }", "go second"), ("func go() { set(3) }", "go first"),
      ("func go() { set(-3) }", "go first"), ("func go(_ s: String) { set(s) }", "go second"),
      ("func go(_ list: [Int]) { set(list.count) }", "go first"),
      ("func go() { let name: String = load(); set(name) }", "go second"),
      ("func go() { let name = \"x\"; set(name) }", "go second"),
      ("var name = load() as String\n func go(_ n: Int) { set(n) }", "go first"),
      ("var name: String = load()\n func go() { set(self.name) }", "go second"),
      (
        "func go(_ name: String?) { if let name { set(name) } }",
        "go[let name] second, out go[!(let name)] ignored"
      ),
      (
        "func go(_ value: Any) { guard let value = value as? Int else { return }; set(value) }",
        "go[!(let value = value as? Int)] ignored, out go[let value = value as? Int] first"
      ),
    ]) func types(member: String, expected: String) throws
  {
    let overloads = [
      "private func set(_ n: Int) { state = .first }",
      "private func set(_ s: String) { state = .second }",
    ]
    for order in [overloads, overloads.reversed()] {
      let found = try rows(([member] + order).joined(separator: "\n"))
      #expect(found.joined(separator: ", ") == "out \(expected)")
    }
  }

  @Test("are told apart by the closures behind a call")
  func closures() throws {
    let overloads = """
      private func set(_ n: Int) { state = .first }
      private func set(_ n: Int, then: () -> Void) { state = .second }
      """
    #expect(try rows("func go() { set(3) }\n\(overloads)") == ["out go first"])
    #expect(try rows("func go() { set(3) { log() } }\n\(overloads)") == ["out go second"])
  }

  @Test("one that names the type goes before one for any")
  func generic() throws {
    let overloads = """
      private func set<T>(_ value: T) { state = .first }
      private func set(_ text: String) { state = .second }
      """
    #expect(try rows("func go() { set(\"x\") }\n\(overloads)") == ["out go second"])
    #expect(try rows("func go() { set(4) }\n\(overloads)") == ["out go first"])
  }

  @Test("are each walked where nothing tells them apart, and none is sure")
  func open() throws {
    let overloads = """
      private func set(_ n: Int) { state = .first }
      private func set(_ text: String) { state = .second }
      """
    #expect(
      try rows("func go() { set(load()) }\n\(overloads)") == [
        "out go first (inferred)", "out go second (inferred)",
      ])
  }
}
