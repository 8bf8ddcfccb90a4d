import OrreryExtraction
import OrreryModel
import Testing

@Suite("Objects that keep a struct and take actions") struct KeptStructTests {
  @Test("what an action writes, whatever the object's other methods do")
  func actions() throws {
    try expectActions(
      """
      final class Editor {
        struct State { var name = ""; var isBusy = false }
        enum Action { case rename(String), save, log }
        private(set) var state = State()
        func send(_ action: Action) {
          switch action {
          case let .rename(name): state.name = name
          case .save: state.isBusy = true
          case .log: break
          }
        }
        func finish() { state.isBusy = false }
      }
      """,
      [
        "rename name = name", "save isBusy = true", "log ", "finish isBusy = false",
      ])
  }

  @Test("the states are those of the properties with few values")
  func states() throws {
    try expectTransitions(
      """
      final class Editor {
        struct State { var name = ""; var isBusy = false }
        enum Action { case rename(String), save, reset }
        private(set) var state = State()
        func send(_ action: Action) {
          switch action {
          case let .rename(name): state.name = name
          case .save:
            guard !state.isBusy else { return }
            state.isBusy = true
          case .reset: state = State()
          }
        }
      }
      """,
      [
        "false rename false", "false save true",
        "false reset false", "true rename true",
        "true save ignored", "true reset false",
      ])
  }

  @Test("what follows a wait is an event that starts where it was left, or where events lead")
  func waits() throws {
    let found = try machine(
      """
      @MainActor final class Feed: ObservableObject {
        struct State { var isLoading = false; var items: [String] = [] }
        enum Action { case load, clear }
        @Published private(set) var state = State()
        let api: API
        init(api: API) { self.api = api }
        func send(_ action: Action) {
          switch action {
          case .load:
            guard !state.isLoading else { return }
            state.isLoading = true
            Task {
              do {
                state.items = try await api.items()
                state.isLoading = false
              } catch {
                state.isLoading = false
              }
            }
          case .clear: break
          }
        }
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "load[state.isLoading] ", "load[!state.isLoading]/api.items isLoading = true", "clear ",
        "load#api.items.success items = try await api.items(); isLoading = false",
        "load#api.items.failure isLoading = false",
      ])
    #expect(
      found.transitions.map(describe) == [
        "false load/api.items true", "false clear ignored",
        "true load ignored", "true clear ignored",
        "true load#api.items.success false",
        "true load#api.items.failure false",
      ])
    #expect(
      found.events.map(\.id.name) == [
        "load", "clear", "load#api.items.success", "load#api.items.failure",
      ])
  }

  @Test("what a publisher calls is an event in any state")
  func publisher() throws {
    let found = try machine(
      """
      @MainActor final class Search: ObservableObject {
        struct State { var isOn = false }
        enum Action { case start, stop }
        @Published private(set) var state = State()
        init() { subject.sink { [weak self] _ in self?.search() }.store(in: &bag) }
        func send(_ action: Action) {
          switch action {
          case .start: search()
          case .stop: state.isOn = false
          }
        }
        private func search() { state.isOn = true }
      }
      """)
    let rows = found.transitions.filter { $0.event.name == "subject" }
    #expect(
      rows.map(describe) == ["false subject true", "true subject ignored"])
  }

  @Test("a struct that a generic superclass keeps is named, be that among the files or not")
  func superclass() {
    let processor = """
      struct LoginState { var name = ""; var alert: String? }
      enum LoginAction { case nameChanged(String), failed(String) }
      enum LoginEffect { case appeared, closed }
      final class LoginProcessor: Processor<LoginState, LoginAction, LoginEffect> {
        override func receive(_ action: LoginAction) {
          switch action {
          case let .nameChanged(name): state.name = name
          case let .failed(text): state.alert = text
          }
        }
        override func perform(_ effect: LoginEffect) async {
          switch effect {
          case .appeared: clear()
          case .closed: break
          }
        }
        private func clear() { state.alert = nil }
      }
      """
    let base = """
      open class Processor<State, Action, Effect> {
        open var state: State { get { subject.value } set { subject.value = newValue } }
        private var subject: CurrentValueSubject<State, Never>
        init(state: State) { subject = CurrentValueSubject(state) }
        open func receive(_ action: Action) {}
        open func perform(_ effect: Effect) async {}
      }
      """
    for source in [processor, processor + "\n" + base] {
      let found = extract(source)
      #expect(found.machines.isEmpty)
      #expect(
        found.diagnostics.contains { $0.message.hasPrefix("'LoginState' belongs to no machine") })
    }
  }

  @Test("a struct that no `switch` over an action changes is no machine")
  func noDispatcher() {
    let found = extract(
      """
      enum Screen { case one, two }
      final class Themes {
        struct ThemeState { var isDark = false; var size = 1 }
        enum Action { case print, clear }
        var theme = ThemeState()
        func apply(_ screen: Screen) {
          switch screen {
          case .one: theme.isDark = true
          case .two: theme.size = 2
          }
        }
        func send(_ action: Action) {
          switch action {
          case .print: print(theme)
          case .clear: break
          }
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("a case of an enum in the struct stays the machine's state")
  func enumInStruct() throws {
    let found = try machine(
      """
      final class Store {
        enum Phase { case idle, busy }
        struct State { var phase: Phase = .idle; var count = 0 }
        enum Action { case start, stop }
        private var state = State()
        func send(_ action: Action) {
          switch action {
          case .start: state.phase = .busy
          case .stop: state.phase = .idle
          }
        }
      }
      """)
    #expect(found.states.map(\.name) == ["idle", "busy"])
  }

  @Test("beside another state of the object the struct is a machine of its own")
  func besideEnum() {
    let found = extract(
      """
      final class Player {
        enum Mode { case off, on }
        struct ViewState { var isMuted = false }
        enum Action { case toggle, mute, unmute }
        private var mode = Mode.off
        private var viewState = ViewState()
        func send(_ action: Action) {
          switch action {
          case .toggle: mode = mode == .on ? .off : .on
          case .mute: viewState.isMuted = true
          case .unmute: viewState.isMuted = false
          }
        }
      }
      """)
    #expect(found.machines.map(\.name) == ["Player", "Player.viewState"])
  }

  @Test("an optional in a struct that is always there is empty in a state of its own")
  func optionals() throws {
    try expectTransitions(
      """
      enum Mode { case slow, fast }
      final class Room {
        struct Values { var mode: Mode?; var count: Int }
        private let values = Locked(Values(count: 0))
        func open() {
          guard values.mode == nil else { return }
          values.withLock { $0.mode = .slow }
        }
        func close() { values.withLock { $0.mode = nil } }
        func reset() { values.withLock { $0 = Values(count: 1) } }
      }
      """,
      [
        "slow open ignored", "fast open ignored", "nil open slow", "slow close nil",
        "fast close nil", "nil close ignored", "slow reset nil", "fast reset nil",
        "nil reset ignored",
      ])
  }
}
