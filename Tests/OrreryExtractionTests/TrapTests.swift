import OrreryModel
import Testing

@Suite("Calls that never return") struct TrapTests {
  private func rows(_ body: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      final class Receiver {
        enum State { case idle, head }
        private var state: State = .idle
        func didHead() {
      \(body)
          state = .head
        }
        private func unexpected(line: UInt = #line) -> Never { Log.fail("state").stop(line: line) }
      }
      \(more)
      """
    ).transitions.map(describe)
  }

  private let trapped = ["idle didHead head", "head didHead trap"]

  @Test("one's own function of type `Never` ends the way")
  func ownFunction() throws {
    #expect(try rows("guard state == .idle else { unexpected() }") == trapped)
    #expect(try rows("if state != .idle { unexpected() }") == trapped)
    #expect(try rows("switch state { case .idle: break; case .head: unexpected() }") == trapped)
  }

  @Test("a global function and a method of something else do as well")
  func others() throws {
    let stop = "func stop() -> Never { Process.end() }"
    #expect(try rows("if state != .idle { stop() }", stop) == trapped)
    let log = "struct Log { func fail() -> Never { end() } }"
    #expect(try rows("if state != .idle { Log(\"x\").fail() }", log) == trapped)
  }

  @Test("a name that some function returns under does not")
  func returning() throws {
    let log = "struct Log { func fail() -> Never { end() } }\nstruct Audio { func fail() {} }"
    #expect(
      try rows("if state != .idle { audio.fail() }", log) == [
        "idle didHead head", "head didHead ignored",
      ])
  }

  @Test("the `else` of a guard ends in a call that never returns, wherever that is declared")
  func guards() throws {
    #expect(try rows("guard state == .idle else { Foundation.exit(1) }") == trapped)
  }
}
