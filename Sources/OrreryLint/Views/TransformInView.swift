import OrreryModel
import SwiftSyntax

/// A view that filters or sorts what the store holds.
enum TransformInView: SourceRule {
  static let description = RuleDescription(
    "transform-in-view", .views,
    "A view that filters, sorts or groups what the store's state holds.",
    why: """
      Which rows are shown and in which order is a decision about the domain, and it is made again \
      each time that the view is drawn, where no test of the feature sees it. A state that is ready \
      to be rendered holds the rows as they are shown, or a computed property gives them. To sort a \
      handful of rows for the eye is a matter of taste, so the rule runs only where it is asked for.
      """,
    isOptIn: true,
    sources: [.playbook("Anti-Patterns and Fixes"), .playbook("PR Review Checklist")],
    wrong: [
      RuleExample(
        "The view decides what is shown.",
        """
        struct TodosView: View {
          let store: StoreOf<Todos>
          var body: some View {
            ForEach(store.todos.filter { !$0.isDone }) { todo in  // wrong
              Text(todo.title)
            }
          }
        }
        """),
      RuleExample(
        "The view sorts.",
        """
        struct ScoresView: View {
          let store: StoreOf<Scores>
          private var best: [Score] {
            self.store.scores.sorted { $0.points > $1.points }  // wrong
          }
          var body: some View { List(best) { Text($0.name) } }
        }
        """),
    ],
    right: [
      RuleExample(
        "The state says which rows are shown; the view makes text of them.",
        """
        struct TodosView: View {
          let store: StoreOf<Todos>
          let tags: [String]
          var body: some View {
            ForEach(store.visibleTodos) { todo in Text(todo.title) }
            Text(store.names.map { $0.uppercased() }.joined(separator: ", "))
            Text(tags.sorted().joined())
          }
        }
        """)
    ])

  private static let methods: Set = ["filter", "sorted", "reduce", "partitioned", "grouped"]

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view -> [Finding] in
      let stores = view.storeNames
      return view.nodes(FunctionCallExprSyntax.self).compactMap { call, file in
        guard let names = call.calledExpression.dottedNames, names.count > 2,
          let method = names.last, methods.contains(method), stores.contains(names[0])
        else { return nil }
        let what = names.dropLast().joined(separator: ".")
        return finding(
          at: file.location(of: call), machine: view.machine,
          "`\(view.name)` calls `\(method)` on `\(what)`",
          remedy: "give the state a property that holds them as they are shown")
      }
    }
  }
}
