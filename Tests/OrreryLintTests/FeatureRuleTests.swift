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
    #expect(finding.severity == .error)
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

  @Test("The mend of a value that is only read changes its wrapper alone")
  func sharedReader() throws {
    let example = SharedNeverWritten.description.wrong[0]
    let finding = try #require(Lint.findings(in: example, by: SharedNeverWritten.id).first)
    let edit = try #require(finding.fix?.edits.first)
    let bytes = Array(example.source.utf8)
    #expect(String(decoding: bytes[edit.range], as: UTF8.self) == "Shared")
    #expect(edit.text == "SharedReader")
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
