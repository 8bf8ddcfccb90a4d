import Testing

@testable import Comparing

@Suite("A comparison")
struct JudgementTests {
  private let tree = TreeComparison(
    "App",
    old: Reading(machines: [
      Machine(id: "App.A", rows: [.move(), .move("busy", to: "idle")]), Machine(id: "App.B"),
    ]),
    new: Reading(machines: [Machine(id: "App.A", rows: [.move("busy", to: "done")])]))

  @Test("fails where rows or machines are lost")
  func fails() {
    let judgement = Judgement([tree])
    #expect(!judgement.passes)
    #expect(
      judgement.refused.map(\.description) == [
        "1 row of App App.A: target", "1 row of App App.A: lost",
        "0 rows of App App.B: machine-lost",
      ])
  }

  @Test("passes where each loss is accepted with a reason")
  func accepts() throws {
    let acceptance = try Acceptance(
      """
      # Known.
      App.A: its handler is a lookup

      machine-lost: nothing moves them
      merged: not needed
      """)
    let judgement = Judgement([tree], accepting: acceptance)
    #expect(judgement.passes)
    #expect(judgement.accepted.count == 3)
    #expect(judgement.needless.map(\.subject) == ["merged"])
  }

  @Test("accepts nothing without a reason")
  func reasons() {
    #expect(throws: Failure.self) { try Acceptance("lost") }
  }

  @Test("shows examples of a class and everything about a machine")
  func shows() throws {
    #expect(
      Examples.text(try Examples.Request("target:1"), in: [tree]) == """
        target: 1 of 1 shown
        App App.A
          old  busy –tap → idle   move, exact, App.swift:1:1
          new  busy –tap → done   move, exact, App.swift:1:1
        """)
    #expect(
      Examples.machine("App.B", in: [tree]).split(separator: "\n").first
        == "App.B in App: lost")
    #expect(throws: Failure.self) { try Examples.Request("nonsense") }
    #expect(throws: Failure.self) { try Examples.Request("lost:0") }
  }

  @Test("is a table of the classes that occur")
  func table() {
    let lines = Report.text(tree).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(4) == [
        "App: 2 machines, 1 lost, 0 wholly equal, 2 rows, 0.00 % equal or better",
        "  class   old  new    share  verdict", "  target    1    1  50.00 %  refused",
        "  lost      1    0  50.00 %  refused",
      ])
  }

  @Test("never rounds what is not all to 100 %")
  func percent() {
    #expect(Report.percent(1) == "100.00 %")
    #expect(Report.percent(0.999_999) == "99.99 %")
  }
}
