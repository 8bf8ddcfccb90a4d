import OrreryExtraction
import OrreryModel
import Testing

@Suite("Who is handed a machine that is told its transitions") struct RouteLendingTests {
  private let types = """
    import SwiftState
    enum S: StateType { case idle, busy, done }
    enum E: EventType { case start, stop, reset }

    """

  private func rows(_ body: String) throws -> [String] {
    try told(body).transitions.map(describe)
  }

  private func told(_ body: String) throws -> Machine {
    try machine(
      types + """
        final class Timer {
          let machine = StateMachine<S, E>(state: .idle)
          let model: Model
          var count = 0
          init(isDebug: Bool) {
            machine.addRoutes(event: .start, transitions: [.idle => .busy])
            \(body)
          }
          func save() {}
          func add(to other: StateMachine<S, E>) {
            other.addRoutes(event: .stop, transitions: [.busy => .done])
          }
        }
        """)
  }

  @Test func aClosureNamesTheMachineThatItMakesAlone() {
    let found = extract(
      types + """
        final class Two {
          var a: StateMachine<S, E>!
          var b: StateMachine<S, E>!
          init() {
            a = StateMachine<S, E>(state: .idle) { machine in
              machine.addRoutes(event: .start, transitions: [.idle => .busy])
            }
            b = StateMachine<S, E>(state: .idle) { $0.addRoutes(event: .stop, transitions: [.busy => .done]) }
          }
        }
        """)
    #expect(
      found.machines.map { $0.transitions.map(describe) } == [
        ["idle start busy"], ["busy stop done"],
      ])
  }

  @Test func whatAMethodAddsThatNothingHereCallsMayNeverBeThere() throws {
    let found = try machine(
      types + """
        final class Timer {
          let machine = StateMachine<S, E>(state: .idle)
          init() { prepare() }
          private func prepare() { machine.addRoutes(event: .start, transitions: [.idle => .busy]) }
          func allow() { machine.addRoutes(event: .stop, transitions: [.busy => .done]) }
          func extend(machine: StateMachine<S, E>) {
            machine.addRoutes(event: .reset, transitions: [.done => .idle])
          }
        }
        """)
    #expect(found.transitions.map(describe) == ["idle start busy", "busy stop done"])
    #expect(found.transitions.map(\.certainty) == [.exact, .inferred])
    #expect(
      found.unresolved.map(\.reason) == [
        "'addRoutes' adds transitions that the model misses: other code hands a machine to "
          + "'extend'"
      ])
  }

  @Test func whatIsDoneOnceATransitionIsTakenMayHangOnMore() throws {
    let found = try machine(
      types + """
        final class Timer {
          let machine = StateMachine<S, E>(state: .idle)
          var count = 0
          init() {
            machine.addRoutes(event: .start, transitions: [.idle => .busy]) { _ in self.count += 1 }
            machine.addRoutes(event: .stop, transitions: [.busy => .done]) { _ in
              guard self.count > 0 else { return }
              self.save()
            }
            machine.addHandler(event: .start) { _ in self.save() }
            machine.addHandler(.any => .done) { _ in self.close() }
          }
          func save() {}
          func close() {}
        }
        """)
    #expect(
      found.transitions.map(describe) == [
        "idle start/save busy", "busy stop/concat(save, close) done",
      ])
    #expect(found.transitions.map(\.certainty) == [.exact, .inferred])
  }

  @Test func whatItIsConfiguredWithIsRead() throws {
    #expect(
      try rows("machine.configure { $0.addRoutes(event: .stop, transitions: [.busy => .done]) }")
        == ["idle start busy", "busy stop done"])
  }

  @Test func aFunctionOfTheOwnerThatIsHandedItIsFollowed() throws {
    #expect(try rows("add(to: machine)") == ["idle start busy", "busy stop done"])
  }

  @Test(
    "another one is said to be open",
    arguments: [
      ("setUp(machine)", "setUp"), ("with(self.machine) { $0.addRoute(.busy => .busy) }", "with"),
    ])
  func others(call: String, name: String) throws {
    let found = try told(call)
    #expect(found.transitions.map(describe) == ["idle start busy"])
    #expect(
      found.unresolved.map(\.reason) == [
        "'\(name)' may add transitions that the model misses: it takes the machine, and Orrery "
          + "does not follow it",
        "'addRoutes' adds transitions that the model misses: other code hands a machine to 'add'",
      ])
  }

  @Test func whatIsAddedUnderAConditionIsInferred() throws {
    let found = try told(
      """
      if isDebug {
        machine.addRoutes(event: .reset, transitions: [.done => .idle])
      } else {
        machine.addRoutes(event: .reset, transitions: [.busy => .idle])
      }
      guard count == 0 else { return }
      machine.addRoutes(event: .stop, transitions: [.busy => .done])
      """)
    #expect(
      found.transitions.map { "\(describe($0)) \($0.certainty)" } == [
        "idle start busy exact", "done reset[isDebug] idle inferred",
        "busy reset[!(isDebug)] idle inferred", "busy stop done inferred",
      ])
  }

  @Test func aClosureSaysByItsTypeThatItDecides() throws {
    #expect(
      try rows(
        """
        machine.addRoutes(event: .stop, transitions: [.busy => .done]) { context -> Bool in
          self.model.canStop()
        }
        machine.addRoutes(event: .reset, transitions: [.done => .idle]) { _ -> Void in self.count }
        """) == ["idle start busy", "busy stop[self.model.canStop()] done", "done reset idle"])
  }

  @Test func whatCallsAnUnknownFunctionMayDecide() throws {
    let found = try told(
      """
      machine.addRoutes(event: .stop, transitions: [.busy => .done]) { _ in self.model.check() }
      machine.addRoutes(event: .reset, transitions: [.done => .idle]) { _ in self.save() }
      """)
    #expect(found.transitions.map(\.certainty) == [.exact, .inferred, .exact])
  }

  @Test func whatAChainDoesItDoesAtItsEnd() throws {
    let found = try told(
      "machine.addRouteChain(.idle => .busy => .done) { _ in self.save() }")
    #expect(
      found.transitions.map { "\(describe($0)) \($0.certainty)" } == [
        "idle start busy exact", "idle tryState[.busy] busy exact",
        "busy tryState[.done]/save done inferred",
      ])
  }

  @Test func anInitializerMayBeHandedIt() throws {
    let found = try machine(
      types + """
        final class Timer {
          let machine: StateMachine<S, E>
          init(machine: StateMachine<S, E>) {
            self.machine = machine
            machine.addRoutes(event: .start, transitions: [.idle => .busy])
          }
        }
        """)
    #expect(found.transitions.map(describe) == ["idle start busy"])
    #expect(found.unresolved.isEmpty)
  }
}
