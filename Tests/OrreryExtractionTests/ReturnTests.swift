import OrreryModel
import Testing

@Suite("Loops and functions that come back until they have found their state") struct ReturnTests {
  private let states = "enum State { case a, b, c, d, e, f }\n  private var state = State.a"

  private func rows(_ members: String) throws -> [String] {
    let found = try machine(
      "final class Parser {\n  \(states)\n  var ready = true\n\(members)\n  func reset() { state = .a }\n}"
    )
    #expect(found.unresolved.isEmpty)
    return found.transitions.filter { $0.event.name != "reset" && $0.from < "c" }.map(describe)
  }

  @Test("an endless loop leads to the state in which it is left, however many rounds that takes")
  func loops() throws {
    let rows = try rows(
      """
        func run() {
          while true {
            switch state {
            case .a: state = .b
            case .b: state = .c
            case .c: state = .d
            case .d: state = .e
            case .e: state = .f
            case .f: return
            }
          }
        }
      """)
    #expect(rows == ["a run f", "b run f"])
  }

  @Test(
    "a loop over elements leads to each state that so many of them come to",
    arguments: [
      "for byte in bytes { step() }", "while more { step() }", "repeat { step() } while more",
    ])
  func elements(_ loop: String) throws {
    let targets = try rows(
      """
        func run() { \(loop) }
        private func step() {
          switch state {
          case .a: state = .b
          case .b: state = .c
          case .c: state = .d
          case .d: state = .e
          case .e, .f: state = .f
          }
        }
      """
    ).filter { $0.hasPrefix("a ") }.compactMap { $0.split(separator: " ").last }
    #expect(Set(targets).isSuperset(of: ["b", "c", "d", "e", "f"]))
  }

  private let steps = """
      switch state {
          case .a: state = .b; again()
          case .b: state = .c; again()
          case .c: guard ready else { return }; state = .d; again()
          case .d: state = .e; again()
          case .e: state = .f; again()
          case .f: break
          }
    """

  @Test("a function that calls itself in other states is followed to the last of them")
  func recursion() throws {
    #expect(
      try rows("  func again() {\n    \(steps)\n  }") == [
        "a again[!(ready)] c", "a again[ready] f", "b again[!(ready)] c", "b again[ready] f",
      ])
  }

  @Test("what an observer of the state calls may change it again")
  func observers() throws {
    let found = try machine(
      """
      final class Parser {
        enum State { case a, b, c, d }
        private var state = State.a { didSet { advance() } }
        func go() { state = .a }
        private func advance() {
          switch state {
          case .a: state = .b
          case .b: state = .c
          case .c: state = .d
          case .d: break
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(found == ["a go d", "b go d", "c go d", "d go ignored"])
  }

  @Test("what is called too deep inside of others is told as open")
  func depth() throws {
    let helpers = (1...20).map { "  private func step\($0)() { step\($0 + 1)() }" }
    let found = try machine(
      """
      final class Parser {
        enum State { case a, b }
        private var state = State.a
        func go() { step1() }
      \(helpers.joined(separator: "\n"))
        private func step21() { state = .b }
        func reset() { state = .a }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name == "go" }.allSatisfy { $0.kind == .unresolved })
    #expect(found.unresolved.contains { $0.reason.contains("deeper than") })
  }
}

@Suite("A value and itself") struct SameValueTests {
  private func rows(_ members: String, of event: String) throws -> [String] {
    try machine(
      """
      actor Client {
        enum State { case off, on, active }
        private var state = State.off
        private var token = 0
        func up() { if case .on = state { state = .active } }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix(event) && $0.from == "off" }.map(describe)
  }

  @Test(
    "are the same while nobody else runs",
    arguments: [
      "func stop() { drop(token) }; private func drop(_ expected: Int) { guard expected == token else { return }; state = .on; token += 1 }",
      "func stop() { token += 1; let mine = token; guard mine == token else { return }; state = .on }",
      "func stop() { let mine = token; log(); if mine != token { return }; state = .on }; private func log() {}",
    ])
  func alike(_ members: String) throws {
    #expect(try rows("  \(members)", of: "stop") == ["off stop on"])
  }

  @Test("may differ after a wait, and in what is called back later")
  func later() throws {
    let waiting = """
        func go() async {
          token += 1
          let mine = token
          await net.work()
          guard mine == token else { return }
          state = .on
        }
      """
    #expect(
      try rows(waiting, of: "go#") == [
        "off go#net.work[!(mine == token)] ignored", "off go#net.work[mine == token] on",
      ])
    let callback = """
        func go() {
          let mine = token
          net.work { guard mine == self.token else { return }; self.state = .on }
        }
      """
    #expect(
      try rows(callback, of: "go#") == [
        "off go#net.work[!(mine == self.token)] ignored", "off go#net.work[mine == self.token] on",
      ])
  }

  @Test("what a way has found out of its result is told in its place")
  func foundOut() throws {
    try expectTransitions(
      """
      struct Slot {
        enum State { case starting, idle, leased }
        private var state: State = .starting
        mutating func connected(isEager: Bool) -> Bool {
          guard case .starting = state else { return false }
          state = isEager ? .leased : .idle
          return isEager
        }
        mutating func release(timer: Timer?) -> Timer? {
          if timer == nil { state = .idle }
          return timer
        }
      }
      """,
      [
        "starting connected[isEager] leased", "starting connected[!(isEager)] idle",
        "idle connected ignored", "leased connected ignored",
        "starting release[timer == nil] idle", "starting release[!(timer == nil)]/timer starting",
        "idle release[timer == nil] ignored", "idle release[!(timer == nil)]/timer idle",
        "leased release[timer == nil] idle", "leased release[!(timer == nil)]/timer leased",
      ])
  }
}
