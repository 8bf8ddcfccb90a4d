// The snippets of “TCA Playbook (Swift + SwiftUI/UIKit)” that are called right.
extension GuideSnippet {
  static let playbookViews = [
    playbook(
      "Modern Pattern (TCA 1.7+ with `@ObservableState`)",
      counterFeature + """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>

          var body: some View {
            VStack {
              Text("Count: \\(store.count)")
              Button("+") { store.send(.incrementTapped) }
              Button("-") { store.send(.decrementTapped) }
              Button("Fact") { store.send(.factButtonTapped) }
              if store.isLoading { ProgressView() }
            }
            .alert($store.scope(state: \\.alert, action: \\.alert))
          }
        }
        """),
    playbook(
      "Legacy Pattern (TCA < 1.7 with `WithViewStore`)",
      """
      struct CounterView: View {
        let store: StoreOf<CounterFeature>

        var body: some View {
          WithViewStore(store, observe: { $0 }) { viewStore in
            VStack {
              Text("Count: \\(viewStore.count)")
              Button("+") { viewStore.send(.incrementTapped) }
              Button("-") { viewStore.send(.decrementTapped) }
              Button("Fact") { viewStore.send(.factButtonTapped) }
              if viewStore.isLoading { ProgressView() }
            }
            .alert(store: store.scope(state: \\.alert, action: \\.alert))
          }
        }
      }
      """),
    playbook(
      "Concrete UIKit pattern",
      counterFeature + """
        import Combine
        import UIKit

        @MainActor
        final class CounterViewController: UIViewController {
          private let viewStore: ViewStoreOf<CounterFeature>
          private var cancellables = Set<AnyCancellable>()

          init(store: StoreOf<CounterFeature>) {
            self.viewStore = ViewStore(store, observe: { $0 })
            super.init(nibName: nil, bundle: nil)
          }

          required init?(coder: NSCoder) { return nil }

          override func viewDidLoad() {
            super.viewDidLoad()

            viewStore.publisher
              .sink { [weak self] state in
                self?.render(state)
              }
              .store(in: &cancellables)
          }

          @objc private func incrementTapped() {
            viewStore.send(.incrementTapped)
          }

          private func render(_ state: CounterFeature.State) {
            title = "Count: \\(state.count)"
          }
        }
        """),
  ]
}
