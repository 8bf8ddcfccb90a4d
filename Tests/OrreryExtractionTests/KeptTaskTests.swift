import OrreryModel
import Testing

@Suite("Tasks that are kept to be cancelled") struct KeptTaskTests {
  @Test(
    "do what they do where nobody keeps them",
    arguments: [
      "Task { [weak self, api] in", "Task<Void, Never> { [weak self, api] in",
      "Task.detached { @MainActor [weak self, api] in",
    ],
    ["}.store(in: &tasks)", "}.store(in: bag)", "}.eraseToAnyCancellable().store(in: &tasks)"])
  func stored(_ start: String, _ end: String) throws {
    try expectTransitions(
      """
      @MainActor final class Chain {
        enum State { case idle, busy, done }
        private var tasks = Set<AnyCancellable>()
        private(set) var state: State = .idle
        func begin() {
          guard state == .idle else { return }
          state = .busy
          load()
        }
        private func load() {
          \(start)
            _ = await api.load()
            self?.state = .done
          \(end)
        }
      }
      """,
      [
        "idle begin/api.load busy", "busy begin ignored", "done begin ignored",
        "busy begin#api.load done",
      ])
  }
}
