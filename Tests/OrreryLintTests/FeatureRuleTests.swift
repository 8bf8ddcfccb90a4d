import OrreryExtraction
import OrreryModel
import Testing

@testable import OrreryLint

/// What rules of features say beside the line.
struct FeatureRuleTests {
  @Test("A finding tells the feature, the action and the next step")
  func evidence() throws {
    let found = Lint.findings(
      in: MissingChildReducer.description.wrong[0], by: MissingChildReducer.id)
    let finding = try #require(found.first)
    #expect(finding.machine == "App.CounterFeature")
    #expect(finding.event == Event.ID(.input, "alert"))
    #expect(finding.severity == .warning)
    #expect(
      finding.remedy
        == "add `.ifLet(\\.$alert, action: \\.alert)` to the body of CounterFeature")
  }

  @Test("The place of the child that the parent ends is the finding's state")
  func state() throws {
    let found = Lint.findings(in: ReducerOrder.description.wrong[0], by: ReducerOrder.id)
    #expect(found.map(\.state) == ["login"])
    #expect(found.map(\.event) == [Event.ID(.input, "login")])
  }

  @Test("A reducer inside of another composes as well")
  func nested() {
    let source = """
      import ComposableArchitecture
      struct Search: Reducer {
        struct State { var child: Child.State? ; var query = "" }
        enum Action {
          case child(Child.Action)
          case view(View)
          enum View: BindableAction { case binding(BindingAction<State>) }
        }
        var body: some ReducerOf<Self> {
          Scope(state: /State.self, action: /Action.view) { BindingReducer() }
          CombineReducers {
            Reduce { state, action in .none }
          }
          .ifLet(\\.child, action: /Action.child) { Child() }
        }
      }
      """
    #expect(Lint.findings(in: source, by: MissingBindingReducer.id) == [])
    #expect(Lint.findings(in: source, by: MissingChildReducer.id) == [])
    #expect(Lint.findings(in: source, by: ReducerOrder.id) == [])
  }

  @Test("What the source does not tell of a body is no finding")
  func unknownBody() {
    let source = """
      import ComposableArchitecture
      @Reducer struct Parent {
        struct State { @Presents var child: Child.State? }
        enum Action: BindableAction {
          case child(PresentationAction<Child.Action>)
          case binding(BindingAction<State>)
        }
        var body: some ReducerOf<Self> {
          Reduce { state, action in .none }
            .presenting()
        }
      }
      """
    #expect(Lint.findings(in: source, by: MissingChildReducer.id) == [])
    #expect(Lint.findings(in: source, by: MissingBindingReducer.id) == [])
  }

  @Test("A child that answers nothing need not be joined, unless somebody has to end it")
  func idleChildren() {
    func parent(_ property: String, _ action: String) -> String {
      """
      import ComposableArchitecture
      @Reducer struct Settings {
        struct State {}
        enum Action { case shown }
        var body: some ReducerOf<Self> {
          Reduce { state, action in .none }
        }
      }
      @Reducer struct Dashboard {
        struct State {
          var count = 0
          \(property)
        }
        enum Action { case tapped, settings(\(action)) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            state.count += 1
            return .none
          }
        }
      }
      """
    }
    let held = parent("var settings = Settings.State()", "Settings.Action")
    #expect(Lint.findings(in: held, by: MissingChildReducer.id) == [])
    let sheet = parent(
      "@Presents var settings: Settings.State?", "PresentationAction<Settings.Action>")
    #expect(Lint.findings(in: sheet, by: MissingChildReducer.id).map(\.location.line) == [12])
  }

  @Test("Nothing is put in place of a question where another thing has the dependency's name")
  func shadowed() {
    func feature(_ pattern: String, dependency: String = "@Dependency(\\.uuid) var uuid") -> String
    {
      """
      import ComposableArchitecture
      @Reducer struct Lock {
        struct State { var id: UUID? }
        enum Action { case made(Int), left }
        \(dependency)
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .made(let \(pattern)):
              state.id = UUID()
              return .none
            case .left:
              @Dependency(\\.uuid) var other
              return .none
            }
          }
        }
      }
      """
    }
    func fix(_ source: String) -> String? {
      Lint.findings(in: source, by: NondeterminismInReducer.id).first?.fix?.edits.first?.text
    }
    #expect(fix(feature("number")) == "uuid()")
    #expect(fix(feature("uuid")) == nil)
    #expect(fix(feature("number", dependency: "")) == nil, "a clause's own is not to be had here")
  }

  @Test("The actions that helpers are called for are found however often they call each other")
  func helpers() {
    let calls = { (name: String) in
      Array(repeating: "        _ = \(name)(&state)\n", count: 40).joined()
    }
    let helpers = (1...6).map { number in
      """
        func step\(number)(_ state: inout State) -> Effect<Action> {
      \(number < 6 ? calls("step\(number + 1)") : "        state.id = UUID()\n")      return .none
        }
      """
    }
    let source = """
      import ComposableArchitecture
      @Reducer struct Lock {
        struct State { var id: UUID? }
        enum Action { case left }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .left:
              return step1(&state)
            }
          }
        }
      \(helpers.joined(separator: "\n"))
      }
      """
    let found = Lint.findings(in: source, by: NondeterminismInReducer.id)
    #expect(found.map(\.event) == [Event.ID(.input, "left")])
  }

  @Test("A key that a file has for itself is not the one of another file")
  func keysOfFiles() {
    let texts = ["Mute", "Theme"].map { name in
      SourceText(
        module: "App", path: "\(name).swift",
        text: """
          import ComposableArchitecture
          @Reducer struct \(name) {
            struct State { @Shared(.value) var value = false }
            enum Action { case tapped }
            var body: some ReducerOf<Self> {
              Reduce { state, action in
                state.$value.withLock { $0.toggle() }
                return .none
              }
            }
          }
          extension SharedKey where Self == InMemoryKey<Bool> {
            fileprivate static var value: Self { .inMemory("\(name)") }
          }
          """)
    }
    var settings = LintSettings()
    settings.only = [SharedWriters.id]
    let reading = Linter.read(texts, by: Extractor())
    let found = Linter(settings).findings(in: reading, machines: reading.extract.machines)
    #expect(found == [])
  }
}
