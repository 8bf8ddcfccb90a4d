import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// An action for bindings that no reducer answers.
enum MissingBindingReducer: SourceRule {
  static let description = RuleDescription(
    "missing-binding-reducer", .features,
    "A `BindableAction` of a feature that runs no `BindingReducer`.",
    why: """
      `BindingReducer()` is what writes the new value of a binding into the state. Without it a \
      text field or a toggle that is bound to the store does not change anything.
      """,
    severity: .error,
    sources: [.smithTCA("Pattern 1: State Observation with @Bindable")],
    wrong: [
      RuleExample(
        "What the user types is lost.",
        """
        @Reducer
        struct ProfileForm {
          @ObservableState
          struct State { var name = "" }
          enum Action: BindableAction {
            case binding(BindingAction<State>)  // wrong
            case saveTapped
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .binding: return .none
              case .saveTapped: return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The binding is one of the view's actions.",
        """
        @Reducer
        struct SearchForm {
          @ObservableState
          struct State { var query = "" }
          enum Action {
            case view(View)
            enum View: BindableAction {
              case binding(BindingAction<SearchForm.State>)  // wrong
              case searchTapped
            }
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "The binding's reducer runs first.",
        """
        @Reducer
        struct ProfileForm {
          @ObservableState
          struct State { var name = "" }
          enum Action: BindableAction {
            case binding(BindingAction<State>)
            case saveTapped
          }
          var body: some ReducerOf<Self> {
            BindingReducer()
            Reduce { state, action in .none }
          }
        }
        """),
      RuleExample(
        "It stands in a getter, and for the view's actions.",
        """
        @Reducer
        struct SearchForm {
          @ObservableState
          struct State { var query = "" }
          enum Action {
            case view(View)
            enum View: BindableAction {
              case binding(BindingAction<SearchForm.State>)
              case searchTapped
            }
          }
          var body: some ReducerOf<Self> { core }

          private var core: some ReducerOf<Self> {
            CombineReducers {
              BindingReducer(action: \\.view)
              Reduce { state, action in .none }
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.filter { $0.ownsDomain && $0.info.kind != .enum }.flatMap { feature in
      guard let state = feature.state, let action = feature.action,
        let bound = bound(by: action, subject.index)
      else { return [Finding]() }
      let composed = subject.composed(state)
      guard composed.allSatisfy(\.isWhole),
        composed.allSatisfy({ $0.calls(of: ["BindingReducer"]).isEmpty })
      else { return [] }
      return [
        finding(
          at: bound.file.location(of: bound.item.element), machine: feature.id,
          event: Event.ID(.input, bound.path[0]),
          "\(feature.name) has the action `\(bound.path.joined(separator: "."))` for bindings, but "
            + "its body runs no `BindingReducer`",
          remedy: bound.path.count == 1
            ? "put `BindingReducer()` before the body's other reducers"
            : "put `BindingReducer(action: \\.\(bound.path[0]))` before the body's other reducers"
        )
      ]
    }
  }

  private struct Bound {
    var item: EnumCase
    var path: [String]
    var file: SourceFile
  }

  /// The case for bindings: the action's own, or one of an enum in it that the action carries.
  private static func bound(by action: TypeInfo, _ index: SourceIndex) -> Bound? {
    if let item = binding(of: action) {
      return Bound(item: item, path: [item.name], file: action.file)
    }
    for item in action.cases {
      guard let type = item.element.parameterClause?.parameters.first?.type,
        let inner = index.info(index.resolve(type, in: action, module: action.module)),
        inner.key.hasPrefix(action.key + "."), let found = binding(of: inner)
      else { continue }
      return Bound(item: found, path: [item.name, found.name], file: inner.file)
    }
    return nil
  }

  private static func binding(of type: TypeInfo) -> EnumCase? {
    type.cases.first { item in
      item.element.parameterClause?.parameters.first?.type.lastName == "BindingAction"
    }
  }
}
