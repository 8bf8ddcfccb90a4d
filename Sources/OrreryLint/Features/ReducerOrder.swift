import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A reducer that runs after another one that it has to run before.
enum ReducerOrder: SourceRule {
  static let description = RuleDescription(
    "reducer-order", .features,
    "A child's reducer or a `BindingReducer` behind a `Reduce` that has to run after it.",
    why: """
      Reducers of a body see each action one after the other. If the parent replaces or removes \
      the child's state first, the child never gets the action that made the parent do so, and \
      the library warns at run time. A `Reduce` in front of `BindingReducer()` reads the value \
      from before the change.
      """,
    sources: [.playbook("Composition Patterns"), .smithTCA("Essential Patterns")],
    wrong: [
      RuleExample(
        "The parent leaves `login` before the child has seen its own action.",
        """
        @Reducer
        struct AppFeature {
          @ObservableState
          enum State {
            case login(Login.State)
            case game(Game.State)
          }
          enum Action {
            case login(Login.Action)
            case game(Game.Action)
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .login(.succeeded):
                state = .game(Game.State())
                return .none
              case .login, .game:
                return .none
              }
            }
            Scope(state: \\.login, action: \\.login) {  // wrong
              Login()
            }
            Scope(state: \\.game, action: \\.game) {
              Game()
            }
          }
        }
        """),
      RuleExample(
        "The search is for the text before the last key.",
        """
        @Reducer
        struct Search {
          @ObservableState
          struct State { var query = "" }
          enum Action: BindableAction {
            case binding(BindingAction<State>)
            case found([String])
          }
          @Dependency(\\.search) var search
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .binding(\\.query):
                return .run { [query = state.query] send in
                  await send(.found(search(query)))
                }
              case .binding, .found:
                return .none
              }
            }
            BindingReducer()  // wrong
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Children come first; an operator on the parent runs its child first in any case.",
        """
        @Reducer
        struct AppFeature {
          @ObservableState
          enum State {
            case login(Login.State)
            case game(Game.State)
          }
          enum Action {
            case login(Login.Action)
            case game(Game.Action)
          }
          var body: some ReducerOf<Self> {
            Scope(state: \\.login, action: \\.login) { Login() }
            Reduce { state, action in
              switch action {
              case .login(.succeeded):
                state = .game(Game.State())
                return .none
              case .login, .game:
                return .none
              }
            }
            .ifCaseLet(\\.game, action: \\.game) { Game() }
          }
        }
        """),
      RuleExample(
        "A child that is always there may run last, and this parent does not read what is bound.",
        """
        @Reducer
        struct Settings {
          @ObservableState
          struct State {
            var account = Account.State()
            var isOn = false
          }
          enum Action: BindableAction {
            case account(Account.Action)
            case binding(BindingAction<State>)
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .account(.signedOut):
                state.account = Account.State()
                return .none
              case .account, .binding:
                return .none
              }
            }
            BindingReducer()
            Scope(state: \\.account, action: \\.account) { Account() }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.filter { $0.info.kind != .enum }.flatMap { feature in
      guard let state = feature.state else { return [Finding]() }
      let composed = Composed(feature.info, state: state, in: subject.index)
      return composed.steps.indices.compactMap { found(at: $0, of: composed, in: feature) }
    }
  }

  private static func found(
    at number: Int, of composed: Composed, in feature: Feature
  ) -> Finding? {
    let step = composed.steps[number]
    guard let child = Child(step, in: feature) else { return nil }
    for earlier in composed.steps.indices where composed.runs(earlier, before: number) {
      guard let closure = composed.steps[earlier].reduceClosure,
        let clause = closure.clauses.first(where: { child.isHurt(by: $0, closure) })
      else { continue }
      let line = composed.steps[earlier].file.location(of: clause).line
      return finding(
        at: step.file.location(of: step.marker), machine: feature.id,
        state: child.isCase ? child.property : nil,
        event: Event.ID(.input, child.event), child.message(line),
        remedy: child.remedy)
    }
    return nil
  }
}
