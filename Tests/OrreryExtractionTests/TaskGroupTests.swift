import OrreryExtraction
import OrreryModel
import Testing

@Suite("Waits for task groups and chains of calls") struct TaskGroupTests {
  private func moves(_ wait: String) throws -> [String] {
    try machine(
      """
      final class Model {
        enum State { case idle, loading, loaded, failed }
        private(set) var state = State.idle
        func load() async {
          guard state == .idle else { return }
          state = .loading
          do {
            let all = try await \(wait)
            state = .loaded
          } catch {
            state = .failed
          }
        }
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
  }

  @Test("a group that leaves the state alone is one wait")
  func group() throws {
    let rows = try moves(
      """
      withThrowingTaskGroup(of: Item.self) { group in
              for id in ids { group.addTask { try await self.provider.detail(id) } }
              var items: [Item] = []
              for try await item in group { items.append(item) }
              return items
            }
      """)
    #expect(
      rows == [
        "idle load/withThrowingTaskGroup loading",
        "loading load#withThrowingTaskGroup.success loaded",
        "loading load#withThrowingTaskGroup.failure failed",
      ])
  }

  @Test(
    "a chain is named after the call that it begins with",
    arguments: [
      "api.list().map { $0.id }", "api.list(where: { $0.isNew }).sorted { $0 < $1 }.first",
    ])
  func chain(_ wait: String) throws {
    #expect(
      try moves(wait) == [
        "idle load/api.list loading", "loading load#api.list.success loaded",
        "loading load#api.list.failure failed",
      ])
  }

  @Test("what makes the receiver, or picks it, is no call of the chain")
  func receiver() throws {
    #expect(try moves("Loader(url).load()").contains("idle load/Loader(url).load loading"))
    #expect(try moves("loaders[0].load()").contains("idle load/loaders[0].load loading"))
  }
}
