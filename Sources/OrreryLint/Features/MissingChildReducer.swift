import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A child's state and action without the reducer that joins them.
enum MissingChildReducer: SourceRule {
  static let description = RuleDescription(
    "missing-child-reducer", .features,
    "A child's state and action that no `Scope`, `ifLet` or `forEach` of the body joins.",
    why: """
      The library does not run a child on its own: without the operator, what the child sends \
      comes to the parent and changes nothing, its effects do not start, and what is presented \
      is not set to `nil` when it is dismissed. An alert needs the operator too.
      """,
    sources: [.playbook("Navigation Pattern"), .smithTCA("Pattern 2: Optional State Navigation")],
    wrong: [
      RuleExample(
        "Nothing dismisses the alert.",
        """
        @Reducer
        struct CounterFeature {
          @ObservableState
          struct State: Equatable {
            var count = 0
            @Presents var alert: AlertState<Action.Alert>?  // wrong
          }
          enum Action: Equatable {
            case factResponse(String)
            case alert(PresentationAction<Alert>)
            enum Alert: Equatable {}
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .factResponse(let fact):
                state.alert = AlertState { TextState(fact) }
                return .none
              case .alert:
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The sheet has an operator, the stack has none.",
        """
        @Reducer
        struct Library {
          @ObservableState
          struct State {
            var path = StackState<BookDetail.State>()  // wrong
            @Presents var filter: Filter.State?
          }
          enum Action {
            case path(StackActionOf<BookDetail>)
            case filter(PresentationAction<Filter.Action>)
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in .none }
              .ifLet(\\.$filter, action: \\.filter) { Filter() }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Each optional child has its operator.",
        """
        @Reducer
        struct ParentFeature {
          @ObservableState
          struct State {
            var childState: ChildFeature.State?
          }
          enum Action {
            case childButtonTapped
            case child(ChildFeature.Action)
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .childButtonTapped:
                state.childState = ChildFeature.State()
                return .none
              case .child:
                return .none
              }
            }
            .ifLet(\\.childState, action: \\.child) {
              ChildFeature()
            }
          }
        }
        """),
      RuleExample(
        "A getter composes the destinations.",
        """
        @Reducer
        struct Inbox {
          struct State {
            @Presents var destination: Destination.State?
          }
          enum Action {
            case destination(PresentationAction<Destination.Action>)
            case refresh
          }
          @Reducer enum Destination { case compose(Composer) }
          var body: some ReducerOf<Self> {
            navigation
            Reduce { state, action in .none }
          }
          private var navigation: some ReducerOf<Self> {
            EmptyReducer().ifLet(\\.$destination, action: \\.destination)
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.features.filter { $0.ownsDomain && $0.info.kind != .enum }.flatMap { feature in
      let children = ChildDomain.all(of: feature, in: subject.index)
      guard let state = feature.state, !children.isEmpty, !reducesByHand(feature) else {
        return [Finding]()
      }
      let composed = subject.composed(state)
      guard composed.allSatisfy(\.isWhole), let joined = joined(by: composed) else { return [] }
      return children.filter { child in
        !joined.contains(child.name) && !isDismissed(child, by: feature)
          && child.doesSomething(in: subject.index, for: state)
          && !isIdle(child, in: subject, state)
      }.map { found($0, in: feature) }
    }
  }

  /// Whether the child's reducer answers nothing, and no dismissal ends it: to join it would change
  /// nothing.
  private static func isIdle(
    _ child: ChildDomain, in subject: LintSubject, _ state: TypeInfo
  ) -> Bool {
    guard child.kind != .presented, child.kind != .stack else { return false }
    let key = child.feature.flatMap {
      subject.index.resolve(name: $0, in: state, module: state.module)
    }
    guard let machine = key.flatMap(subject.machine)?.machine else { return false }
    return machine.children.isEmpty && machine.transitions.allSatisfy { $0.kind == .ignore }
      && machine.actions.allSatisfy { $0.writes.isEmpty && $0.effect == nil }
  }

  private static func found(_ child: ChildDomain, in feature: Feature) -> Finding {
    let property = child.property.property
    let location = child.property.file.location(of: property.declaration)
    return finding(
      at: location, machine: feature.id, event: Event.ID(.input, child.action.name),
      "\(feature.name) has the state `\(child.name)` and the action `\(child.action.name)`, but "
        + "its body has no reducer that joins them",
      remedy: "add `\(child.reducer)` to the body of \(feature.name)")
  }

  /// The properties that an operator names; nothing where one names them in a way that is not read.
  private static func joined(by composed: [Composed]) -> Set<String>? {
    var names: Set<String> = []
    for call in composed.flatMap({ $0.calls(of: ["Scope", "ifLet", "forEach", "ifCaseLet"]) }) {
      guard let path = call.arguments.first?.expression.pathComponents else { return nil }
      names.formUnion(path)
    }
    return names
  }

  /// Whether a reducer hands states on itself: `Edit().reduce(into: &state.edit, …)`.
  private static func reducesByHand(_ feature: Feature) -> Bool {
    feature.code.contains { code in
      code.statements.calls(of: ["reduce"]).contains { $0.arguments.first?.label?.text == "into" }
    }
  }

  /// Whether the feature sets an alert to `nil` itself when it is dismissed.
  private static func isDismissed(_ child: ChildDomain, by feature: Feature) -> Bool {
    guard child.kind == .brief else { return false }
    let clauses = feature.code.flatMap { $0.statements.descendants(SwitchCaseSyntax.self) }
    return clauses.contains { clause in
      clause.label.says(child.action.name) && clause.label.says("dismiss")
        && clause.statements.says(child.name) && clause.statements.says("nil")
    }
  }
}
