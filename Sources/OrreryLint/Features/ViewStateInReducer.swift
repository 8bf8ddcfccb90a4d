import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A property wrapper of views on a property of a reducer or its state.
enum ViewStateInReducer: SourceRule {
  static let description = RuleDescription(
    "view-state-in-reducer", .features,
    "A property wrapper of views, such as `@State`, in a reducer or its state.",
    why: """
      SwiftUI keeps what `@State`, `@Binding` or `@AppStorage` wrap, and connects them only in a \
      view. In a reducer the value is not kept, or it changes behind the back of actions and \
      tests.
      """,
    severity: .error,
    sources: [.smithTCA("Common Anti-Patterns to Avoid"), .smithTCA("Reducer Validation")],
    wrong: [
      RuleExample(
        "`@State` is for views only.",
        """
        @Reducer
        struct CounterFeature {
          @State var state = State()  // wrong
          struct State: Equatable { var count = 0 }
          enum Action { case incrementTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
      RuleExample(
        "A setting that no action changes.",
        """
        @Reducer
        struct SettingsFeature {
          struct State {
            @AppStorage("isMuted") var isMuted = false  // wrong
            var volume = 0.5
          }
          enum Action { case muteTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Wrappers of the library are for states.",
        """
        @Reducer
        struct SettingsFeature {
          @ObservableState
          struct State {
            @Shared(.appStorage("isMuted")) var isMuted = false
            @Presents var alert: AlertState<Never>?
          }
          enum Action { case muteTapped }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        struct SettingsView: View {
          @State var isExpanded = false
        }
        """)
    ])

  private static let wrappers: Set = [
    "State", "StateObject", "ObservedObject", "EnvironmentObject", "Environment", "Binding",
    "Published", "AppStorage", "SceneStorage", "FocusState", "GestureState", "Bindable",
    "Namespace",
    "FetchRequest", "Query",
  ]

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.filter { !$0.info.conforms(to: ["View"]) }.flatMap { feature in
      let own = feature.ownsDomain ? feature.stateProperties : []
      return (feature.info.stored + own).compactMap { stored -> Finding? in
        guard let wrapper = stored.property.wrappers.first(where: wrappers.contains) else {
          return nil
        }
        return finding(
          at: stored.file.location(of: stored.property.declaration), machine: feature.id,
          "`\(stored.property.name)` of \(feature.name) is wrapped by `@\(wrapper)`, "
            + reason(against: wrapper),
          remedy: wrapper == "AppStorage"
            ? "keep it as `@Shared(.appStorage(…))` in the state"
            : "keep it as a plain property of the state, and change it by actions")
      }
    }
  }

  private static func reason(against wrapper: String) -> String {
    switch wrapper {
    case "Published": "which belongs to classes that conform to `ObservableObject`"
    case "AppStorage", "SceneStorage": "which tells only a view when the value changes"
    default: "which works in views only"
    }
  }
}
