import OrreryExtraction
import OrreryModel
import Testing

@Suite("In which states something that is waited for may be over") struct MeetingTests {
  private func rows(
    after call: String, once: Bool = false, access: String = "private(set) "
  ) throws -> [String] {
    try machine(
      """
      final class Loader {
        enum State { case ready, busy, failed, done, cancelled }
        \(access)var state: State = .ready
        func load() {
          \(once ? "guard state == .ready else { return }" : "")
          state = .busy
          \(call) { [weak self] error in
            guard let self, self.state != .cancelled else { return }
            if error != nil { self.state = .failed } else { self.state = .done }
          }
        }
        func cancel() { state = .cancelled }
      }
      """
    ).transitions.filter { $0.event.name.contains("#") }.map(describe)
  }

  private func starts(_ rows: [String]) -> Set<Substring> {
    Set(rows.compactMap { $0.split(separator: " ").first })
  }

  @Test("a completion that asks is met where it was left, and where other events lead meanwhile")
  func completion() throws {
    #expect(
      try rows(after: "session.dataTask(with: url)", once: true) == [
        "busy load#session.dataTask[error != nil] failed",
        "busy load#session.dataTask[!(error != nil)] done",
        "cancelled load#session.dataTask ignored",
      ])
  }

  @Test("where the handler may start anew meanwhile, another completion may have come before")
  func overlapping() throws {
    let rows = try rows(after: "session.dataTask(with: url)")
    #expect(starts(rows) == ["busy", "failed", "done", "cancelled"])
  }

  @Test("what others may assign, they may assign meanwhile")
  func open() throws {
    let rows = try rows(after: "session.dataTask(with: url)", once: true, access: "")
    #expect(starts(rows) == ["ready", "busy", "failed", "done", "cancelled"])
  }

  @Test("a callback that may be called again is met where it has led itself, too")
  func callback() throws {
    #expect(
      try starts(rows(after: "session.listen", once: true)) == [
        "busy", "failed", "done", "cancelled",
      ])
  }

  @Test("an await that asks is met where other waits lead")
  func awaits() throws {
    let rows = try machine(
      """
      actor Loader {
        enum State { case ready, busy, stopping, done, stopped }
        private(set) var state: State = .ready
        func load() async {
          guard state == .ready else { return }
          state = .busy
          await api.load()
          if state == .busy { state = .done }
        }
        func stop() async {
          guard state == .busy else { return }
          state = .stopping
          await api.stop()
          state = .stopped
        }
      }
      """
    ).transitions.filter { $0.event.name.contains("load#") }.map(describe)
    #expect(
      rows == [
        "busy load#api.load done", "stopping load#api.load ignored",
        "stopped load#api.load ignored",
      ])
  }
}
