import Testing

/// Pipelines that assign what they publish: `.assign(to: &$state)`.
@Suite("A publisher that is assigned to the state")
struct AssignedPublisherTests {
  @Test(
    "is told as a change that no transition makes, and never left out",
    arguments: ["to: &$state", "to: \\.state, on: self"])
  func told(target: String) throws {
    let found = extract(
      """
      enum Status { case idle, loading, loaded([Int]), failed }
      final class Model {
        @Published private(set) var state: Status = .idle
        func load() {
          state = .loading
          api.items().map(Status.loaded).catch { _ in Just(Status.failed) }.assign(\(target))
        }
      }
      """)
    try #require(found.machines.count == 1)
    let messages = found.diagnostics.map(\.message).filter { $0.contains("in no transition") }
    #expect(messages.count == 1)
  }
}
