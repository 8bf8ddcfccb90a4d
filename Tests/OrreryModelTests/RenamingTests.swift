import OrreryModel
import Testing

@Suite("What was renamed")
struct RenamingTests {
  private let old = SearchMachine.machine()

  private func renamed(_ state: String, _ name: String) -> Machine {
    var machine = old
    for index in machine.states.indices where machine.states[index].name == state {
      machine.states[index].name = name
    }
    for index in machine.transitions.indices {
      if machine.transitions[index].from == state { machine.transitions[index].from = name }
      if machine.transitions[index].to == state { machine.transitions[index].to = name }
    }
    return machine
  }

  @Test("is a state that does under another name what it did", arguments: ["loading", "error"])
  func state(name: String) {
    let diff = MachineDiff(from: old, to: renamed(name, "other"))
    #expect(diff.changes.map(\.description) == ["state `\(name)` renamed to `other`, by likeness"])
    #expect(diff.impact == .breaking)
  }

  @Test("is an event that causes what another one caused")
  func event() {
    var new = old
    new.events[0].id.name = "find"
    for index in new.transitions.indices where new.transitions[index].event.name == "search" {
      new.transitions[index].event.name = "find"
    }
    let diff = MachineDiff(from: old, to: new)
    #expect(diff.changes.map(\.description) == ["event `search` renamed to `find`, by likeness"])
  }

  @Test("is not a state that does something else")
  func other() {
    var new = old
    new.states[3].name = "paused"
    new.transitions[4] = SearchMachine.edge("idle", "close", "paused")
    let found = MachineDiff(from: old, to: new).changes.map(\.description)
    #expect(found.contains("state `closed` removed"))
    #expect(found.contains("state `paused` added"))
  }

  @Test("is a machine of another id that does the same")
  func machine() {
    var new = old
    new.id = "Shop.Finder"
    var other = Machine(
      id: "Shop.Door", name: "Door", style: .actor, location: SearchMachine.place(1),
      stateKind: .enum)
    other.states = [State("open"), State("shut")]
    let diff = ModelDiff(from: [old], to: [new, other])
    #expect(diff.changed.map(\.isRenamed) == [true])
    #expect(diff.added.map(\.id) == ["Shop.Door"])
    #expect(diff.removed == [])
  }
}

@Suite("What a change means for others")
struct ImpactTests {
  private func impacts(_ change: (inout Machine) -> Void) -> [MachineDiff.Impact] {
    let old = SearchMachine.machine()
    var new = old
    change(&new)
    let diff = MachineDiff(from: old, to: new)
    return diff.changes.map { diff.impact(of: $0) }
  }

  @Test("is nothing where something new is possible")
  func compatible() {
    #expect(
      impacts { machine in
        machine.states.append(State("paused"))
        machine.transitions.append(SearchMachine.edge("idle", "close", "paused"))
      } == [.compatible, .compatible])
  }

  @Test("is another behaviour where the same event does something else")
  func behaviour() {
    #expect(impacts { $0.transitions[0].effect = nil } == [.behaviour])
    #expect(
      impacts { $0.transitions.append(SearchMachine.edge("idle", "search", "error", guard: "x")) }
        == [.behaviour])
  }

  @Test("is a break where a state, an event or an edge is gone")
  func breaking() {
    #expect(impacts { $0.transitions.remove(at: 0) } == [.breaking])
    #expect(impacts { $0.transitions.remove(at: 2) } == [.breaking])
    #expect(impacts { $0.events.removeFirst() } == [.breaking])
    #expect(impacts { $0.transitions[0].to = "error" } == [.breaking])
    #expect(
      impacts { machine in
        machine.transitions[0].kind = .reject
        machine.transitions[0].to = nil
      }.allSatisfy { $0 == .breaking })
  }

  @Test("is another behaviour alone where the edge stays, on other conditions")
  func narrowed() {
    let old = SearchMachine.machine()
    var wide = old
    wide.transitions.append(SearchMachine.edge("idle", "search", "loading", guard: "isOnline"))
    let diff = MachineDiff(from: wide, to: old)
    #expect(diff.changes.map { diff.impact(of: $0) } == [.behaviour])
  }

  @Test("is nothing where a private method is renamed, and another behaviour where it is gone")
  func privateEvents() {
    func impacts(_ change: (inout Machine) -> Void) -> [MachineDiff.Impact] {
      var old = SearchMachine.machine()
      old.events[0].isPrivate = true
      var new = old
      change(&new)
      let diff = MachineDiff(from: old, to: new)
      return diff.changes.map { diff.impact(of: $0) }
    }
    let name = SearchMachine.machine().events[0].id
    let other = Event.ID(name.origin, "lookUp")
    #expect(
      impacts { machine in
        machine.events[0].id = other
        for index in machine.transitions.indices where machine.transitions[index].event == name {
          machine.transitions[index].event = other
        }
      } == [.compatible])
    #expect(impacts { $0.events.removeFirst() } == [.behaviour])
  }
}
