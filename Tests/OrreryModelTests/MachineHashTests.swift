import OrreryModel
import OrreryTrace
import Testing

@Suite("The structure hash")
struct StructureHashTests {
  private let machine = SearchMachine.machine()

  private func hash(_ change: (inout Machine) -> Void) -> String {
    var machine = machine
    change(&machine)
    return MachineHash.structure(machine)
  }

  @Test("is 64 hexadecimal digits")
  func form() {
    let hash = MachineHash.structure(machine)
    #expect(hash.count == 64)
    #expect(hash.allSatisfy { $0.isHexDigit && !$0.isUppercase })
  }

  @Test("is made of sorted lines of parts between tabs")
  func definition() {
    var machine = Machine(
      id: "M", name: "M", style: .mutating, location: SearchMachine.place(1), stateKind: .enum)
    machine.states = [State("b"), State("a", isInitial: true, isFinal: true)]
    machine.transitions = [
      SearchMachine.edge("a", "go", "b", guard: "x  >\n 1", effect: .run(".log"))
    ]
    let lines = """
      state\ta\tinitial\tstable\tfinal
      state\tb\t\tstable\t
      transition\tinput\tgo\tx > 1\ta\tb\t.log\tmove

      """
    #expect(MachineHash.structure(machine) == Digest.sha256Hex(of: lines.utf8))
  }

  @Test("does not change with places, comments, order and white space")
  func insensitive() {
    let plain = MachineHash.structure(machine)
    #expect(
      hash { machine in
        machine.location.line += 7
        machine.documentation = "Finds things."
        machine.states.reverse()
        machine.transitions.reverse()
        for index in machine.transitions.indices {
          machine.transitions[index].location = SearchMachine.place(99)
          machine.transitions[index].guard = machine.transitions[index].guard.map { " \($0)\n" }
        }
      } == plain)
  }

  @Test("changes with every part of the behaviour")
  func sensitive() {
    let changes: [(inout Machine) -> Void] = [
      { _ in }, { $0.states[0].isInitial = false }, { $0.states[0].isStable = false },
      { $0.states[0].isFinal = true }, { $0.states[0].name = "rest" },
      { $0.transitions[0].event.origin = .ioResult }, { $0.transitions[0].event.name = "find" },
      { $0.transitions[0].guard = "ready" }, { $0.transitions[0].from = "error" },
      { $0.transitions[0].to = "error" }, { $0.transitions[0].effect = nil },
      { $0.transitions[0].kind = .stay },
    ]
    #expect(Set(changes.map(hash)).count == changes.count)
  }

  @Test("cannot be cheated by a name with a tab or a line break")
  func injection() {
    let one = hash { $0.states = [State("a\nstate\tb")] }
    let two = hash { $0.states = [State("a"), State("b")] }
    #expect(one != two)
  }
}

@Suite("The vocabulary hash")
struct VocabularyHashTests {
  @Test("is what the runtime makes of the same names")
  func joins() {
    let machine = SearchMachine.machine()
    let recorded = VocabularyHash.hash(
      states: ["closed", "error", "idle", "loading"],
      events: [
        ("ioResult", "close"), ("ioResult", "failed"), ("input", "close"), ("input", "search"),
      ])
    #expect(MachineHash.vocabulary(machine) == recorded)
  }

  @Test("leaves out the states of a struct, which only the declaration knows")
  func projected() {
    var machine = SearchMachine.machine()
    machine.stateKind = .struct
    let before = MachineHash.vocabulary(machine)
    machine.states = []
    #expect(MachineHash.vocabulary(machine) == before)
  }
}
