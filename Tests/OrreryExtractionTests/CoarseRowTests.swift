import OrreryModel
import OrreryTrace
import Testing

@testable import OrreryExtraction

@Suite("Rows that are too many to be read") struct CoarseRowTests {
  /// A machine that goes so many ways from one state, the last one by what some code adds.
  private func source(_ count: Int, _ last: String = "") -> String {
    let clauses = (1...count).map { "case \($0): state = .b\n" }.joined()
    return """
      final class Model {
        enum State { case a, b, c }
        var state = State.a
        func go(_ key: Int) {
          guard state == .a else { return }
          switch key {
          \(clauses)
          \(last)
          default: fatalError()
          }
        }
        func reset() { if state == .b { state = .c } }
      }
      """
  }

  private func rows(_ source: String) throws -> [String] {
    try machine(source).transitions.filter { $0.from == "a" && $0.event.name == "go" }
      .map(describe)
  }

  @Test("up to sixteen ways are told each") func few() throws {
    let found = try machine(source(15))
    #expect(found.transitions.count { $0.from == "a" && $0.event.name == "go" } == 16)
    #expect(found.unresolved == [])
  }

  @Test("more are one row for each state that they lead to, and a note says so") func many() throws
  {
    let found = try machine(source(16))
    #expect(
      try rows(source(16)) == [
        "a go[one of several conditions] b", "a go[one of several conditions] trap",
      ])
    #expect(
      found.unresolved.map(\.reason) == [
        "go goes 17 ways from one state; those to the same state are one row, which does not tell "
          + "their conditions"
      ])
    #expect(found.transitions.filter { $0.event.name == "reset" }.map(describe).count == 3)
  }

  @Test("what only some of the ways call is told as open, and another state is a row of its own")
  func effects() throws {
    let told = "a go[one of several conditions]"
    #expect(
      try rows(source(16, "case 20: store.save(); state = .b"))
        == [told + "/store.save? b", told + " trap"])
    #expect(
      try rows(source(16, "case 20: state = .b; reset()"))
        == [told + " b", "a go[case 20 = key] c", told + " trap"])
  }

  @Test("ways that raise different events, or ask for other regions, are not one") func apart() {
    var rows = (1...17).map { line in
      Transition(
        from: "a", event: .init(.input, "go"), guard: "\(line)", to: "b",
        location: .init(file: "A.swift", line: line), kind: .move)
    }
    rows[1].effect = .raise("reset")
    rows[2].when = [.init(region: "isOn", values: ["true"])]
    let coarse = CoarseRows(rows)
    #expect(
      coarse.transitions.map(describe) == [
        "a go[one of several conditions] b", "a go[2]/raise reset b",
        "a go[3] b {isOn is true}",
      ])
    #expect(coarse.note?.location.line == 1)
  }

  @Test("of several events there is one note") func events() {
    let rows = ["go", "run", "go", "jump", "jump", "jump"].enumerated().flatMap { number, name in
      (1...12).map { line in
        Transition(
          from: "a", event: .init(.input, name), to: "b",
          location: .init(file: "A.swift", line: 100 - number * 12 - line), kind: .move)
      }
    }
    let coarse = CoarseRows(rows)
    #expect(coarse.transitions.count == 14)
    #expect(
      coarse.note?.reason
        == "go and 1 other event go up to 36 ways from one state; those to the same state are one "
        + "row, which does not tell their conditions")
    #expect(coarse.note?.location.line == 28)
  }

  @Test("the audit finds each write and each end in the row that stands for it") func audit() {
    let files = [
      SourceText(module: "App", path: "Sources/App/File.swift", text: source(20))
    ]
    let audit = Audit(files, extract: Extractor().extract(files))
    #expect(audit.count(.write) == 21)
    #expect(audit.count(.write, .row) == 21)
  }
}
