import OrreryModel
import Testing

@Suite("The difference between two versions of a machine")
struct MachineDiffTests {
  private func sentences(_ change: (inout Machine) -> Void) -> [String] {
    let old = SearchMachine.machine()
    var new = old
    change(&new)
    return MachineDiff(from: old, to: new).changes.map(\.description)
  }

  @Test("is empty where only places, comments, order and white space differ")
  func same() {
    let found = sentences { machine in
      machine.location.line = 100
      machine.documentation = "New words."
      machine.states.reverse()
      machine.transitions.reverse()
      machine.transitions[0].location.line = 200
      machine.transitions[1].guard = machine.transitions[1].guard.map { "  \($0) " }
    }
    #expect(found == [])
  }

  @Test("names states and events that came and went")
  func names() {
    let found = sentences { machine in
      machine.states[3].name = "gone"
      machine.events[2].id.name = "broke"
      machine.transitions = machine.transitions.filter { $0.to != "closed" }
    }
    #expect(
      found == [
        "state `closed` removed", "state `gone` added", "event `ioResult.failed` removed",
        "event `ioResult.broke` added", "edge `error –close→ closed` removed",
      ])
  }

  @Test("says what a state became")
  func traits() {
    let found = sentences { machine in
      machine.states[0].isInitial = false
      machine.states[1].isInitial = true
      machine.states[1].isStable = true
    }
    #expect(
      found == [
        "state `idle` is no longer initial", "state `loading` is now initial",
        "state `loading` is now stable",
      ])
  }

  @Test("names an edge that was removed or added, with its guard and effects")
  func edges() {
    let found = sentences { machine in
      machine.transitions.remove(at: 1)
      machine.transitions.append(
        SearchMachine.edge("loading", "close", "idle", guard: "force", effect: .run(".stop")))
    }
    #expect(
      found == [
        "edge `loading –failed→ error` removed",
        "edge `loading –close→ idle` added (guard `force`, effects `.stop`)",
      ])
  }

  @Test("names the part of an edge that changed, not an edge that went and one that came")
  func parts() {
    #expect(
      sentences { $0.transitions[0].guard = "ready" } == [
        "guard of `idle –search→ loading` changed from nothing to `ready`"
      ])
    #expect(
      sentences { $0.transitions[0].to = "error" } == [
        "target of `idle –search→ loading` changed from `loading` to `error`"
      ])
  }

  @Test("names effects and kinds that changed")
  func effectsAndKinds() {
    let found = sentences { machine in
      machine.transitions[0].effect = .merge([.run(".fetch"), .run(".log")])
      machine.transitions[1].kind = .stay
    }
    #expect(
      found == [
        "effects of `idle –search→ loading` changed from `.fetch` to `merge(.fetch, .log)`",
        "kind of `loading –failed→ error` changed from `move` to `stay`",
      ])
  }

  @Test("writes an open target as a question mark, and a trap as a trap")
  func open() {
    let found = sentences { machine in
      machine.transitions[0].to = nil
      machine.transitions[0].kind = .unresolved
      machine.transitions[4].to = nil
      machine.transitions[4].kind = .trap
    }
    #expect(
      found == [
        "target of `idle –search→ loading` changed from `loading` to `?`",
        "target of `error –close→ closed` changed from `closed` to `trap`",
      ])
  }

  @Test("compares the actions of a struct state")
  func actions() {
    func action(_ name: String, _ value: String, guard condition: String? = nil) -> Action {
      Action(
        event: .init(.input, name), guard: condition,
        writes: [.init(path: "count", op: "+=", value: value)], location: SearchMachine.place(3))
    }
    var old = SearchMachine.machine()
    old.actions = [action("up", "1"), action("down", "-1"), action("reset", "0")]
    var new = old
    new.actions = [
      action("up", "2"), action("down", "-1", guard: "count > 0"), action("zero", "0"),
    ]
    #expect(
      MachineDiff(from: old, to: new).changes.map(\.description) == [
        "action `reset` removed",
        "writes of action `up` changed from `count += 1` to `count += 2`",
        "guard of action `down` changed from nothing to `count > 0`", "action `zero` added",
      ])
  }

  @Test("pairs equal edges one by one, so that a doubled edge is one more")
  func duplicates() {
    let found = sentences { $0.transitions.append($0.transitions[1]) }
    #expect(found == ["edge `loading –failed→ error` added"])
  }
}
