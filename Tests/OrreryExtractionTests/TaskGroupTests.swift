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
      "api.list().map(\\.id)",
    ])
  func chain(_ wait: String) throws {
    #expect(
      try moves(wait) == [
        "idle load/api.list loading", "loading load#api.list.success loaded",
        "loading load#api.list.failure failed",
      ])
  }

  @Test("two such chains are told apart by what their first calls are given")
  func chains() throws {
    let found = try moves(
      "api.list(\"a\").map(\\.id); phase = .loading; _ = try await api.list(\"b\").map(\\.id)")
    #expect(
      Set(found.filter { $0.contains("#") && $0.contains("success") }) == [
        "loading load#api.list(\"a\").success/api.list loading",
        "loading load#api.list(\"b\").success loaded",
      ], "\(found)")
  }

  @Test(
    "a call is named with what finds or makes its receiver",
    arguments: [
      ("Loader(url).load()", "Loader.load"), ("loaders[0].load()", "loaders[0].load"),
      ("base.table(\"users\").row(id).load()", "base.table.row.load"),
    ])
  func receiver(_ wait: String, _ name: String) throws {
    #expect(
      try moves(wait) == [
        "idle load/\(name) loading", "loading load#\(name).success loaded",
        "loading load#\(name).failure failed",
      ])
  }
}
