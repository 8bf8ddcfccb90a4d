import OrreryModel
import SwiftSyntax

/// A view that subscribes to its store by hand.
enum ManualObservation: SourceRule {
  static let description = RuleDescription(
    "manual-observation", .views,
    "A SwiftUI view that subscribes to its store by a publisher, or observes a `ViewStore`.",
    why: """
      A view that reads `store.count` in its `body` is drawn again when that changes. What \
      `onReceive` or `sink` copies by hand comes late, may come twice, and is forgotten for the next \
      property. View controllers have no `body`: there a subscription is right. The rule is silent \
      where the sources tell that the library is older than 1.7.
      """,
    sources: [
      .smithTCA("Common Anti-Patterns to Avoid"), .smithTCA("Modern TCA 1.23.0+ Rules"),
      .smithTCA("View Validation"),
    ],
    wrong: [
      RuleExample(
        "The view copies what it could read.",
        """
        struct CounterView: View {
          let store: StoreOf<CounterFeature>
          @State var count = 0
          var body: some View {
            Text("Count: \\(count)")
              .onReceive(store.publisher.count) { count = $0 }  // wrong
          }
        }
        """),
      RuleExample(
        "The view starts a subscription of its own.",
        """
        struct BoardView: UIViewRepresentable {
          let store: StoreOf<Board>
          @State var subscriptions: Set<AnyCancellable> = []
          var body: some View {
            BoardScene().onAppear {
              self.store.publisher.cubes  // wrong
                .removeDuplicates()
                .sink { redraw($0) }
                .store(in: &subscriptions)
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The view reads the store, and is told of what the system publishes.",
        """
        struct CounterView: View {
          @Bindable var store: StoreOf<CounterFeature>
          var body: some View {
            Text("Count: \\(store.count)")
              .onReceive(NotificationCenter.default.publisher(for: .resumed)) { _ in
                store.send(.resumed)
              }
          }
        }
        """),
      RuleExample(
        "A view controller renders what its view store publishes.",
        """
        final class CounterViewController: UIViewController {
          private let viewStore: ViewStoreOf<CounterFeature>
          private var cancellables = Set<AnyCancellable>()
          override func viewDidLoad() {
            super.viewDidLoad()
            viewStore.publisher
              .sink { [weak self] state in self?.render(state) }
              .store(in: &cancellables)
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let isNew = subject.hasLibrary(LibraryVersion(1, 7))
    // Before 1.7 a subscription may be the only way to act on a change.
    guard isNew || subject.library == nil else { return [] }
    return subject.storeViews.filter { $0.isSwiftUI && $0.isOfLibrary(in: subject) }
      .flatMap { view in published(by: view) + (isNew ? observed(by: view) : []) }
  }

  private static func published(by view: StoreView) -> [Finding] {
    let names = view.storeNames
    return view.nodes(MemberAccessExprSyntax.self).compactMap { member, file in
      guard let path = ExprSyntax(member).dottedNames, path.count == 2, names.contains(path[0]),
        path[1] == "publisher"
      else { return nil }
      return finding(
        at: file.location(of: member), machine: view.machine,
        "`\(view.name)` subscribes to `\(path[0])` by a publisher",
        remedy: "read the property of the store in `body`, or react with `.onChange(of:)`")
    }
  }

  private static func observed(by view: StoreView) -> [Finding] {
    view.stores.filter { $0.isViewStore && $0.attributes.contains("ObservedObject") }.map { store in
      finding(
        at: view.file.location(of: store.property.declaration), machine: view.machine,
        "`\(view.name)` observes the view store `\(store.property.name)`",
        remedy: "hold `StoreOf` of the feature instead, whose state is marked with "
          + "`@ObservableState`, and read it directly")
    }
  }
}
