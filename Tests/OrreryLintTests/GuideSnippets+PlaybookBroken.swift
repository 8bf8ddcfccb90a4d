// What “TCA Playbook (Swift + SwiftUI/UIKit)” asks for, done otherwise.
extension GuideSnippet {
  static let playbookBroken = [
    playbook(
      "Navigation Pattern: a matching `.ifLet` for each presentation",
      """
      @Reducer
      struct Inbox {
        @ObservableState
        struct State: Equatable {
          @Presents var alert: AlertState<Action.Alert>?  // wrong: missing-child-reducer
        }
        enum Action {
          case deleteTapped
          case alert(PresentationAction<Alert>)
          enum Alert: Equatable {}
        }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .deleteTapped:
              state.alert = AlertState { TextState("Deleted") }
              return .none
            case .alert:
              return .none
            }
          }
        }
      }
      """),
    playbook(
      "View Integration: the view only sends actions",
      counterFeature.withoutImport + """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View {
            Button("Fact") {
              store.send(.incrementTapped)  // wrong: several-actions-sent
              store.send(.factButtonTapped)
            }
          }
        }
        """),
    playbook(
      "Navigation Pattern: decisions in reducers",
      counterFeature.withoutImport + """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View {
            Button("Step") {
              if store.isLoading {  // wrong: decision-in-view
                store.send(.decrementTapped)
              } else {
                store.send(.incrementTapped)
              }
            }
          }
        }
        """),
    playbook(
      "Testing with `TestStore`: deterministic assertions",
      counterFeature.withoutImport + """
        import XCTest

        final class CounterFeatureTests: XCTestCase {
          @MainActor
          func testIncrement() {
            let store = Store(initialState: CounterFeature.State()) {  // wrong: store-in-test
              CounterFeature()
            }
            store.send(.incrementTapped)
            XCTAssertEqual(store.count, 1)
          }
        }
        """),
  ]
}
