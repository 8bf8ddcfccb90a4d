import Foundation
import Testing

@testable import Comparing

@Suite("Machines and trees")
struct MachineTests {
  private let reading = Reading(
    machines: [
      Machine(id: "App.A", rows: [.move(), .move("busy")], facts: [.states: ["idle", "busy"]]),
      Machine(id: "App.B", rows: [.move()], facts: [.notes: ["a call is not followed"]]),
    ])

  @Test("compared with themselves are wholly equal")
  func same() {
    let tree = TreeComparison("App", old: reading, new: reading)
    let tally = Tally([tree])
    #expect(tree.isEqual)
    #expect(tally.equalMachines == 2)
    #expect(tally.equalOrBetter == 1)
    #expect(tally.rows == [.equal: Tally.Count(old: 3, new: 3)])
    #expect(Judgement([tree]).passes)
  }

  @Test("are matched, lost or gained, and so are their rows")
  func presence() {
    let new = Reading(machines: [reading.machines[0], Machine(id: "App.C", rows: [.open()])])
    let tree = TreeComparison("App", old: reading, new: new)
    #expect(tree.machines.map(\.presence) == [.matched, .lost, .gained])
    let tally = Tally([tree])
    #expect(tally.rows[.machineLost] == Tally.Count(old: 1))
    #expect(tally.rows[.machineGained] == Tally.Count(new: 1))
    #expect(tally.share(of: .machineLost) == 1.0 / 3)
    #expect(tally.facts[.notes] == Tally.FactCount(equal: 0, lost: 1, gained: 0))
  }

  @Test("are the same under another id where the file and the name are")
  func renamed() {
    let old = [Machine(id: "A", home: "A.swift: A", rows: [.move()]), Machine(id: "B")]
    let new = [Machine(id: "App.A", home: "A.swift: A", rows: [.move()]), Machine(id: "B")]
    let tree = TreeComparison("App", old: Reading(machines: old), new: Reading(machines: new))
    #expect(tree.machines.map(\.presence) == [.renamed, .matched])
    #expect(tree.machines.map(\.newID) == ["App.A", nil])
    #expect(!tree.isEqual)
    #expect(Judgement([tree]).passes)
  }

  @Test("differ by facts alone, too")
  func facts() {
    var new = reading
    new.machines[1].facts[.notes] = ["a call is not followed", "a call is not followed"]
    let tree = TreeComparison("App", old: reading, new: new)
    #expect(!tree.isEqual)
    #expect(tree.machines[1].facts[.notes]?.gained == ["a call is not followed"])
    #expect(Judgement([tree]).passes)
  }

  @Test("are read from the JSON, those of regions included")
  func json() throws {
    let found = try Reading(json: Data(Self.json.utf8), from: "the test")
    let machine = try #require(found.machines.first)
    #expect(machine.facts[.states] == ["isOn.true", "isOn.false"])
    #expect(machine.facts[.initial] == ["isOn.false"])
    #expect(
      machine.rows.map(\.description) == [
        "isOn: true –tap (internal) [n > 0; mode is dark] → false / merge(.a, cancel(b))   "
          + "move, exact, A.swift:3:5 of the clause at 2",
        "–tap → n = 1; m += 2   action, exact, A.swift:4:1",
      ])
    #expect(found.messages == ["A.swift: syntax: torn"])
  }

  @Test("are refused where the JSON is none")
  func noJSON() {
    #expect(throws: Failure.self) { try Reading(json: Data("[]".utf8), from: "the test") }
  }

  private static let json = """
    {"schema": "orrery.model/2", "machines": [{
      "id": "App.A", "name": "A", "file": "A.swift", "states": [], "initial": null,
      "transitions": [], "children": [], "events": [{"name": "tap", "origin": "internal"}],
      "regions": [{
        "name": "isOn", "initial": "false",
        "states": [
          {"name": "true", "initial": false, "stable": true, "final": false},
          {"name": "false", "initial": true, "stable": true, "final": false}],
        "transitions": [{
          "from": "true", "origin": "internal", "event": "tap", "guard": "n > 0", "to": "false",
          "effects": [".a", "cancel(b)"], "effectTree": {"op": "merge", "of": [
            {"name": ".a"}, {"op": "cancel", "name": "b"}]},
          "file": "A.swift", "line": 3, "column": 5, "kind": "move", "certainty": "exact",
          "wildcard": 2, "when": {"mode": ["dark"]}, "step": 4}]}],
      "actions": [{
        "action": "tap", "origin": "input", "guard": null, "effects": [], "file": "A.swift",
        "writes": [{"path": "n", "op": "=", "value": "1"}, {"path": "m", "op": "+=", "value": "2"}],
        "line": 4, "certainty": "exact"}],
      "unresolved": [{"why": "a call is not followed"}]}],
    "diagnostics": [{"id": "syntax", "file": "A.swift", "message": "torn"}]}
    """
}
