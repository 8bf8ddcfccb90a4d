import OrreryModel
import Testing

@Suite("A write that is spared where the value is there already") struct SkippedWriteTests {
  private func moves(_ setter: String) throws -> Set<String> {
    let found = try machine(
      """
      actor Client {
        enum State: Equatable { case idle, connecting, open, closed, failed }
        private(set) var state: State = .idle
        func connect() async {
          set(.connecting)
          do {
            try await api.dial()
            set(.open)
          } catch {
            set(.failed)
          }
        }
        func close() { set(.closed) }
        private func set(_ next: State) {
          \(setter)
        }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("connect#") && $0.kind == .move }
    return Set(
      found.map {
        "\($0.from) \($0.to ?? "?")" + ($0.certainty == .exact ? "" : " (late)")
      })
  }

  @Test(
    "asks no more of the state than one that is always made",
    arguments: [
      "state = next", "guard state != next else { return }; state = next",
      "guard self.state != next else { return }; log(next); self.state = next",
      "guard next != state else { return }; state = next", "if state != next { state = next }",
    ])
  func setters(_ setter: String) throws {
    #expect(
      try moves(setter) == [
        "connecting open", "connecting failed", "open failed (late)",
        "closed open (late)", "closed failed (late)", "failed open (late)",
      ])
  }

  @Test(
    "but a condition that turns away others does",
    arguments: [
      "guard state != .closed else { return }; state = next",
      "guard state != next else { log(); return }; state = next",
      "if state != next { state = next } else { log() }",
    ])
  func others(_ setter: String) throws {
    let moves = try moves(setter)
    #expect(moves.isSuperset(of: ["connecting open", "connecting failed", "open failed"]))
    #expect(!moves.contains { $0.hasSuffix("(late)") })
  }

  @Test("also where a subject holds the value")
  func subjects() throws {
    let found = try machine(
      """
      actor Client {
        enum State: Equatable { case idle, connecting, open, closed }
        private let subject = CurrentValueSubject<State, Never>(.idle)
        func connect() async {
          set(.connecting)
          await api.dial()
          set(.open)
        }
        func close() { set(.closed) }
        private func set(_ next: State) {
          guard subject.value != next else { return }
          subject.send(next)
        }
      }
      """
    ).transitions.filter { $0.event.name == "connect#api.dial" && $0.kind == .move }
    #expect(
      found.map(describeWithCertainty) == [
        "connecting connect#api.dial open", "closed connect#api.dial open (late)",
      ])
  }
}
