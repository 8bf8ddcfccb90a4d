import OrreryExtraction
import OrreryModel
import Testing

@Suite("What a feature presents") struct PresentationTests {
  private func feature(_ types: String, _ clauses: String, _ presentation: String) -> String {
    """
    @Reducer struct Parent {
      struct State { @Presents var \(types) }
      enum Action { case open; case child(PresentationAction<Child.Action>) }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .open:
            state.child = .init()
            return .none
          \(clauses)
          }
        }
        \(presentation)
      }
    }
    """
  }

  @Test(
    "a dismissal empties what is presented, after the reducer before it",
    arguments: [
      #".ifLet(\.$child, action: \.child) { Child() }"#,
      ".ifLet(\\.$child, action: /Action.child) { Child() }",
      ".ifLet(\\.$child, action: \\Action.Cases.child) { Child() }",
    ])
  func dismissal(_ presentation: String) throws {
    let parent = try machine(
      feature("child: Child.State?", "case .child: return .none", presentation))
    #expect(
      parent.transitions.map(describe) == [
        "nil open some", "nil child ignored", "some open some",
        "some child[case .dismiss] nil", "some child[!(case .dismiss)] ignored",
      ])
    let left = parent.transitions.first { $0.guard == "case .dismiss" }
    #expect(left?.location.line == 13)
    #expect(left?.certainty == .exact)
    #expect(parent.actions.map(describe) == ["open child = .init()", "child "])
  }

  @Test("what a reducer asks of the action is asked once")
  func askedDismissal() throws {
    let clauses = """
      case .child(.presented(.saved)):
        state.child = nil
        return .none
      case .child(.dismiss): return .send(.open)
      case .child: return .none
      """
    let parent = try machine(
      feature(
        "child: Child.State?", clauses, ".ifLet(\\.$child, action: \\.child) { Child() }"))
    #expect(
      parent.transitions.map(describe).suffix(3) == [
        "some child[case .presented(.saved)] nil",
        "some child[!(case .presented(.saved)) && !(case .dismiss)] ignored",
        "some child[case .dismiss]/.send(.open) nil",
      ])
  }

  @Test("an optional that is no presentation is kept")
  func plainOptional() throws {
    let parent = try machine(
      feature(
        "child: Child.State?", "case .child: return .none",
        ".ifLet(\\.child, action: \\.child) { Child() }"))
    #expect(parent.transitions.map(describe).last == "some child ignored")
  }

  @Test("an alert is gone after any of its actions, and another in its place stays")
  func alert() throws {
    let clauses = """
      case .child(.presented(.again)):
        state.child = AlertState { TextState("Again?") }
        return .none
      case .child: return .none
      """
    let parent = try machine(
      feature(
        "child: AlertState<Action.Alert>?", clauses, ".ifLet(\\.$child, action: \\.child)"))
    #expect(
      parent.transitions.map(describe).suffix(2) == [
        "some child[case .presented(.again)] some", "some child[!(case .presented(.again))] nil",
      ])
  }

  @Test("of several destinations an alert goes with its action, a screen with its dismissal")
  func destinations() throws {
    let source =
      feature(
        "child: Child.State?", "case .child: return .none",
        ".ifLet(\\.$child, action: \\.child)")
      + "@Reducer enum Child { case edit(Edit), alert(AlertState<Alert>) }"
    let parent = try #require(extract(source).machines.first { $0.name == "Parent" })
    #expect(
      parent.transitions.map(describe).suffix(3) == [
        "some child[case .dismiss] nil",
        "some child[!(case .dismiss) && case .presented(.alert)] nil",
        "some child[!(case .dismiss) && !(case .presented(.alert))] ignored",
      ])
  }

  @Test("an action of an alert leaves what is shown in its place")
  func otherShown() throws {
    let found = extract(
      """
      @Reducer struct Parent {
        @Reducer enum Destination { case detail(Detail), alert(AlertState<Alert>) }
        enum Alert { case confirm }
        struct State { @Presents var destination: Destination.State? }
        enum Action { case show, ask, destination(PresentationAction<Destination.Action>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .show:
              state.destination = .detail(Detail.State())
              return .none
            case .ask:
              state.destination = .alert(AlertState { TextState("?") })
              return .none
            case .destination: return .none
            }
          }
          .ifLet(\\.$destination, action: \\.destination)
        }
      }
      """)
    let parent = try #require(found.machines.first)
    let rows = parent.transitions.filter { $0.event.name == "destination" && $0.from != "nil" }
    #expect(
      rows.map(describe) == [
        "detail destination[case .dismiss] nil", "detail destination[!(case .dismiss)] ignored",
        "alert destination[case .dismiss] nil",
        "alert destination[!(case .dismiss) && case .presented(.alert)] nil",
        "alert destination[!(case .dismiss) && !(case .presented(.alert))] ignored",
      ])
  }
}
