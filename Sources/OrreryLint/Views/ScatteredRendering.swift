import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A view controller that subscribes to its store in several places.
enum ScatteredRendering: SourceRule {
  static let description = RuleDescription(
    "scattered-rendering", .views,
    "A view controller with several subscriptions to its store instead of one method that renders.",
    why: """
      With one method that makes the whole view from a state, what is shown depends on the state \
      alone. Several subscriptions run in an order that nobody sees, and each shows a part of a \
      state that the others have not shown yet. Where one rendering is too slow, several are right: \
      so the rule runs only where it is asked for.
      """,
    isOptIn: true, sources: [.playbook("View Integration")],
    wrong: [
      RuleExample(
        "Each label has a subscription.",
        """
        final class CounterViewController: UIViewController {
          let viewStore: ViewStoreOf<CounterFeature>
          override func viewDidLoad() {
            viewStore.publisher.count  // wrong
              .sink { [weak self] in self?.title = "\\($0)" }
              .store(in: &cancellables)
            viewStore.publisher.isLoading
              .sink { [weak self] in self?.spinner.isHidden = !$0 }
              .store(in: &cancellables)
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "One subscription, one method.",
        """
        final class CounterViewController: UIViewController {
          let viewStore: ViewStoreOf<CounterFeature>
          override func viewDidLoad() {
            viewStore.publisher
              .sink { [weak self] state in self?.render(state) }
              .store(in: &cancellables)
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.storeViews.filter { !$0.isSwiftUI }.compactMap { view in
      let subscribed = view.nodes(MemberAccessExprSyntax.self).filter { member, _ in
        guard let path = ExprSyntax(member).dottedNames, path.count == 2 else { return false }
        return view.storeNames.contains(path[0]) && path[1] == "publisher"
      }
      guard subscribed.count > 1 else { return nil }
      return finding(
        at: subscribed[0].file.location(of: subscribed[0].node), machine: view.machine,
        "`\(view.name)` subscribes to its store \(subscribed.count) times",
        remedy: "subscribe once, and render all from the state in one method")
    }
  }
}
