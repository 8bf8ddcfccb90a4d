import OrreryExtraction
import OrreryModel
import Testing

@Suite("What is called while a handler waits for a call that was handed it")
struct ReportedProgressTests {
  @Test("may come again, and the wait may end in the states that it leads to")
  func progress() throws {
    let found = try machine(
      """
      @MainActor final class Downloader {
        enum Job { case idle, running(Double), done, failed }
        private(set) var job: Job = .idle
        private let hub = Hub()
        func start() async {
          job = .idle
          do {
            try await hub.fetch("model") { part in
              Task { @MainActor in self.job = .running(part) }
            }
            job = .done
          } catch { job = .failed }
        }
      }
      """)
    let later = found.sure.filter { $0.event.origin == .internal }
    #expect(
      Set(later.map(describe)) == [
        "idle start#hub.fetch running", "running start#hub.fetch running",
        "idle start#hub.fetch.success done", "running start#hub.fetch.success done",
        "idle start#hub.fetch.failure failed", "running start#hub.fetch.failure failed",
      ])
  }
}
