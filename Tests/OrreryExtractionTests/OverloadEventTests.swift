import OrreryModel
import Testing

@Suite("Overloads as events") struct OverloadEventTests {
  @Test(
    "a private namesake takes no event away, and is none itself",
    arguments: ["", "func lost() { reset() }", "func fail() { reset(to: .stuck) }"])
  func setter(_ member: String) throws {
    let found = try machine(
      """
      enum Mode { case off, on, stuck }
      final class Engine {
        private var mode: Mode = .off
        func start() { mode = .on }
        func reset() { reset(to: .off) }
        \(member)
        private func reset(to mode: Mode) { self.mode = mode }
      }
      """)
    let resets = found.transitions.filter { $0.event.name.hasPrefix("reset") }.map(describe)
    #expect(resets == ["off reset ignored", "on reset off", "stuck reset off"])
  }

  @Test("a method and a case that another method takes are two events, whatever they share")
  func cases() throws {
    try expectTransitions(
      """
      enum LineEvent { case hangUp, ring }
      final class Call {
        enum State { case idle, ringing, up }
        private var state: State = .idle
        func handle(_ event: LineEvent) {
          switch (state, event) {
          case (.idle, .ring): state = .ringing
          case (.ringing, .hangUp): state = .idle
          default: break
          }
        }
        func hangUp() { if state == .up { state = .idle } }
        func answer() { state = .up }
      }
      """,
      [
        "idle hangUp ignored", "idle ring ringing", "ringing hangUp idle", "ringing ring ignored",
        "up hangUp ignored", "up ring ignored", "idle hangUp() ignored", "ringing hangUp() ignored",
        "up hangUp() idle", "idle answer up", "ringing answer up", "up answer ignored",
      ])
  }

  @Test("methods that differ by what they take alone are told by that")
  func types() throws {
    try expectTransitions(
      """
      final class Queue {
        enum Source { case manual, list }
        private var source: Source?
        func add(_ video: Video) { source = .manual }
        func add(_ videos: [Video]) { source = .list }
        func clear() { source = nil }
      }
      """,
      [
        "manual add(_: Video) ignored", "list add(_: Video) manual", "nil add(_: Video) manual",
        "manual add(_: [Video]) list", "list add(_: [Video]) ignored", "nil add(_: [Video]) list",
        "manual clear nil", "list clear nil", "nil clear ignored",
      ])
  }
}
