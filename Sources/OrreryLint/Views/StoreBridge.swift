import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// An observable object that stands between a store and its views.
enum StoreBridge: SourceRule {
  static let description = RuleDescription(
    "store-bridge", .views, "An observable object that wraps a store for a view.",
    why: """
      The store is observable itself. An object in between copies what the state holds, so that \
      there are two truths, and each new property and action has to be led through by hand. Its own \
      logic is seen by no test of the feature.
      """,
    sources: [.smithTCA("Modern TCA 1.23.0+ Rules"), .playbook("Mental Model")],
    wrong: [
      RuleExample(
        "A view model around a store.",
        """
        final class CounterViewModel: ObservableObject {  // wrong
          @Published var count = 0
          private let store: StoreOf<CounterFeature>
          init(store: StoreOf<CounterFeature>) { self.store = store }
          func incrementTapped() { store.send(.incrementTapped) }
        }
        """),
      RuleExample(
        "The same by a macro.",
        """
        @Observable
        final class SessionModel {  // wrong
          var title = ""
          let store: StoreOf<Session>
          init(store: StoreOf<Session>) { self.store = store }
        }
        """),
    ],
    right: [
      RuleExample(
        "The view holds the store; so does the object that starts the program.",
        """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View { Text("Count: \\(store.count)") }
        }
        final class AppDelegate: NSObject, UIApplicationDelegate {
          let store = Store(initialState: App.State()) { App() }
        }
        final class CounterViewController: UIViewController {
          private let store: StoreOf<CounterFeature>
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter { !$0.isSwiftUI && $0.isOfLibrary(in: subject) }.compactMap { view in
      guard let type = view.declaration.as(ClassDeclSyntax.self), type.isObservable,
        let store = view.stores.first, store.property.initializer == nil
      else { return nil }
      return finding(
        at: view.file.location(of: type.classKeyword), machine: view.machine,
        "`\(view.name)` is an observable object around the store `\(store.property.name)`",
        remedy: "hand the store to the view, and move what the object decides to the reducer")
    }
  }
}

extension ClassDeclSyntax {
  fileprivate var isObservable: Bool {
    attributes.contains {
      ["Observable", "Perceptible"].contains(
        $0.as(AttributeSyntax.self)?.attributeName.trimmedText)
    }
      || inheritanceClause?.inheritedTypes.contains { $0.type.trimmedText == "ObservableObject" }
        ?? false
  }
}
