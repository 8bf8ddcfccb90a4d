import OrreryModel
import Testing

@Suite("The index of a machine")
struct MachineIndexTests {
  private let index = MachineIndex(SearchMachine.machine())

  @Test("finds states and events by name")
  func lookUp() {
    #expect(index.state("loading")?.isStable == false)
    #expect(index.state("Loading") == nil)
    #expect(index.event(.init(.ioResult, "failed"))?.name == "failed")
    #expect(index.event(.init(.input, "failed")) == nil)
  }

  @Test("finds transitions by their ends and their event, in source order")
  func transitions() {
    #expect(index.transitions(from: "error") == [2, 3, 4])
    #expect(index.transitions(to: "loading") == [0, 2])
    #expect(index.transitions(on: .init(.input, "search")) == [0, 2, 3])
    #expect(index.transitions(from: "error", on: .init(.input, "search")) == [2, 3])
    #expect(index.transitions(from: "nowhere") == [])
  }

  @Test("names an event by its origin only where two share the name")
  func labels() {
    #expect(index.label(of: .init(.input, "search")) == "search")
    #expect(index.label(of: .init(.ioResult, "close")) == "ioResult.close")
    #expect(index.label(of: .init(.input, "close")) == "input.close")
  }

  @Test("walks to every state that can be reached")
  func reachable() {
    #expect(index.reachable(from: "loading") == ["loading", "error", "idle", "closed"])
    #expect(index.reachable(from: "closed") == ["closed"])
  }

  @Test("stands a machine with two states of one name")
  func duplicates() {
    var machine = SearchMachine.machine()
    machine.states += [State("idle", isFinal: true)]
    #expect(MachineIndex(machine).state("idle")?.isFinal == false)
  }
}
