import OrreryModel
import Testing

@Suite("The actor style") struct ActorStyleTests {
  @Test("event methods, the private methods that they start, and what follows an await")
  func model() throws {
    let model = try machine(
      """
      enum LoadState: StateProtocol {
        case idle, loading, loaded(Int), failed
        var isStable: Bool { switch self { case .loading: false; default: true } }
      }
      final actor Loader: StateMachineProtocol {
        typealias State = LoadState
        nonisolated let subject: ConcurrentValueSubject<LoadState, Never>
        init() { self.subject = ConcurrentValueSubject(.idle) }
        nonisolated func load() {
          Task { await self.loadInternal() }
        }
        private func loadInternal() async {
          await subject.change { previous in
            guard case .idle = previous else { return previous }
            return .loading
          }
          do {
            let value = try await api.fetch()
            await subject.send(.loaded(value))
          } catch {
            await subject.send(.failed)
          }
        }
      }
      """)
    #expect(model.style == .actor)
    #expect(model.initial == "idle")
    #expect(model.states.filter { !$0.isStable }.map(\.name) == ["loading"])
    let rows = model.transitions.filter { $0.from == "idle" || $0.from == "loading" }.map(describe)
    #expect(
      rows == [
        "idle load/api.fetch loading", "loading load/api.fetch loading",
        "loading load#api.fetch.success loaded", "loading load#api.fetch.failure failed",
      ])
  }
}
