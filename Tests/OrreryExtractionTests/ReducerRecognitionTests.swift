import OrreryExtraction
import OrreryModel
import Testing

@Suite("Which function is the reducer") struct ReducerRecognitionTests {
  /// A reducer whose helpers have its name and are told apart by what they take.
  private let order = """
    struct Order<Payment> {
      enum Status { case suspected, failed }
      var payment: Payment
      var status: Status?
    }
    enum OrderEvent<PaymentEvent> {
      case pay(PaymentEvent), fraud(Fraud), resume
      enum Fraud { case cancel, expire }
    }
    enum OrderEffect { case start, resume }
    final class OrderReducer<Payment, PaymentEvent> {
      typealias State = Order<Payment>
      typealias Event = OrderEvent<PaymentEvent>
      typealias Effect = OrderEffect
      private let pay: (Payment, PaymentEvent) -> Payment
      func reduce(_ state: State, _ event: Event) -> (State, Effect?) {
        var state = state
        var effect: Effect?
        switch (state.status, event) {
        case let (_, .pay(event)): reduce(&state, &effect, with: event)
        case let (_, .fraud(event)): reduce(&state, &effect, with: event)
        case (_, .resume): reduceResume(&state, &effect)
        }
        return (state, effect)
      }
      private func reduce(
        _ state: inout State, _ effect: inout Effect?, with event: Event.Fraud
      ) {
        switch event {
        case .cancel: state.status = nil
        case .expire: state.status = .failed
        }
      }
      private func reduce(
        _ state: inout State, _ effect: inout Effect?, with event: PaymentEvent
      ) {
        state.payment = pay(state.payment, event)
        effect = .start
      }
      private func reduceResume(_ state: inout State, _ effect: inout Effect?) {
        guard state.status == nil else { return }
        effect = .resume
      }
    }
    """

  @Test("one that answers with the state goes before helpers that are handed it to change")
  func answersState() throws {
    let found = try machine(order)
    #expect(found.name == "OrderReducer")
    #expect(found.events.map(\.name) == ["pay", "fraud", "resume"])
  }

  @Test("an overload is taken by the type that the event's case declares")
  func overloads() throws {
    let found = try machine(order)
    #expect(
      found.actions.map(describe) == [
        "pay/.start payment = pay(state.payment, event)",
        "fraud[case .cancel = event] status = nil", "fraud[case .expire = event] status = .failed",
        "resume[!(state.status == nil)] ", "resume[state.status == nil]/.resume ",
      ])
    #expect(!found.unresolved.contains { $0.reason.contains("one of several") })
  }

  @Test("`Reducer<State>` alone: the events are what a property of the action is asked for")
  func closure() throws {
    let found = try machine(
      """
      struct MenuState {
        var page: Int?
        var isClosed: Bool
        init(page: Int?, isClosed: Bool = false) {
          self.page = page
          self.isClosed = isClosed
        }
        static let reducer: Reducer<Self> = { state, action in
          switch action.actionType {
          case MenuActionType.open: return MenuState(page: 1)
          case MenuActionType.close, MenuActionType.leave:
            return MenuState(page: state.page, isClosed: true)
          default: return state
          }
        }
      }
      """)
    #expect(found.events.map(\.name) == ["open", "close", "leave"])
    #expect(
      found.actions.map(describe) == [
        "open page = 1; isClosed = false", "close isClosed = true", "leave isClosed = true",
      ])
  }

  @Test("so for a function that takes an action of a type that is not among the files")
  func function() throws {
    let found = try machine(
      """
      enum Phase { case idle, busy }
      struct PhaseReducer {
        func reduce(_ phase: Phase, _ action: Action) -> Phase {
          switch action.kind {
          case Kind.start: return .busy
          case Kind.stop: return .idle
          default: return phase
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle start busy", "busy stop idle",
      ])
  }

  @Test("whether a list that was put together is empty is known")
  func lists() throws {
    let found = try machine(
      """
      struct PageModel { var count = 0 }
      enum PageEvent { case load(Bool), stop }
      enum PageEffect { case fetch, rest }
      enum Page {
        static func update(model: PageModel, event: PageEvent) -> Next<PageModel, PageEffect> {
          switch event {
          case .load(let isNew):
            var effects: [PageEffect] = []
            if isNew { effects.append(.fetch) }
            if effects.isEmpty { return .dispatchEffects([.rest]) }
            return .dispatchEffects(effects)
          case .stop: return .noChange
          }
        }
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "load[!(isNew)]/.rest ", "load[isNew]/.fetch ", "stop ",
      ])
  }

  @Test(
    "an enum whose cases are asked for by its name, and that is cast to, is one source of events")
  func casesOfCastTypes() throws {
    let found = try machine(
      """
      struct PlayerState { var isOn = false }
      struct Loaded: Action { let name: String }
      struct Failed: Action { let message: String }
      enum PlayerAction: Action { case stop, resume }
      func playerReducer(action: Action, state: PlayerState?) -> PlayerState {
        var state = state ?? PlayerState()
        switch action {
        case let action as Loaded: state.isOn = true
        case let action as Failed: state.isOn = false
        case PlayerAction.stop: state.isOn = false
        case let action as PlayerAction where action == .resume: state.isOn = true
        default: break
        }
        return state
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "stop isOn = false", "resume isOn = true", "Loaded isOn = true", "Failed isOn = false",
      ])
  }

  @Test("a helper that is called with a closure behind it is no reducer of its own")
  func trailingClosure() throws {
    let found = try machine(
      """
      enum Phase { case idle, busy, done }
      enum Action { case go, stop }
      struct Store {
        func reduce(state: inout Phase, action: Action) {
          switch action {
          case .go: apply(&state, action) { print("going") }
          case .stop: state = .idle
          }
        }
        func apply(_ state: inout Phase, _ action: Action, log: () -> Void) {
          switch action {
          case .go: state = .busy
          case .stop: state = .done
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle go busy", "busy stop idle", "done go busy", "done stop idle",
      ])
  }

  @Test("an action that is cast and then asked by a property is one source of events")
  func castAndAsked() throws {
    let found = try machine(
      """
      protocol Action {}
      struct FeedAction: Action { let type: Kind; enum Kind { case start, stop } }
      struct FeedState { var count = 0 }
      func reduce(action: Action, state: FeedState?) -> FeedState {
        var state = state ?? FeedState()
        guard let action = action as? FeedAction else { return state }
        switch action.type {
        case .start: state.count = 1
        case .stop: state.count = 2
        }
        return state
      }
      """)
    #expect(found.actions.map(describe) == ["start count = 1", "stop count = 2"])
  }

  @Test("a struct that is handed over as `state` is one, whatever it is called")
  func named() throws {
    let found = try machine(
      """
      enum Status { case idle, running }
      struct Snapshot { let status: Status; let elapsed: Int }
      enum Action { case start, stop }
      struct TimerReducer {
        func reduce(state: Snapshot, action: Action) -> Snapshot {
          switch action {
          case .start: return Snapshot(status: .running, elapsed: 0)
          case .stop: return Snapshot(status: .idle, elapsed: state.elapsed)
          }
        }
      }
      """)
    #expect(
      found.actions.map(describe) == [
        "start status = .running; elapsed = 0", "stop status = .idle",
      ])
  }

  @Test(
    "one that neither asks which case it is handed nor is named for what comes next converts a value",
    arguments: [
      "func text(_ color: Color, for size: Size) -> Color { size == .small ? .black : color }",
      "func pick(_ color: Color?, size: Size) -> Color? { size == .small ? nil : color }",
    ])
  func conversions(function: String) {
    let found = extract(
      "enum Color { case black, white }\nenum Size { case small, large }\n" + function)
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message).contains { message in
        message.hasSuffix(
          "is no machine: it answers with a 'Color' and does not ask which one it was")
      })
  }

  @Test(
    "one that asks, or that a name tells of, is a reducer",
    arguments: [
      "func pick(_ color: Color, size: Size) -> Color { size == .small && color == .white ? .black : color }",
      "func next(_ color: Color, size: Size) -> Color { size == .small ? .black : color }",
      "func pick(_ state: Color, size: Size) -> Color { size == .small ? .black : state }",
    ])
  func named(function: String) throws {
    let rows = try machine(
      "enum Color { case black, white }\nenum Size { case small, large }\n" + function
    ).transitions.map(describe)
    #expect(rows.contains("white small black"))
  }

  @Test("a value of which no case is asked is no event")
  func unasked() throws {
    let found = try machine(
      """
      enum Follow { case on, off }
      enum Target { case user, group }
      func act(_ follow: Follow, target: Target) -> Follow {
        switch follow {
        case .on: return .off
        case .off: return .on
        }
      }
      final class Button {
        private var follow = Follow.off
        let target: Target
        func tap() { follow = act(follow, target: target) }
      }
      """)
    #expect(found.id == "App.Button")
    #expect(found.transitions.map(describe) == ["on tap off", "off tap on"])
  }

  @Test(
    "a state that a reducer is handed is the next one in what it answers, whatever it is called",
    arguments: [
      ("(_ light: Light, event: Event) -> Step", "Step(light: .green, effects: [])"),
      ("(_ event: Event, to light: Light) -> Light", ".green"),
    ])
  func handedStates(_ signature: String, _ answer: String) throws {
    let found = try machine(
      """
      enum Light { case red, green }
      enum Event { case go, stop }
      struct Step { var light: Light; var effects: [String] }
      func send\(signature) {
        switch event {
        case .go: return \(answer)
        case .stop: return \(answer.replacing(".green", with: ".red"))
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "red go green", "green stop red",
      ])
  }

  @Test("an answer that tells what was done has no next state in it")
  func results() {
    let found = extract(
      """
      enum Tap { case forward, next }
      enum Zone { case left, right }
      struct Done { let tap: Tap; let zone: Zone }
      struct Handler {
        func handle(_ tap: Tap, zone: Zone) -> Done {
          if tap == .forward, zone == .left { return Done(tap: .next, zone: zone) }
          return Done(tap: tap, zone: zone)
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("one that gives back what it is handed, whatever happens, is none")
  func idle() {
    let found = extract(
      """
      enum State { case on, off }
      enum Event { case press, hold }
      func reduce(_ state: State, _ event: Event) -> State {
        switch (state, event) {
        case (.on, .press): return state
        default: return state
        }
      }
      """)
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'reduce' is no machine: no handler changes its state to another case"
      ])
  }

  @Test("beside a property with other states it is one of two machines")
  func beside() {
    let found = extract(
      """
      enum State { case on, off }
      enum Event { case press, hold }
      final class Lamp {
        enum Color { case red, green }
        private var color = Color.red
        func reduce(_ state: State, _ event: Event) -> State {
          switch (state, event) {
          case (.on, .press): .off
          default: .on
          }
        }
        func change() { if color == .red { color = .green } }
      }
      """)
    #expect(found.machines.map(\.id) == ["App.Lamp", "App.Lamp.color"])
  }
}
