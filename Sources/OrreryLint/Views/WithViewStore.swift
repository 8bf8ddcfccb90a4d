import OrreryModel
import SwiftSyntax

/// A view that observes its store with `WithViewStore` although the state can be observed by itself.
enum WithViewStore: SourceRule {
  static let description = RuleDescription(
    "with-view-store", .views,
    "`WithViewStore` in a project whose states are observed by themselves.",
    why: """
      Since version 1.7 a view reads `store.count` and is drawn again when, and only when, what it \
      reads changes. `WithViewStore` draws its whole content again for each change of all that \
      `observe:` names, and it is deprecated: the next major version has it no more. The rule is \
      silent where the sources tell that the library is older, because nothing else is to be had \
      there.
      """,
    sources: [
      .smithTCA("Common Anti-Patterns to Avoid"), .smithTCA("View Validation"),
      .playbook("Modern Pattern (TCA 1.7+ with `@ObservableState`)"),
    ],
    wrong: [WithViewStoreExamples.guide, WithViewStoreExamples.list],
    right: [
      WithViewStoreExamples.direct, WithViewStoreExamples.legacy, WithViewStoreExamples.generic,
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.hasLibrary(LibraryVersion(1, 7)), let evidence = subject.library else {
      return []
    }
    let name = "WithViewStore"
    return subject.files(naming: [name]).flatMap { file in
      file.tree.calls(of: [name]).compactMap { call -> Finding? in
        let view = subject.storeView(around: call)
        guard !call.isInDeprecated, !(view?.isGeneric ?? false) else { return nil }
        return finding(
          at: file.location(of: call), machine: view?.machine,
          "\(view.map { "`\($0.name)`" } ?? "the view") observes its store with `\(name)`, which "
            + "is deprecated since 1.7 (\(evidence.text))",
          remedy: "mark the state with `@ObservableState`, hold the store as "
            + "`@Bindable var store`, and read `store.…` directly")
      }
    }
  }
}

private enum WithViewStoreExamples {
  private static let feature = """
    @Reducer
    struct CounterFeature {
      @ObservableState
      struct State: Equatable {
        var count = 0
      }
      enum Action {
        case incrementTapped
      }
    }
    """

  static let guide = RuleExample(
    "The state is observable, and the view does not make use of it.",
    feature + """

      struct CounterView: View {
        let store: StoreOf<CounterFeature>
        var body: some View {
          WithViewStore(store, observe: { $0 }) { viewStore in  // wrong
            Text("Count: \\(viewStore.count)")
            Button("Increment") { viewStore.send(.incrementTapped) }
          }
        }
      }
      """)

  static let list = RuleExample(
    "One view of the project has been moved to observation, another has not.",
    feature + """

      struct CounterView: View {
        @Bindable var store: StoreOf<CounterFeature>
        var body: some View {
          Text("Count: \\(store.count)")
        }
      }
      struct HistoryView: View {
        let store: StoreOf<HistoryFeature>
        var body: some View {
          WithViewStore(store, observe: \\.days) { days in  // wrong
            List(days.state) { day in Text(day.title) }
          }
        }
      }
      """)

  static let direct = RuleExample(
    "The view reads the store.",
    feature + """

      struct CounterView: View {
        @Bindable var store: StoreOf<CounterFeature>
        var body: some View {
          Text("Count: \\(store.count)")
          Button("Increment") { store.send(.incrementTapped) }
        }
      }
      """)

  static let generic = RuleExample(
    "A view for any state cannot ask that the state is observable.",
    feature + """

      struct Loading<State: Equatable, Action>: View {
        let store: Store<State?, Action>
        var body: some View {
          WithViewStore(store, observe: { $0 == nil }) { viewStore in
            ProgressView().opacity(viewStore.state ? 1 : 0)
          }
        }
      }
      """)

  static let legacy = RuleExample(
    "Nothing tells that the library has anything newer.",
    """
    struct CounterFeature: Reducer {
      struct State: Equatable {
        var count = 0
      }
      enum Action {
        case incrementTapped
      }
      var body: some ReducerOf<Self> {
        Reduce { state, _ in
          state.count += 1
          return .none
        }
      }
    }
    struct CounterView: View {
      let store: StoreOf<CounterFeature>
      var body: some View {
        WithViewStore(store, observe: { $0 }) { viewStore in
          Text("Count: \\(viewStore.count)")
        }
      }
    }
    """)
}
