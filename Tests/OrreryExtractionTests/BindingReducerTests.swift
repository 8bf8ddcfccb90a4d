import OrreryModel
import Testing

@Suite("A binding reducer") struct BindingReducerTests {
  private static let feature = """
    @Reducer struct Settings {
      @ObservableState struct State { var isOn = false; var isSaving = false; var text = "" }
      enum Action: BindableAction { case binding(BindingAction<State>), save }
      var body: some ReducerOf<Self> {
        BindingReducer()
        Reduce { state, action in
          switch action {
          case .binding: return .none
          case .save:
            guard state.isOn else { return .none }
            state.isSaving = true
            return .none
          }
        }
      }
    }
    """
  private static let view = """
    struct SettingsView: View {
      @Bindable var store: StoreOf<Settings>
      var body: some View {
        Toggle("On", isOn: $store.isOn)
      }
    }
    """

  @Test("gives a property what a view asks for: inferred moves of its region, by its key path")
  func moves() throws {
    let machine = try #require(extract(Self.feature + "\n" + Self.view).machines.first)
    #expect(machine.regions.map(\.name) == ["isOn", "isSaving"])
    let moves = machine.transitions.filter { $0.event.name == "binding" && $0.kind == .move }
    #expect(
      moves.map(describe) == [
        #"isOn=false binding[case \.isOn && value] isOn=true"#,
        #"isOn=true binding[case \.isOn && !(value)] isOn=false"#,
      ])
    #expect(moves.allSatisfy { $0.certainty == .inferred })
    let saves = machine.transitions.filter { $0.event.name == "save" && $0.kind == .move }
    #expect(saves.map(\.whenText) == ["isOn is true"])
  }

  @Test("is asked which property it sets by the handlers after it")
  func asked() throws {
    let source = Self.feature.replacing(
      "case .binding: return .none",
      with: """
        case .binding(\\.isOn): state.isSaving = false; return .none
        case .binding: return .none
        """)
    let machine = try #require(extract(source + "\n" + Self.view).machines.first)
    let rows = machine.transitions.filter {
      $0.event.name == "binding" && $0.from == "isSaving=true" && $0.kind == .move
    }
    #expect(rows.map(describe) == [#"isSaving=true binding[case \.isOn] isSaving=false"#])
  }

  @Test("sets what is marked for it, also where no view was read, and no exact row ignores it")
  func marked() throws {
    let source = Self.feature.replacing("var isOn", with: "@BindingState var isOn")
    let machine = try #require(extract(source).machines.first)
    #expect(machine.regions.map(\.name) == ["isOn", "isSaving"])
    let plain = try #require(extract(Self.feature).machines.first)
    let rows = plain.transitions.filter { $0.event.name == "binding" }
    #expect(!rows.isEmpty && rows.allSatisfy { $0.certainty == .inferred })
  }

  @Test("is all that a feature may do")
  func alone() throws {
    let source = """
      @Reducer struct Consent {
        struct State { @BindingState var isAcknowledged = false }
        enum Action: BindableAction { case binding(BindingAction<State>), next }
        var body: some ReducerOf<Self> { BindingReducer() }
      }
      """
    let machine = try #require(extract(source).machines.first)
    #expect(machine.states.map(\.name) == ["false", "true"])
    #expect(machine.transitions.count { $0.kind == .move } == 2)
  }
}
