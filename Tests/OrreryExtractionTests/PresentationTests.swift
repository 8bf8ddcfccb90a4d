import OrreryModel
import Testing

@Suite("Children that a feature presents") struct PresentationTests {
  private func rows(
    _ property: String, _ cases: String, action: String = "Child.Action",
    around: String = ".ifLet(\\.$child, action: \\.child) { Child() }"
  ) throws -> [String] {
    try machine(
      """
      @Reducer struct Parent {
        @ObservableState struct State { @Presents var child: \(property)? }
        enum Action { case open, child(PresentationAction<\(action)>) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .open:
              state.child = \(property)()
              return .none
            \(cases)
            }
          }
          \(around)
        }
      }
      """
    ).transitions.filter { $0.from.hasSuffix("some") && $0.event.name == "child" }.map(describe)
  }

  @Test("are taken away when they are dismissed, and stay otherwise")
  func dismissed() throws {
    let other = "case .child: return .none"
    #expect(
      try rows("Child.State", other) == [
        "some child[case .dismiss] nil", "some child[!(case .dismiss)] ignored",
      ])
    let path = ".ifLet(\\.$child, action: /Action.child) { Child() }"
    #expect(try rows("Child.State", other, around: path).count == 2)
  }

  @Test("what the feature itself does with the dismissal comes first")
  func handled() throws {
    #expect(
      try rows(
        "Child.State",
        """
        case .child(.dismiss): return .send(.open)
        case .child(.presented(.save)): state.child = nil; return .none
        case .child: return .none
        """
      ).contains { $0.hasPrefix("some child[case .dismiss") && $0.hasSuffix(" nil") })
    let kept = try rows(
      "Child.State",
      """
      case .child(.dismiss): state.child = Child.State(); return .none
      case .child: return .none
      """)
    #expect(!kept.contains { $0.hasSuffix(" nil") })
  }

  @Test("an alert is gone with any answer")
  func alert() throws {
    let rows = try rows(
      "AlertState<Alert>", "case .child: return .none", action: "Alert",
      around: ".ifLet(\\.$child, action: \\.child)")
    #expect(rows == ["some child nil"])
  }

  @Test("without a reducer around it nothing takes a child away")
  func bare() throws {
    #expect(
      try rows("Child.State", "case .child: return .none", around: "") == ["some child ignored"])
  }
}
