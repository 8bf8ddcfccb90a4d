import OrreryExtraction
import OrreryModel
import Testing

@Suite("Several reducers in one place") struct ReducerRootTests {
  private let types = """
    struct AppState { var link = LinkState.off; var prefs = Prefs() }
    enum LinkState { case off, dialing, on }
    struct Prefs { var volume = 1; var title = "" }
    protocol Action {}
    enum LinkAction: Action { case dial, opened }
    enum PrefsAction: Action { case volume(Int), title(String) }

    """
  private let parts = """
    static func link(state: LinkState?, action: Action) -> LinkState {
      let state = state ?? .off
      guard let action = action as? LinkAction else { return state }
      switch action {
      case .dial: return .dialing
      case .opened: return state == .dialing ? .on : state
      }
    }
    static func prefs(state: Prefs?, action: Action) -> Prefs {
      var state = state ?? Prefs()
      guard let action = action as? PrefsAction else { return state }
      switch action {
      case .volume(let level): state.volume = level
      case .title(let text): state.title = text
      }
      return state
    }
    """
  private let events = [["dial", "opened"], ["volume", "title"]]

  @Test("functions of several states in one type are a machine for each state")
  func namespace() {
    let found = extract(types + "enum Reducers { \(parts) }").machines
    #expect(found.map(\.name) == ["Reducers.link", "Reducers.prefs"])
    #expect(found.map { $0.events.map(\.name) } == events)
  }

  @Test(
    "one that hands each part of its state to another is the machine of all",
    arguments: [
      "AppState(link: link(state: state?.link, action: action), "
        + "prefs: prefs(state: state?.prefs, action: action))",
      """
      var state = state ?? AppState()
      state.link = link(state: state.link, action: action)
      state.prefs = prefs(state: state.prefs, action: action)
      return state
      """,
    ])
  func root(body: String) throws {
    let root = "static func app(action: Action, state: AppState?) -> AppState { \(body) }"
    let found = extract(types + "enum Reducers { \(root)\n\(parts) }").machines
    #expect(found.map(\.name) == ["Reducers"])
    #expect(found.first?.events.map(\.name) == events.flatMap(\.self))
    #expect(found.first?.transitions.map(describe).contains("dialing opened on") == true)
  }

  @Test("so it is beside the others where they stand in no type")
  func globalRoot() {
    let root = """
      func app(action: Action, state: AppState?) -> AppState {
        AppState(
          link: link(state: state?.link, action: action),
          prefs: prefs(state: state?.prefs, action: action))
      }
      """
    let found = extract(types + "\(root)\n\(parts)".replacing("static ", with: "")).machines
    #expect(found.map(\.name) == ["app", "link", "prefs"])
    #expect(found.dropFirst().map { $0.events.map(\.name) } == events)
  }

  @Test(
    "one that asks neither for its state nor for the event is none, and its state is named",
    arguments: [
      "(state: inout AppState, action: AppAction)",
      "(state: AppState, action: AppAction) -> AppState",
    ])
  func commonEvent(head: String) throws {
    let isInOut = head.contains("inout")
    let body = """
      switch action {
      case .on: state.isOn = true
      default: break
      }
      """
    let part =
      isInOut
      ? "func lamp(state: inout LampState, action: AppAction) { \(body) }"
      : """
      func lamp(state: LampState, action: AppAction) -> LampState {
        var state = state
        \(body)
        return state
      }
      """
    let root =
      isInOut
      ? "lamp(state: &state.lamp, action: action)"
      : "AppState(lamp: lamp(state: state.lamp, action: action))"
    let found = extract(
      """
      struct AppState { var lamp: LampState }
      struct LampState { var isOn = false }
      enum AppAction { case on, off }
      func app\(head) { \(root) }
      \(part)
      """)
    #expect(found.machines.map(\.id) == ["App.lamp"])
    #expect(
      found.diagnostics.map(\.message) == [
        "'AppState' belongs to no machine: no function takes it with an event and changes it"
      ])
  }

  @Test("one that does something of its own beside that has rows of its own")
  func own() throws {
    let found = extract(
      types + """
        enum Reducers {
          static func app(action: Action, state: AppState?) -> AppState {
            var state = state ?? AppState()
            if action is Reset { state.prefs = Prefs() }
            state.link = link(state: state.link, action: action)
            return state
          }
          \(parts)
        }
        struct Reset: Action {}
        """
    ).machines
    #expect(found.allSatisfy { $0.children.isEmpty && !$0.events.isEmpty })
  }

  @Test("where a cast takes the event's name, `default` is for events of other types")
  func cast() throws {
    try expectActions(
      types + """
        func prefsReducer(action: Action, state: Prefs?) -> Prefs {
          var state = state ?? Prefs()
          switch action {
          case let action as PrefsAction:
            switch action {
            case .volume(let level): state.volume = level
            case .title(let text): state.title = text
            }
          default: state.volume = 0
          }
          return state
        }
        """, ["volume volume = level", "title title = text", "default volume = 0"])
  }

  @Test(
    "one that hands a reducer another part than it makes has rows of its own",
    arguments: [
      ("state?.spare", "state?.prefs"), ("state?.link", "Prefs()"), ("nil", "state?.prefs"),
    ])
  func otherParts(link: String, prefs: String) throws {
    let types = types.replacing("var prefs", with: "var spare = LinkState.off; var prefs")
    let found = extract(
      types + """
        enum Reducers {
          static func app(action: Action, state: AppState?) -> AppState {
            AppState(
              link: link(state: \(link), action: action), prefs: prefs(state: \(prefs), action: action))
          }
          \(parts)
        }
        """)
    #expect(found.machines.allSatisfy { $0.children.isEmpty })
    #expect(!found.diagnostics.contains { $0.id == "no-machine" && $0.message.contains("app") })
  }
}
