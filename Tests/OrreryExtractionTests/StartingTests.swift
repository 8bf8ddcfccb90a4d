import OrreryModel
import Testing

@Suite("What starts something that changes the state later") struct StartingTests {
  private func rows(_ members: String, from start: String = "idle") throws -> [String] {
    try machine(
      """
      final class Search {
        enum State { case idle, busy, done }
        private(set) var state = State.idle
        let api = API()
        func begin() { if state == .idle { state = .busy } }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name != "begin" && $0.from == start }.map(describe)
  }

  @Test(
    "stays in its state, be it only a pause",
    arguments: [
      "try await Task.sleep(for: .seconds(1))", "try await clock.sleep(for: .seconds(1))",
      "try await Task.sleep(nanoseconds: 250)",
    ])
  func pause(_ wait: String) throws {
    let name = wait.contains("clock") ? "clock.sleep" : "Task.sleep"
    let found = try rows(
      """
      func search(_ text: String) async throws {
        guard !text.isEmpty else { return }
        \(wait)
        state = .done
      }
      """)
    #expect(
      found == [
        "idle search[text.isEmpty] ignored", "idle search[!text.isEmpty]/\(name) idle",
        "idle search#\(name).success done",
      ])
  }

  @Test("stays though another wait comes first")
  func chain() throws {
    let found = try rows(
      """
      func search() async {
        await clock.sleep(for: .seconds(1))
        await timer.sleep(for: .seconds(1))
        state = .done
      }
      """)
    #expect(
      found == [
        "idle search/clock.sleep idle", "idle search#clock.sleep/timer.sleep idle",
        "idle search#timer.sleep done",
      ])
  }

  @Test(
    "stays where others call it back",
    arguments: [
      ("DispatchQueue.main.asyncAfter(deadline: .now() + 1)", "DispatchQueue.main.asyncAfter"),
      ("Timer.scheduledTimer(withTimeInterval: 1, repeats: true)", "Timer.scheduledTimer"),
    ])
  func closure(_ call: String, name: String) throws {
    let found = try rows("func search() { \(call) { _ in self.state = .done } }")
    #expect(found == ["idle search/\(name) idle", "idle search#\(name) done"])
  }

  @Test("stays where all that it does is to go on, be it in a loop")
  func loop() throws {
    let found = try rows(
      """
      func search() async {
        state = .busy
        while isOn {
          await clock.sleep(for: .seconds(1))
          await timer.sleep(for: .seconds(1))
          if isLate { state = .done }
        }
      }
      """, from: "busy")
    #expect(found.contains("busy search#clock.sleep/timer.sleep busy"))
    #expect(found.contains("busy search#timer.sleep[isLate && !(isOn)] done"))
  }

  @Test("asks for time to pass, though nothing comes of it")
  func nothing() throws {
    #expect(
      try rows(
        "func search() async { guard state == .idle else { return }; await clock.sleep(for: 1); log() }"
      ) == ["idle search/clock.sleep idle"])
    #expect(
      try rows(
        """
        func search() async {
          while isOn { await clock.sleep(for: .seconds(1)); if isLate { state = .done } }
        }
        """
      ).contains("idle search#clock.sleep[!(isLate) && isOn]/clock.sleep idle"))
  }

  @Test("a loop that hands on a new payload has the row where it does not run")
  func payloads() throws {
    let found = try machine(
      """
      struct Feed {
        enum Mode { case none, some(Int) }
        private(set) var mode: Mode = .none
        mutating func take(_ values: [Int]) { for value in values { mode = .some(value) } }
        mutating func clear() { mode = .none }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "some" && $0.to == "some" }.map(\.kind).sorted {
        "\($0)" < "\($1)"
      }
        == [.ignore, .stay])
  }

  @Test("starts the next round where nothing changes in one")
  func idleRound() throws {
    let found = try rows(
      """
      func search() {
        guard state == .idle else { return }
        state = .busy
        task = Task { [weak self] in
          while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            guard let self else { break }
            await self.api.tick()
          }
        }
      }
      """, from: "busy")
    #expect(
      found == [
        "busy search ignored", "busy search#Task.sleep/self.api.tick busy",
        "busy search#api.tick[Task.isCancelled] ignored",
        "busy search#api.tick[!Task.isCancelled]/Task.sleep busy",
      ])
  }
}
