import OrreryExtraction
import OrreryModel
import Testing

@Suite("Reducers of a state that no file declares") struct StrangeReducerTests {
  private func notes(_ source: String) -> [String] {
    let found = extract(source)
    #expect(found.machines.isEmpty)
    return found.diagnostics.filter { $0.id == "no-machine" }.map(\.message)
  }

  @Test("are told")
  func told() {
    let notes = notes(
      """
      extension Store.Namespace {
        final class DefaultReducer: Reducer<Store.Namespace> {
          override func reduce(state: State, action: Action) async throws -> State {
            var updated = state
            switch action {
            case let .setMuted(value): updated.isMuted = value
            case .callKit: break
            }
            return updated
          }
        }
      }
      """)
    #expect(
      notes == [
        "'Store.Namespace.DefaultReducer.reduce' looks like a reducer and is no machine: its state, "
          + "'State', is not declared among the files"
      ])
  }

  @Test("are no matter where nothing is asked of an event")
  func plain() {
    #expect(notes("func reduce(state: AppState, size: Int) -> AppState { state.at(size) }").isEmpty)
  }
}
