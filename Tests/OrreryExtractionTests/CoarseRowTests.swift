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
    let extract = extract(source(16))
    let found = try #require(extract.machines.first)
    #expect(
      found.transitions.filter { $0.from == "a" && $0.event.name == "go" }.map(describe) == [
        "a go[one of several conditions] b", "a go[one of several conditions] trap",
      ])
    #expect(found.transitions.count { $0.event.name == "reset" } == 3)
    #expect(found.unresolved == [])
    #expect(
      extract.diagnostics.map(\.message) == [
        "an event of 'Model' goes more than 16 ways from one state: 'go'; the ways that lead to the "
          + "same state are one row, which does not tell their conditions"
      ])
  }

  @Test("ways that all lead elsewhere stay as they are, without a note") func different() {
    let rows = (1...20).map { row($0, to: "b\($0)") }
    let coarse = CoarseRows(rows)
    #expect(coarse.transitions == rows)
    #expect(coarse.joined.isEmpty)
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

  @Test("effects that are the same in all ways keep their shape") func sameEffects() {
    let both = Effect.merge([.run("load"), .run("log")])
    let coarse = CoarseRows((1...17).map { row($0, effect: both) })
    #expect(coarse.transitions.map(\.effect) == [both])
  }

  @Test("ways that raise or cancel something, or ask for other regions, are not one")
  func apart() {
    var rows = (1...18).map { row($0) }
    rows[1].effect = .raise("reset")
    rows[2].when = [.init(region: "isOn", values: ["true"])]
    rows[3].effect = .cancel("timer")
    rows[4].forwards = "inner"
    let coarse = CoarseRows(rows)
    #expect(
      coarse.transitions.map(describe) == [
        "a go[one of several conditions] b", "a go[2]/raise reset b",
        "a go[3] b {isOn is true}", "a go[4]/cancel(timer) b", "a go[5] b",
      ])
    #expect(coarse.transitions.map(\.forwards) == [nil, nil, nil, nil, "inner"])
  }

  @Test("the row for many is inferred, belongs to no step and to no clause") func certainty() {
    var rows = (1...17).map { row($0) }
    for index in rows.indices { (rows[index].step, rows[index].wildcard) = (index, index) }
    let told = CoarseRows(rows).transitions
    #expect(told.map(\.certainty) == [.inferred])
    #expect(told.map(\.step) == [nil])
    #expect(told.map(\.wildcard) == [nil])
  }

  @Test("one way without a condition makes the row for many one without a condition")
  func unconditional() {
    var rows = (1...17).map { row($0) }
    rows[9].guard = nil
    let told = CoarseRows(rows).transitions
    #expect(told.map(\.guard) == [nil])
    #expect(told.map(\.certainty) == [.exact])
  }

  @Test("a condition that is as long as all others is not told where the others are not")
  func longCondition() {
    let long = String(repeating: "x", count: 161)
    var rows = (1...17).map { row($0) }
    rows[16] = row(17, to: "c")
    rows[16].guard = long
    let told = CoarseRows(rows).transitions
    #expect(
      told.map(describe) == [
        "a go[one of several conditions] b", "a go[one of several conditions] c",
      ])
    #expect(told.map(\.certainty) == [.inferred, .inferred])
    let few = Array(rows.suffix(16))
    #expect(CoarseRows(few).transitions == few)
  }

  private func row(_ line: Int, to: String = "b", effect: Effect? = nil) -> Transition {
    Transition(
      from: "a", event: .init(.input, "go"), guard: "\(line)", to: to, effect: effect,
      location: .init(file: "A.swift", line: line), kind: .move)
  }

  @Test("the audit finds each write and each end, with most of them joined to others")
  func audit() {
    let files = [
      SourceText(module: "App", path: "Sources/App/File.swift", text: source(20))
    ]
    let audit = Audit(files, extract: Extractor().extract(files))
    #expect(audit.count(.write) == 21)
    #expect(audit.count(.write, .row) == 2)
    #expect(audit.count(.write, .joined) == 19)
    #expect(audit.count(.exit, .missing) == 0)
  }
}
