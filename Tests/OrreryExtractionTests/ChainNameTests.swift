import OrreryModel
import Testing

@Suite("Chains over several lines") struct ChainNameTests {
  @Test("have the names that they have on one line")
  func names() throws {
    let found = try machine(
      """
      enum Job { case idle, done, failed }
      @MainActor final class Downloader {
        private(set) var job: Job = .idle
        func start() async {
          do {
            try await Session.hub
              .files
              .snapshot("model")
            job = .done
          } catch {
            job = .failed
          }
        }
        func reset() {
          if context
            .isOver
          {
            job = context.isNew
              ? .idle
              : .failed
          }
        }
      }
      """)
    #expect(
      found.events.map(\.name) == [
        "start", "reset", "start#Session.hub.files.snapshot.success",
        "start#Session.hub.files.snapshot.failure",
      ])
    #expect(
      Set(found.transitions.compactMap(\.guard)) == [
        "context.isOver && context.isNew", "context.isOver && !(context.isNew)",
        "!(context.isOver)",
      ])
  }
}
