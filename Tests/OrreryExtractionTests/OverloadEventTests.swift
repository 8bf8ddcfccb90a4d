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
}
