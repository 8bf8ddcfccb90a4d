import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Tasks begin when their starter is over") struct StartedTaskTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      @MainActor final class Loader {
        enum State { case idle, starting, started, failed }
        private(set) var state = State.idle
        private var task: Task<Void, Never>?
        func start() {
          guard case .idle = state else { return }
          \(body)
        }
        private func fail() { state = .failed }
      }
      """
    ).transitions.filter { $0.from != "started" && $0.from != "failed" }.map(describe)
  }

  private static let body = """
    {
        guard key != nil else { fail(); return }
        await api.load()
        state = .started
      }
    """

  @Test(
    "what a task does at once comes behind what its starter still does",
    arguments: [
      "Task \(body); state = .starting", "task = Task \(body); state = .starting",
      "let job = Task \(body); state = .starting; print(job)",
      "Task.detached { @MainActor in guard key != nil else { self.fail(); return }\n"
        + "await api.load(); self.state = .started }; state = .starting",
    ])
  func behind(_ body: String) throws {
    let found = try rows(body)
    #expect(found.contains("idle start[!(key != nil)] failed"))
    #expect(found.contains("starting start#api.load started"))
    #expect(
      !found.contains { $0.hasPrefix("idle start[!(key != nil)]") && $0.hasSuffix("starting") })
  }

  @Test("it comes behind an early return too")
  func earlyReturn() throws {
    let found = try rows(
      """
      Task { state = .started }
      if isCold { state = .starting; return }
      state = .failed
      """)
    #expect(found.filter { $0.hasPrefix("idle start") } == ["idle start started"])
  }

  @Test("several begin in their order")
  func order() throws {
    let found = try rows(
      "Task { state = .started }; Task { state = .failed }; state = .starting")
    #expect(found.filter { $0.hasPrefix("idle start") } == ["idle start failed"])
  }

  @Test("where the starter waits itself, the task begins there")
  func waits() throws {
    let found = try machine(
      """
      actor Loader {
        enum State { case idle, starting, started }
        private var state = State.idle
        func start() async {
          guard state == .idle else { return }
          Task { state = .starting }
          await api.load()
          state = .started
        }
      }
      """
    ).transitions.map(describe)
    #expect(found.contains("idle start/api.load starting"))
  }

  @Test("behind the wait for a task the machine is in the states that this has left")
  func awaited() throws {
    let found = try machine(
      """
      actor Loader {
        enum State { case idle, starting, started, failed }
        private var state = State.idle
        func start() async {
          let job = Task {
            await api.load()
            state = .started
          }
          state = .starting
          await job.value
          await journal.flush()
          state = .failed
        }
      }
      """
    ).sure.map(describe)
    #expect(found.contains("started start#job.value/journal.flush started"))
    #expect(found.contains("started start#journal.flush failed"))
    #expect(!found.contains("failed start#api.load started"))
  }
}
