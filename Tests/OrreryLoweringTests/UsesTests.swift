import LoweredSources
import OrreryLowering
import OrreryProgram
import Testing

@Suite("What code does with places")
struct UsesTests {
  private func uses(_ code: String) -> Uses? {
    let sources = program(
      """
      final class Player {
        var state = State.idle
        var items: [Int] = []
        let box = Mutex(State.idle)
        let other: Player
        func step(_ next: State) { \(code) }
        func load() {}
        func done() {}
      }
      """)
    return sources.functions(named: "Player.step").first.map { Uses(of: $0) }
  }

  /// All that is done with places but reading them.
  private func effects(_ code: String) -> [String] {
    (uses(code)?.all ?? []).compactMap { use in
      use.kind.word.map { "\($0) \(use.place.text)" }
    }
  }

  @Test(
    "is to assign, to lend and to ask, also in a part of them",
    arguments: [
      ("state = .busy", ["assigns self.state"]),
      ("self.items[0] += 1", ["assigns self.items.[]"]),
      ("(state, items) = (.idle, [])", ["assigns self.state", "assigns self.items"]),
      ("swap(&state, &items[0])", ["lends self.state", "lends self.items.[]"]),
      ("switch state { default: break }", ["asks self.state"]),
      ("if case .idle = state {}", ["asks self.state"]),
      ("print(table[state])", ["asks self.state"]),
      ("if state == .idle {}", ["compares self.state"]),
      ("other.state = .idle", ["assigns self.other.state"]),
    ])
  func effects(code: String, expected: [String]) {
    #expect(effects(code) == expected)
  }

  @Test("is told of the variables that have the names of properties apart")
  func locals() {
    #expect(effects("var state = next; state = .busy") == ["assigns state"])
  }

  @Test("is told of `self`, whatever that is called")
  func names() {
    #expect(effects("let model = self; model.state = .busy") == ["assigns self.state"])
    #expect(
      effects("guard let it = self else { return }; it.state = .busy") == ["assigns self.state"])
  }

  @Test("is told of the closures and functions inside, too")
  func closures() {
    #expect(effects("run { self.state = .busy }") == ["assigns self.state"])
    #expect(
      effects("func again() { state = .busy; again() }; again()") == ["assigns self.state"])
  }

  @Test("is told of what a variable stands for")
  func bound() throws {
    let found = try #require(uses("box.withLock { $0 = .busy }; let it = other; it.state = .busy"))
    #expect(Set(found.bound.values.map(\.text)) == ["self.box.{withLock}", "self.other"])
  }

  @Test("is told with the closure that it happens in, and with the loop")
  func contexts() throws {
    let found = try #require(uses("load(); for i in items { run { self.done() } }"))
    let calls = found.calls.filter { $0.receiver == .me }
    #expect(calls.map(\.name) == ["load", "run", "done"])
    #expect(calls.map(\.context.isRepeated) == [false, true, true])
    #expect(calls.map { found.closures(around: $0.context.closure).count } == [0, 0, 1])
  }

  @Test("is told with what takes a value")
  func takers() throws {
    let found = try #require(uses("load(then: done); other.onEnd = done; if other === next {}"))
    let takers = found.all.filter { ["done", "other"].contains($0.place.member) }
      .map(\.context.taker)
    #expect(takers == [.call(0), .member, .assignment, .comparison])
  }

  @Test("is called on what it is written for")
  func receivers() throws {
    let found = try #require(uses("load(); self.load(); other.load(); super.load(); Player(1)"))
    #expect(
      found.calls.map(\.receiver) == [
        .me, .me, .place(UsedPlace.me.appending(.member("other"))), .superclass, .other,
      ])
  }
}

@Suite("Which functions come to others")
struct CallGraphTests {
  // 0 → 1 → 2 → 1, 3 → 2, 4
  private let graph = CallGraph(callees: [[1], [2], [1], [2], []])

  @Test("is told through all that they call, also in circles")
  func reaching() {
    #expect(
      graph.reaching([false, true, false, false, false]) == [true, true, true, true, false])
    #expect(graph.reached(from: [3]) == [1, 2, 3])
  }

  @Test("is told without those that others do not come through")
  func stops() {
    let stops = [false, false, true, false, false]
    #expect(
      graph.reaching([false, false, true, false, false], stoppingAt: stops)
        == [false, false, true, false, false])
    #expect(
      graph.reaching([false, true, false, false, false], stoppingAt: stops)
        == [true, true, true, false, false])
  }
}

extension Uses.Use.Kind {
  fileprivate var word: String? {
    switch self {
    case .read, .called: nil
    case .asked: "asks"
    case .compared: "compares"
    case .assigned: "assigns"
    case .lent: "lends"
    case .operated: "operates on"
    }
  }
}

extension UsedPlace {
  fileprivate var text: String {
    let root =
      switch root {
      case .me: "self"
      case .local(let local): local.name
      case .type: "type"
      }
    let steps = steps.map { step in
      switch step {
      case .member(let name): name
      case .element: "[]"
      case .lent(let name): "{\(name)}"
      }
    }
    return ([root] + steps).joined(separator: ".")
  }
}
