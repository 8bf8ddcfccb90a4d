import OrreryModel
import Testing

@Suite("Closures that cannot outlive the call") struct LentClosureTests {
  private func rows(_ members: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      \(more)
      final class Door {
        enum State { case open, shut }
        func reset() { state = .open }
        private var state: State = .open
        private let lock = NSLock()
      \(members)
      }
      """
    ).sure.filter { $0.event.name != "reset" }.map(describe)
  }

  private let shut = ["open push shut", "shut push ignored"]

  @Test("one's own wrapper of a lock runs its code in place, however long it is")
  func ownWrapper() throws {
    let push = "func push() { locked { self.state = .shut } }\n"
    #expect(
      try rows(
        push + "private func locked(_ body: () -> Void) { lock.lock(); body(); lock.unlock() }")
        == shut)
    #expect(
      try rows(
        push
          + """
            private func locked<T>(_ body: () throws -> T) rethrows -> T {
              lock.lock()
              defer { lock.unlock() }
              return try body()
            }
          """) == shut)
  }

  @Test("so does one that is declared elsewhere, unless its code escapes")
  func otherWrapper() throws {
    let push = "func push() { lock.around { self.state = .shut } }"
    let signature = "extension NSLocking { func around(_ body: () -> Void) {} }"
    #expect(try rows(push, signature) == shut)
    let escaping = "extension NSLocking { func around(_ body: @escaping () -> Void) {} }"
    #expect(
      try rows(push, escaping) == [
        "open push open", "shut push shut",
        "open push#lock.around shut", "shut push#lock.around ignored",
      ])
  }

  @Test("a closure of a class that names the state without `self` cannot be kept")
  func impliedSelf() throws {
    #expect(try rows("func push() { lock.around { state = .shut } }") == shut)
    let later = [
      "open push open", "shut push shut",
      "open push#lock.around shut", "shut push#lock.around ignored",
    ]
    #expect(try rows("func push() { lock.around { self.state = .shut } }") == later)
    #expect(try rows("func push() { lock.around { [self] in state = .shut } }") == later)
  }

  @Test("one that only seems to name the state, or says `self` as well, can be")
  func seemingSelf() throws {
    let (own, other) = ("self.state = .shut", "open push#lock.around shut")
    for seeming in [
      "self.log(parts.map(\\.state))", "let state = $0.state; log(state)",
      "parts.forEach { state in log(state) }", "self.log(state)",
    ] {
      #expect(try rows("func push() { lock.around { \(seeming); \(own) } }").contains(other))
    }
  }

  @Test("a function of the same name that takes other labels, or stands elsewhere, says nothing")
  func strangers() throws {
    let push = "func push() { clock.around { self.state = .shut } }"
    let later = [
      "open push open", "shut push shut",
      "open push#clock.around shut", "shut push#clock.around ignored",
    ]
    #expect(try rows(push, "enum Util { static func around(_ work: () -> Void) {} }") == later)
    #expect(try rows(push, "func around(_ work: () -> Void) {}") == later)
    #expect(
      try rows(push, "extension NSLocking { func around(_ name: String, _ work: () -> Void) {} }")
        == later)
  }

  @Test(
    "where a function that waits may end before it has run its code, that is an event of its own")
  func open() throws {
    let push = """
        func push() async {
          do {
            try await bolt.turn { state = .shut }
          } catch {
            state = .open
          }
        }
        let bolt = Bolt()
      """
    func bolt(_ body: String) -> String {
      "final class Bolt { func turn(onTurn: () -> Void) async throws { \(body) } }"
    }
    let later = ["open push#bolt.turn.onTurn shut", "shut push#bolt.turn.onTurn ignored"]
    for body in [
      "try motor.run(); onTurn()", "if motor.isOn { onTurn() }",
      "guard motor.isOn else { return }; onTurn()", "motor.each { onTurn() }",
    ] {
      #expect(
        try rows(push, bolt(body)) == [
          "open push/bolt.turn open", "shut push/bolt.turn shut",
          "open push#bolt.turn.failure ignored", "shut push#bolt.turn.failure open",
        ] + later, "\(body)")
    }
    for body in ["log(); onTurn(); try motor.run()", "await motor.rest(); onTurn()"] {
      #expect(
        try rows(push, bolt(body)) == [
          "open push/bolt.turn shut", "shut push/bolt.turn shut",
          "shut push#bolt.turn.failure open",
        ], "\(body)")
    }
  }

  @Test("a closure that a helper is lent and runs in some states alone is not kept for later")
  func lentInSomeStates() throws {
    try expectTransitions(
      """
      final class Job {
        enum State { case idle, running, ended }
        private var state = State.idle
        private func when(_ wanted: State, _ work: () -> Void) { if state == wanted { work() } }
        func start() { when(.idle) { state = .running } }
        func stop() { when(.running) { state = .ended } }
      }
      """,
      [
        "idle start running", "running start ignored", "ended start ignored",
        "idle stop ignored", "running stop ended", "ended stop ignored",
      ])
  }
}
