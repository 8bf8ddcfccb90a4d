import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// A view that tells the store of one act of the user by several actions.
enum SeveralActionsSent: SourceRule {
  static let description = RuleDescription(
    "several-actions-sent", .views,
    "A view that sends several actions one after the other.",
    why: """
      The user did one thing. What follows from it, and in which order, is logic, and it stands in \
      the view where no test of the feature sees it; other views that let the user do the same have \
      to repeat the list. Each action also runs the reducer and draws the view once more.
      """,
    sources: [
      .playbook("View Integration"), .playbook("PR Review Checklist"),
      .smithTCA("Modern TCA 1.23.0+ Rules"),
    ],
    wrong: [
      RuleExample(
        "What a tap leads to is decided in the view.",
        """
        struct LoginView: View {
          let store: StoreOf<Login>
          var body: some View {
            Button("Log in") {
              store.send(.validate)  // wrong
              store.send(.saveName)
              store.send(.login)
            }
          }
        }
        """),
      RuleExample(
        "Two actions when the view appears, by a legacy view store.",
        """
        struct FeedView: View {
          let store: StoreOf<Feed>
          @ObservedObject var viewStore: ViewStoreOf<Feed>
          var body: some View {
            List {}
              .onAppear {
                viewStore.send(.onAppear)  // wrong
                viewStore.send(.loadPosts(page: 1))
              }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The view tells what happened.",
        """
        struct LoginView: View {
          @Bindable var store: StoreOf<Login>
          let parent: StoreOf<App>
          var body: some View {
            Button("Log in") { store.send(.loginButtonTapped) }
            Button("Close") {
              store.send(.closeButtonTapped)
              parent.send(.childClosed)
            }
          }
        }
        """),
      RuleExample(
        "One waits for what the other has started.",
        """
        struct FeedView: View {
          let store: StoreOf<Feed>
          var body: some View {
            List {}.task {
              await store.send(.task).finish()
              await store.send(.settled).finish()
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view -> [Finding] in
      let stores = view.storeNames
      return view.nodes(CodeBlockItemListSyntax.self).flatMap { list, file in
        runs(in: list, stores).map { run in found(run, file, view) }
      }
    }
  }

  private static func found(
    _ run: [FunctionCallExprSyntax], _ file: SourceFile, _ view: StoreView
  ) -> Finding {
    let names = run.compactMap(\.sentAction)
    let list = Naming.listed(names.map { ".\($0)" })
    return finding(
      at: file.location(of: run[0]), machine: view.machine,
      event: names.first.map { Event.ID(.input, $0) },
      "`\(view.name)` sends \(run.count) actions in a row: \(list)",
      remedy: "send one action that tells what the user did, and let the reducer do the rest")
  }

  /// The longest rows of statements that each send an action to the same store.
  private static func runs(
    in list: CodeBlockItemListSyntax, _ stores: Set<String>
  ) -> [[FunctionCallExprSyntax]] {
    var runs: [[FunctionCallExprSyntax]] = []
    var (current, store): ([FunctionCallExprSyntax], String?) = ([], nil)
    for item in list {
      let call = item.item.as(FunctionCallExprSyntax.self)
      let path = call?.calledExpression.dottedNames ?? []
      let isSent = path.count == 2 && path[1] == "send" && stores.contains(path[0])
      if !isSent || path[0] != store {
        runs.append(current)
        current = []
      }
      guard isSent, let call else { continue }
      (current, store) = (current + [call], path[0])
    }
    return (runs + [current]).filter { $0.count > 1 }
  }
}

extension FunctionCallExprSyntax {
  /// The case that `store.send(.row(.tapped))` names first.
  var sentAction: String? {
    arguments.first?.expression.descendants(MemberAccessExprSyntax.self).first { $0.base == nil }
      .map { $0.declName.baseName.text }
  }
}
