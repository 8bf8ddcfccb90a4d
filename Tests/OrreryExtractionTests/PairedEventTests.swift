import OrreryModel
import Testing

@Suite("Methods that switch over the state and a parameter") struct PairedEventTests {
  private func events(_ subject: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      struct Handshake {
        enum Frame { case welcome, refused }
        enum Phase { case waiting, running, ended }
        private var phase: Phase = .waiting
        private var last: Frame?
        mutating func take(_ frame: Frame) {
          last = frame
          switch \(subject) {
          case (.waiting, .welcome): phase = .running
          case (_, .refused): phase = .ended
          default: phase = .ended
          }
          \(more)
        }
        mutating func close() { phase = .ended }
      }
      """
    ).events.map(\.id.name)
  }

  @Test("have the cases for events, whatever their type is called")
  func cases() throws {
    #expect(try events("(phase, frame)") == ["welcome", "refused", "close"])
    #expect(try events("(self.phase, frame)") == ["welcome", "refused", "close"])
  }

  @Test("are events themselves where the parameter is the next state")
  func nextState() throws {
    let found = try machine(
      """
      struct Door {
        enum Phase { case open, shut, locked }
        private var phase: Phase = .open
        mutating func go(to next: Phase) {
          switch (phase, next) {
          case (.open, .shut), (.shut, .open), (.shut, .locked), (.locked, .shut): phase = next
          default: break
          }
        }
      }
      """)
    #expect(found.events.map(\.id.name) == ["go"])
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe).first
        == "open go[case .shut = next] shut")
  }

  @Test("are events themselves where something follows, or the pair is another one")
  func others() throws {
    #expect(try events("(phase, frame)", "last = nil") == ["take", "close"])
    #expect(try events("(phase, Frame.welcome)") == ["take", "close"])
  }
}
