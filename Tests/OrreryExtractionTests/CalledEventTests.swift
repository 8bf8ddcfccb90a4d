import OrreryModel
import Testing

@Suite("An open method that another one calls") struct CalledEventTests {
  private func events(_ more: String) throws -> [String] {
    try machine(
      """
      final class Login {
        enum State { case editing, busy, done }
        private(set) var state = State.editing
        func submit() { if state == .editing { state = .busy } }
        func confirm() { if state == .busy { service.confirm(); state = .done } }
        func cancel() { task?.cancel(); state = .editing }
        func retry() { if state == .done { state = .editing; submit() } }
      }
      \(more)
      """
    ).events.map(\.id.name)
  }

  @Test("is an event, whether code is read that calls the type or not")
  func alone() throws {
    let all = ["submit", "confirm", "cancel", "retry"]
    #expect(try events("") == all)
    let view = "func use(_ login: Login) { login.confirm(); login.cancel(); login.retry() }"
    #expect(try events(view) == all)
  }

  @Test("is an event too where the state is asked for further down")
  func furtherDown() throws {
    let found = try machine(
      """
      @MainActor final class Mic {
        enum State { case idle, live }
        private(set) var state = State.idle
        func start() { state = .live }
        func toggle() async throws { try await setMuted(true) }
        func setMuted(_ on: Bool) async throws { try await setDevice(on) }
        func setDevice(_ on: Bool) async throws {
          guard state == .live else { throw Failure.idle }
          try await device.mute(on)
        }
      }
      """)
    #expect(found.events.map(\.id.name) == ["start", "toggle", "setMuted", "setDevice"])
    #expect(
      found.transitions.filter { $0.event.name == "toggle" }.map(describe) == [
        "idle toggle throws", "live toggle/device.mute live",
      ])
  }

  @Test("hands its closure out whoever calls it")
  func handsOut() throws {
    let found = try machine(
      """
      final class Player {
        enum State { case idle, playing }
        private(set) var state = State.idle
        func play() { state = .playing }
        func reset() { queue.dispatch { self.state = .idle } }
        func mediaWereReset() { reset() }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name != "play" }.map(describe) == [
        "idle reset/queue.dispatch idle", "playing reset/queue.dispatch playing",
        "idle reset#queue.dispatch ignored", "playing reset#queue.dispatch idle",
        "idle mediaWereReset/queue.dispatch idle",
        "playing mediaWereReset/queue.dispatch playing",
      ])
  }
}
