import OrreryModel
import Testing

@Suite("What is handed to an operation queue") struct OperationQueueTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      import Foundation
      enum Mode { case idle, busy, stuck }
      final class Deck {
        private var mode: Mode = .idle
        private let queue = OperationQueue()
        private let playerQueue: PlayerQueue
        func begin() { mode = .busy }
      \(members)
        private func fetch() async {}
      }
      """
    ).transitions.filter { !$0.event.name.hasPrefix("begin") }.map(describe)
  }

  @Test(
    "is a part of the handler, also where it only calls a helper",
    arguments: [
      "queue.addOperation { self.fail(error) }",
      "queue.addOperation { [weak self] in self?.fail(error) }",
      "queue.addOperation { self.log(); self.fail(error) }",
      "queue.addBarrierBlock { self.fail(error) }",
      "OperationQueue.main.addOperation { self.fail(error) }",
    ])
  func helper(_ body: String) throws {
    let found = try rows(
      """
      func failed(_ error: any Error) { \(body) }
      func log() {}
      private func fail(_ error: any Error) {
        if error is CancellationError { return }
        mode = .stuck
      }
      """)
    #expect(
      found == [
        "idle failed[error is CancellationError] ignored",
        "idle failed[!(error is CancellationError)] stuck",
        "busy failed[error is CancellationError] ignored",
        "busy failed[!(error is CancellationError)] stuck",
        "stuck failed[error is CancellationError] ignored",
        "stuck failed[!(error is CancellationError)] ignored",
      ])
  }

  @Test(
    "may wait there",
    arguments: [
      "queue.addOperation { guard self.mode != .idle else { return }; Task { await self.fetch() } }"
    ])
  func waits(_ body: String) throws {
    #expect(
      try rows("func warm() { \(body) }").filter { !$0.contains("stuck") } == [
        "idle warm ignored", "busy warm/self.fetch busy",
      ])
  }

  @Test("runs behind what the handler still does")
  func order() throws {
    #expect(
      try rows(
        "func stop() { queue.addOperation { if self.mode == .busy { self.mode = .stuck } }; mode = .idle }"
      ) == ["idle stop ignored", "busy stop idle", "stuck stop idle"])
  }
}
