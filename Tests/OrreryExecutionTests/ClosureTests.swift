import Testing

@Suite("Executing closures and functions inside of functions")
struct ClosureTests {
  @Test("a function inside sees the variables of the one that declares it, wherever it is called")
  func localFunctions() {
    let source = """
      enum Lamp {
        case on, off
        mutating func flip() {
          let wanted = true
          func isWanted() -> Bool { wanted }
          func outer(_ wanted: Bool) -> Bool { isWanted() }
          self = outer(false) ? .on : .off
        }
      }
      """
    #expect(paths("flip", of: "Lamp", in: source) == ["on [] -> on", "off [] -> on"])
  }

  @Test("a capture list keeps what there was when the closure was made")
  func captures() {
    let source = """
      enum Lamp {
        case on, off
        mutating func flip() {
          var isOn = true
          let kept = { [isOn] in isOn }
          let seen = { isOn }
          isOn = false
          if kept() { self = seen() ? .off : .on }
        }
      }
      """
    #expect(paths("flip", of: "Lamp", in: source) == ["on [] -> on", "off [] -> on"])
  }

  @Test("a closure whose function is over does not see the variables of another call")
  func escaped() {
    let source = """
      enum Lamp {
        case on, off
        func keep(_ value: Bool) -> () -> Bool { return { value } }
        func call(_ other: Bool, _ body: () -> Bool) -> Bool { body() }
        mutating func flip() { if call(true, keep(false)) { self = .on } }
      }
      """
    #expect(
      paths("flip", of: "Lamp", in: source) == [
        "on [call(true, keep(false))] -> on", "on [!(call(true, keep(false)))] -> on",
        "off [call(true, keep(false))] -> on", "off [!(call(true, keep(false)))] -> off",
      ])
  }

  @Test("what is deferred is run once, and its writes show once")
  func deferred() {
    let source = """
      enum Job {
        case idle, busy, done
        func check() throws { if now() { throw Stop() } }
        mutating func run() throws {
          defer { if self == .busy { self = .done } else { preconditionFailure() } }
          self = .busy
          try check()
        }
      }
      struct Stop: Error {}
      """
    #expect(
      paths("run", of: "Job", in: source).filter { $0.hasPrefix("idle") } == [
        "idle [!(now())] -> done", "idle [now()] -> done, throws Stop()",
      ])
  }
}
