import Orrery
import OrreryTrace
import Testing

/// The recipe of `Recording.md` for reducers that know nothing of recording.
@Suite("A reducer of another make, recorded from outside") struct RecipeTests {
  private struct Recorded<Base: Reducer>: Reducer {
    typealias Body = Never

    let base: Base
    let trace: TraceInstance
    let state: @Sendable (Base.State) -> String
    let event: @Sendable (Base.Action) -> String

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      let step = trace.step(from: self.state(state))
      let effect = base.reduce(into: &state, action: action)
      step?.record(event: event(action), to: self.state(state))
      return effect
    }
  }

  private struct Search: Reducer {
    typealias Body = Never

    struct State: Equatable { var isLoading = false }
    enum Action {
      case queryChanged(String)
      case response
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .queryChanged:
        state.isLoading = true
        return .send(.response)
      case .response:
        state.isLoading = false
        return .none
      }
    }
  }

  @Test("tells its events and states by the names of its declaration")
  func search() {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink)
    let store = Store(initialState: Search.State(), recorder: TraceRecorder()) {
      Recorded(
        base: Search(),
        trace: TraceInstance(
          machine: "App.Search", style: "composable", state: "isLoading=false",
          recorder: recorder),
        state: { Naming.state(properties: [("isLoading", "\($0.isLoading)")]) },
        event: { action in
          switch action {
          case .queryChanged: "queryChanged"
          case .response: "response"
          }
        })
    }
    store.send(.queryChanged("ada"))
    let steps = sink.records.compactMap { record -> String? in
      if case .step(let step) = record { "\(step.event) \(step.from) > \(step.to)" } else { nil }
    }
    #expect(
      steps == [
        "queryChanged isLoading=false > isLoading=true",
        "response isLoading=true > isLoading=false",
      ])
  }
}
