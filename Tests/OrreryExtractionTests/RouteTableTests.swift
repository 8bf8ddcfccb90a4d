import OrreryExtraction
import OrreryModel
import Testing

@Suite("Machines of a library that is told its transitions") struct RouteTableTests {
  private func source(_ body: String, property: String? = nil) -> String {
    let kept = property ?? "private let machine = StateMachine<State, Event>(state: .idle)"
    return """
      import SwiftState
      final class Timer {
        enum State: StateType { case idle, work, rest(minutes: Int) }
        enum Event: EventType { case toggle, fired, skip(Bool) }
        \(kept)
        var stopsAfterBreak = false
        \(body)
        func notify() {}
        func isLast() -> Bool { true }
      }
      """
  }

  private let routes = """
    init() {
      machine.addRoutes(event: .toggle, transitions: [.idle => .work, .work => .idle])
      machine.addRoutes(event: .fired, transitions: [.work => .rest(minutes: 5)]) { [weak self] _ in
        self?.notify()
      }
      machine.addRoutes(event: .fired, transitions: [.rest(minutes: 5) => .idle]) { _ in
        self.stopsAfterBreak
      }
      machine.addRoute(event: .skip(true), transition: .any => .idle, condition: { _ in self.isLast() })
    }
    """
  private let rows = [
    "idle toggle work", "work toggle idle", "work fired/notify rest",
    "rest fired[case .rest(minutes: 5) = state && self.stopsAfterBreak] idle",
    "idle skip[case .skip(true) = event && self.isLast()] idle",
    "work skip[case .skip(true) = event && self.isLast()] idle",
    "rest skip[case .skip(true) = event && self.isLast()] idle",
  ]

  @Test func eachTransitionThatIsAddedIsARow() throws {
    let found = try machine(source(routes))
    #expect(found.transitions.map(describe) == rows)
    #expect(found.initial == "idle")
    #expect(found.events.map(\.name) == ["toggle", "fired", "skip"])
    #expect(found.states.map(\.name) == ["idle", "work", "rest"])
    #expect(found.unresolved.isEmpty)
    #expect(found.style == .reducer)
  }

  @Test(
    "wherever they are added",
    arguments: [
      ("private let machine: StateMachine<State, Event>", "machine = StateMachine(state: .idle)"),
      ("private var machine: StateMachine<State, Event>!", "machine = .init(state: .idle)"),
    ])
  func places(property: String, start: String) throws {
    let body = routes.replacing(
      "init() {", with: "init() { \(start)\nadd() }\nprivate func add() {")
    let found = try machine(source(body, property: property))
    #expect(found.transitions.map(describe) == rows)
    #expect(found.initial == "idle")
  }

  @Test func theClosureThatTheMachineIsMadeWithNamesIt() throws {
    let property = """
      private let machine = StateMachine<State, Event>(state: .work) { machine in
        machine.addRoutes(event: .toggle, transitions: [State.idle => State.work])
        machine.addRoute(.init(fromState: .work, toState: .idle))
      }
      """
    let found = try machine(source("", property: property))
    #expect(found.transitions.map(describe) == ["idle toggle work", "work tryState[.idle] idle"])
    #expect(found.initial == "work")
    #expect(found.events.map(\.name) == ["toggle", "fired", "skip", "tryState"])
  }

  @Test func aFunctionThatMapsIsWalkedAndLeavesTheRestToOthers() throws {
    let body = """
      init() {
        machine.addRouteMapping { event, fromState, userInfo in
          switch (fromState, event) {
          case (.idle, .toggle): return .work
          case (_, .skip(let isLong)): return isLong ? .rest(minutes: 10) : fromState
          case (.rest, .fired):
            guard userInfo != nil else { return nil }
            return .idle
          default: return nil
          }
        }
      }
      """
    let found = try machine(source(body))
    #expect(
      found.transitions.map(describe) == [
        "idle toggle work", "idle skip[isLong] rest", "idle skip[!(isLong)] ignored",
        "work skip[isLong] rest", "work skip[!(isLong)] ignored",
        "rest fired[userInfo != nil] idle",
        "rest skip[isLong] rest", "rest skip[!(isLong)] ignored",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test("what an operator asks of the machine makes no second one beside it")
  func operators() throws {
    let body = """
      init() {
        machine.addRoute(.idle => .work)
        machine.addRouteMapping { event, from, info in
          switch (event, from) { case (.toggle, .work): return .idle; default: return nil }
        }
      }
      func toggle() { machine <-! .toggle }
      """
    let kept = """
      private let machine = StateMachine<State, Event>(state: .idle) { machine in
        machine.addRoute(.idle => .work)
        machine.addRouteMapping { event, from, info in
          switch (event, from) { case (.toggle, .work): return .idle; default: return nil }
        }
      }
      """
    for found in [
      try machine(source(body)),
      try machine(source("func toggle() { machine <-! .toggle }", property: kept)),
    ] {
      #expect(found.name == "Timer")
      #expect(found.transitions.map(describe) == ["idle tryState[.work] work", "work toggle idle"])
    }
  }

  @Test func whatIsNotWrittenOutIsSaid() throws {
    let body = """
      init(extra: [Transition<State>]) {
        machine.addRoutes(event: .toggle, transitions: extra)
        machine.addRoutes(event: .fired, transitions: [.idle => next(), .work => .idle])
        machine.addRouteMapping(Self.map)
      }
      """
    let found = try machine(source(body))
    #expect(found.transitions.map(describe) == ["work fired idle"])
    #expect(
      found.unresolved.map(\.reason) == [
        "'addRoutes' adds transitions that the model misses: 'extra' is not written out",
        "'addRoutes' adds transitions that the model misses: '.idle => next()' is not written out",
        "'addRouteMapping' adds transitions that the model misses: Orrery does not follow the function "
          + "that it calls",
      ])
  }

  @Test func aTypeOfTheFilesWithThatNameIsAnother() {
    let own = """
      final class StateMachine<State, Event> {
        init(state: State) {}
        func addRoutes(event: Event, transitions: [Int]) {}
      }
      """
    #expect(extract(source(routes) + "\n" + own).machines.isEmpty)
  }
}
