import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A view that holds a store by a property wrapper that does not observe it.
enum UnobservedStore: SourceRule {
  static let description = RuleDescription(
    "unobserved-store", .views,
    "A store in `@ObservedObject`, `@StateObject` or `@EnvironmentObject`, or in `@State` although "
      + "it comes from outside.",
    why: """
      A store does not tell of its changes as an `ObservableObject` does, so that the view is drawn \
      once and never again. `@State` keeps the first store that it is given: when the parent hands \
      over another one, the view goes on with the old one. A plain `let store` is observed where \
      `body` reads it; `@Bindable` is needed for bindings.
      """,
    sources: [
      .smithTCA("Modern TCA 1.23.0+ Rules"),
      .smithTCA("Pattern 1: State Observation with @Bindable"),
      .smithTCA("View Validation"),
    ],
    wrong: [
      RuleExample(
        "The wrappers of view models.",
        """
        struct CounterView: View {
          @ObservedObject var store: StoreOf<CounterFeature>  // wrong
          var body: some View { Text("\\(store.count)") }
        }
        struct HistoryView: View {
          @EnvironmentObject var store: StoreOf<HistoryFeature>  // wrong
          var body: some View { Text("\\(store.days.count)") }
        }
        """),
      RuleExample(
        "The parent hands over a store, and the view keeps the first.",
        """
        struct RowView: View {
          @State var store: StoreOf<Row>  // wrong
          var body: some View { Text(store.title) }
        }
        """),
    ],
    right: [
      RuleExample(
        "A store that is bound, one that is read, and one that the view makes itself.",
        """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View { TextField("Name", text: $store.name) }
        }
        struct RowView: View {
          let store: StoreOf<Row>
          var body: some View { Text(store.title) }
        }
        struct RootView: View {
          @State private var store = Store(initialState: Root.State()) { Root() }
          var body: some View { Text(store.title) }
        }
        struct DemoView: View {
          @State var store: StoreOf<Demo>
          init(name: String) {
            store = Store(initialState: Demo.State(name: name)) { Demo() }
          }
          var body: some View { Text(store.title) }
        }
        """),
      RuleExample(
        "A store of the project's own, which is an `ObservableObject`.",
        """
        final class Store<State, Action>: ObservableObject {
          @Published private(set) var state: State
          init(state: State) { self.state = state }
        }
        struct CounterView: View {
          @ObservedObject var store: Store<Int, Never>
          var body: some View { Text("\\(store.state)") }
        }
        """),
    ])

  private static let objects: Set = ["ObservedObject", "StateObject", "EnvironmentObject"]

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter { $0.isSwiftUI && $0.isOfLibrary(in: subject) }.flatMap { view in
      view.stores.filter { !$0.isViewStore }.compactMap { store in
        guard let wrapper = store.attributes.first(where: { isWrong($0, store, view) }) else {
          return nil
        }
        let verb =
          wrapper == "State" ? "keeps the first store that it is given in" : "holds its store in"
        return finding(
          at: view.file.location(of: store.property.declaration), machine: view.machine,
          "`\(view.name)` \(verb) `@\(wrapper) var \(store.property.name)`",
          remedy: "write `let \(store.property.name)`, or `@Bindable var` where it is bound to")
      }
    }
  }

  private static func isWrong(
    _ wrapper: String, _ store: StoreView.Store, _ view: StoreView
  ) -> Bool {
    if objects.contains(wrapper) { return true }
    return wrapper == "State" && store.property.initializer == nil && !view.makesStoreItself
  }
}

extension StoreView {
  /// Whether its store is that of the library: none of another library, and none of the project's own.
  func isOfLibrary(in subject: LintSubject) -> Bool {
    if subject.declaresStore { return false }
    let imports = file.tree.statements.filter { $0.item.is(ImportDeclSyntax.self) }
    return subject.library != nil || imports.isEmpty
      || file.words.contains(Word("ComposableArchitecture"))
  }

  /// Whether an initializer of its own makes a store.
  fileprivate var makesStoreItself: Bool {
    nodes(InitializerDeclSyntax.self).contains { initializer, _ in
      initializer.calls(of: ["Store", "StoreOf"]).contains(where: \.makesStore)
    }
  }
}
