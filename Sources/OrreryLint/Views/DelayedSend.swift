import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view that waits before it sends an action.
enum DelayedSend: SourceRule {
  static let description = RuleDescription(
    "delayed-send", .views, "A view that sends an action after a time that it measures itself.",
    why: """
      Waiting is an effect. In the view nothing cancels it when the state moves on, so that the \
      action comes late, and a test cannot turn the clock forward. A reducer waits with a clock that \
      it is given, and cancels that by an id.
      """,
    sources: [
      .playbook("Anti-Patterns and Fixes"), .playbook("Effects and Concurrency"),
      .playbook("PR Review Checklist"),
    ],
    wrong: [
      RuleExample(
        "A timer of the main queue.",
        """
        struct SearchView: View {
          @Bindable var store: StoreOf<Search>
          var body: some View {
            List {}.onAppear {
              DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {  // wrong
                store.send(.keyboardWanted)
              }
            }
          }
        }
        """),
      RuleExample(
        "A task that sleeps.",
        """
        struct ToastView: View {
          let store: StoreOf<Toast>
          var body: some View {
            Text(store.text).onAppear {
              Task {
                try? await Task.sleep(for: .seconds(2))  // wrong
                store.send(.timeIsUp)
              }
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "SwiftUI ends the task of `.task(id:)` itself; what else waits sends nothing.",
        """
        struct SearchView: View {
          @Bindable var store: StoreOf<Search>
          @State private var shows = false
          var body: some View {
            List {}
              .task(id: store.query) {
                guard (try? await Task.sleep(for: .milliseconds(300))) != nil else { return }
                await store.send(.queryChangeDebounced).finish()
              }
              .task {
                store.send(.task)
                try? await Task.sleep(for: .seconds(2))
                shows = true
              }
              .onTapGesture {
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { shows = true }
              }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter(\.isSwiftUI).flatMap { view -> [Finding] in
      let stores = view.storeNames
      return view.nodes(FunctionCallExprSyntax.self).compactMap { call, file in
        guard let sent = sentLater(by: call, stores).first?.sentAction else { return nil }
        return finding(
          at: file.location(of: call), machine: view.machine, event: Event.ID(.input, sent),
          "`\(view.name)` waits before it sends `.\(sent)`",
          remedy: "send an action at once, and let the reducer wait in an effect that is cancelled "
            + "by an id")
      }
    }
  }

  /// What is sent when the time is over.
  private static func sentLater(
    by call: FunctionCallExprSyntax, _ stores: Set<String>
  ) -> [FunctionCallExprSyntax] {
    if call.calleeName == "asyncAfter", let closure = call.lastClosure {
      return StoreView.sends(in: closure, to: stores)
    }
    guard call.calleeName == "sleep", call.isInTask,
      let item = call.nearest(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return [] }
    return list.drop { $0.id != item.id }.dropFirst()
      .flatMap { StoreView.sends(in: $0, to: stores) }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the nearest closure is that of a task of its own, which nothing cancels.
  fileprivate var isInTask: Bool {
    guard let closure = nearest(ClosureExprSyntax.self),
      let call = closure.nearest(FunctionCallExprSyntax.self)
    else { return false }
    let path = call.calledExpression.dottedNames
    return path == ["Task"] || path == ["Task", "detached"]
  }
}
