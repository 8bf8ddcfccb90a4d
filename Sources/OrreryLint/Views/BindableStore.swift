import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view that holds its store without `@Bindable`.
enum BindableStore: SourceRule {
  static let description = RuleDescription(
    "bindable-store", .views, "A view whose store is not `@Bindable var store`.",
    why: """
      One way of holding a store in all views is easier to read, and a binding can be added without \
      another change. It is a matter of taste: a view that binds nothing needs no `@Bindable`, and \
      the documents that teach these rules show both. So the rule runs only where it is asked for.
      """,
    isOptIn: true,
    sources: [
      .smithTCA("Modern TCA 1.23.0+ Rules"), .smithTCA("View Template"),
      .smithTCA("View Validation"),
    ],
    wrong: [
      RuleExample(
        "A plain store.",
        """
        struct CounterView: View {
          let store: StoreOf<CounterFeature>  // wrong
          var body: some View { Text("Count: \\(store.count)") }
        }
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action {}
        }
        """)
    ],
    right: [
      RuleExample(
        "The store can be bound to.",
        """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View { Text("Count: \\(store.count)") }
        }
        struct MeterView: View {
          @Perception.Bindable var store: StoreOf<CounterFeature>
          var body: some View { Text("Count: \\(store.count)") }
        }
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State { var count = 0 }
          enum Action {}
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    guard subject.usesObservableState else { return [] }
    return subject.storeViews.filter(\.isSwiftUI).flatMap { view in
      view.stores.filter {
        !$0.isViewStore && $0.attributes.isEmpty && $0.property.initializer == nil
      }
      .map { store in
        finding(
          at: view.file.location(of: store.property.declaration), machine: view.machine,
          "`\(view.name)` holds its store in `\(store.property.name)` without `@Bindable`",
          remedy: "write `@Bindable var \(store.property.name)`")
      }
    }
  }
}
