import OrreryModel
import Testing

@Suite("Reducers that wrap others") struct WrapperReducerTests {
  /// A feature whose reducers stand in something, and what declares that.
  private func menu(in body: String, _ declarations: String) -> String {
    """
    @Reducer struct Menu {
      struct State { var isOpen = false }
      enum Action { case opened, rate }
      var body: some ReducerOf<Self> {
        \(body)
      }
      let logic = MenuLogic()
      @ReducerBuilder<State, Action> var core: some ReducerOf<Self> { MenuLogic() }
    }
    struct MenuLogic: Reducer {
      var body: some ReducerOf<Menu> {
        Reduce { state, action in
          switch action {
          case .opened: state.isOpen = true; return .none
          case .rate: return .none
          }
        }
      }
    }
    \(declarations)
    """
  }

  /// A wrapper of any reducer, with the members that make it one.
  private func wrapper(_ members: String) -> String {
    """
    struct Logging<State, Action, Base: Reducer>: Reducer
    where State == Base.State, Action == Base.Action {
      let base: Base
      let isOn: Bool
      init(@ReducerBuilder<State, Action> base: () -> Base) { self.base = base() }
      \(members)
    }
    """
  }

  /// A wrapper of reducers of the menu, with its body.
  private func composed(_ name: String, _ body: String) -> String {
    """
    struct \(name)<Base: Reducer<Menu.State, Menu.Action>>: Reducer {
      let base: Base
      var body: some ReducerOf<Menu> {
        \(body)
      }
    }
    """
  }

  private let plain = [
    "false opened true", "false rate ignored", "true opened ignored", "true rate ignored",
  ]
  private let tracked = [
    "false opened/analytics.track true", "false rate/analytics.track false",
    "true opened/analytics.track true", "true rate/analytics.track true",
  ]
  private let doubt =
    "what Logging adds to the reducers in it is not told; Orrery assumes that they run"

  @Test(
    "run these after what they do themselves",
    arguments: [
      """
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          analytics.track(action)
          return base.reduce(into: &state, action: action)
        }
      }
      """,
      """
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        analytics.track(action)
        return self.base.reduce(into: &state, action: action)
      }
      """,
      """
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          analytics.track(action)
          return .none
        }
        base
      }
      """,
    ])
  func first(_ members: String) throws {
    let found = extract(menu(in: "Logging { MenuLogic() }", wrapper(members)))
    let machine = try #require(found.machines.first)
    #expect(found.machines.count == 1)
    #expect(machine.transitions.map(describe) == tracked)
    #expect(machine.unresolved.isEmpty)
    #expect(found.diagnostics.isEmpty)
  }

  @Test("may name the types of what they wrap") func generic() throws {
    let machine = try machine(
      menu(
        in: "Logging(base: MenuLogic())",
        """
        struct Logging<Base: Reducer>: Reducer {
          let base: Base
          func reduce(
            into state: inout Base.State, action: Base.Action
          ) -> Effect<Base.Action> {
            analytics.track(action)
            return base.reduce(into: &state, action: action)
          }
        }
        """))
    #expect(machine.transitions.map(describe) == tracked)
    #expect(machine.unresolved.isEmpty)
  }

  @Test("run these where their bodies name them") func order() throws {
    let machine = try machine(
      menu(
        in: "Closing { MenuLogic() }",
        composed(
          "Closing",
          """
          base
          Reduce { state, action in
            state.isOpen.toggle()
            return .none
          }
          """)))
    #expect(
      machine.transitions.map(describe) == [
        "false opened ignored", "false rate true", "true opened false", "true rate false",
      ])
    #expect(machine.unresolved.isEmpty)
  }

  @Test(
    "are listed where they may not run these, or do something else",
    arguments: [
      """
      guard isOn else { return .none }
      return base.reduce(into: &state, action: action)
      """,
      """
      let effect = base.reduce(into: &state, action: action)
      return .merge(effect, .run { _ in await report() })
      """,
      """
      if isOn { return base.reduce(into: &state, action: action) }
      return base.reduce(into: &state, action: action)
      """,
      """
      defer { state = other }
      return base.reduce(into: &state, action: action)
      """,
      """
      let action = another(action)
      return base.reduce(into: &state, action: action)
      """,
      """
      let base = EmptyReducer<State, Action>()
      return base.reduce(into: &state, action: action)
      """,
    ])
  func doubtful(_ body: String) throws {
    let members = """
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        \(body)
      }
      """
    try expectDoubt(members)
  }

  @Test(
    "are listed where their bodies have more than one reducer beside these",
    arguments: [
      """
      var body: some Reducer<State, Action> {
        if isOn {
          Reduce { state, action in base.reduce(into: &state, action: action) }
        } else {
          EmptyReducer()
        }
      }
      """,
      """
      var body: some Reducer<State, Action> {
        Another()
        Reduce { state, action in base.reduce(into: &state, action: action) }
      }
      """,
      """
      var body: some Reducer<State, Action> {
        core
        Reduce { state, action in base.reduce(into: &state, action: action) }
      }
      var core: some Reducer<State, Action> { EmptyReducer() }
      """,
      """
      var body: some Reducer<State, Action> {
        Reduce { state, action in base.reduce(into: &state, action: action) }
        #if DEBUG
        Another()
        #endif
      }
      """,
      """
      var body: some Reducer<State, Action> {
        base
        EmptyReducer()
        base
      }
      """,
      """
      func run(_ state: inout State, _ action: Action) -> Effect<Action> {
        base.reduce(into: &state, action: action)
      }
      var body: some Reducer<State, Action> { Reduce(run) }
      """,
    ])
  func mixed(_ members: String) throws { try expectDoubt(members) }

  private func expectDoubt(_ members: String) throws {
    let machine = try machine(menu(in: "Logging { MenuLogic() }", wrapper(members)))
    #expect(machine.unresolved.map(\.reason) == [doubt])
    #expect(machine.transitions.map(describe) == plain)
    let ignored = machine.transitions.filter { $0.kind == .ignore }
    #expect(ignored.allSatisfy { $0.certainty == .inferred })
  }

  @Test("are listed where they are made with two reducers") func two() throws {
    let machine = try machine(
      menu(
        in: "Both(first: EmptyReducer(), second: MenuLogic())",
        """
        struct Both<First: Reducer, Second: Reducer>: Reducer
        where First.State == Menu.State, Second.State == Menu.State {
          let first: First
          let second: Second
          var body: some ReducerOf<Menu> {
            second
            first
          }
        }
        """))
    #expect(machine.transitions.map(describe) == plain)
    #expect(
      machine.unresolved.map(\.reason).contains(
        "what Both adds to the reducers in it is not told; Orrery assumes that they run"))
  }

  @Test("are no builders where a property in them is named by itself") func circular() throws {
    let machine = try machine(
      menu(in: "MenuLogic()\n    Analytics { round }", "")
        .replacing("let logic = MenuLogic()", with: "let round = self.turn; let turn = round"))
    #expect(machine.transitions.map(describe) == plain)
    #expect(machine.unresolved.count == 1)
  }

  @Test("may be made of themselves") func nested() throws {
    let machine = try machine(
      menu(
        in: "Deep { MenuLogic() }",
        composed(
          "Deep",
          """
          if isDeep { Deep(isDeep: false) { EmptyReducer() } }
          base
          """)))
    #expect(machine.transitions.map(describe) == plain)
    #expect(!machine.unresolved.isEmpty)
  }

  @Test("are listed where they hand themselves to what they wrap")
  func recursion() throws {
    let machine = try machine(
      """
      @Reducer struct Menu {
        struct State { var isOpen = false }
        enum Action { case opened }
        func core(itself: Reduce<State, Action>) -> some Reducer<State, Action> {
          Reduce { state, action in
            switch action {
            case .opened: state.isOpen = true; return .none
            }
          }
        }
        var body: some Reducer<State, Action> {
          Recursion { itself in core(itself: itself) }
        }
      }
      struct Recursion<State, Action, Base: Reducer>: Reducer
      where State == Base.State, Action == Base.Action {
        let base: (Reduce<State, Action>) -> Base
        init(@ReducerBuilder<State, Action> base: @escaping (Reduce<State, Action>) -> Base) {
          self.base = base
        }
        var body: some Reducer<State, Action> {
          var itself: Reduce<State, Action>!
          itself = Reduce { state, action in base(itself).reduce(into: &state, action: action) }
          return itself
        }
      }
      """)
    #expect(machine.transitions.map(describe) == ["false opened true", "true opened ignored"])
    #expect(
      machine.unresolved.map(\.reason) == [
        "what Recursion adds to the reducers in it is not told; Orrery assumes that they run"
      ])
  }

  @Test(
    "are followed into where their own source was not read",
    arguments: [
      "Analytics { MenuLogic() }", "Analytics { core }", "Analytics { self.core }",
      "Analytics(key: 1) { _ in MenuLogic() }", "Analytics(MenuLogic())",
      "Analytics { logic }", "Analytics { core.debug() }",
      "Analytics { EmptyReducer() } otherwise: { MenuLogic() }",
      "Analytics {\n #if DEBUG\n MenuLogic()\n #endif\n }",
    ])
  func unread(_ body: String) throws {
    let machine = try machine(menu(in: body, ""))
    #expect(machine.transitions.map(describe) == plain)
    #expect(
      machine.unresolved.map(\.reason) == [
        "what Analytics does is not known: its source was not read"
      ])
  }

  @Test(
    "are not taken for builders where their closures do something else",
    arguments: [
      #"Analytics { state, action in AnalyticsEvent("x") }"#, "Analytics(if: { isOn($0) })",
      "Pullback(state: \\.child) { Child() }",
    ])
  func others(_ other: String) throws {
    let machine = try machine(menu(in: "MenuLogic()\n    \(other)", ""))
    #expect(machine.transitions.map(describe) == plain)
    #expect(machine.unresolved.count == 1)
  }
}
