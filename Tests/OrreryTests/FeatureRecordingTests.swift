import Orrery
import OrreryTrace
import Testing

/// A search with a counter and, now and then, an answer: features without a state machine.
private struct Search: Reducer {
  struct State {
    var isLoading = false
    var text = ""
    var answer: Answer.State?
    var count = Counter.State()
  }

  enum Action {
    case view(view: View)
    case response
    case count(Counter.Action)
    case answer(Answer.Action)

    enum View {
      case typed(String)
      case tapped
    }

    var count: Counter.Action? { if case .count(let action) = self { action } else { nil } }
    var answer: Answer.Action? { if case .answer(let action) = self { action } else { nil } }
  }

  struct Answer: Reducer {
    typealias Body = Never
    enum State { case new, read }
    enum Action { case read }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state = .read
      return .none
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.count, action: \.count, embed: Action.count) { Counter() }
    Reduce { state, action in
      switch action {
      case .view(.typed(let text)): state.text = text
      case .view(.tapped):
        state.isLoading = true
        return .run(name: "load") { send in send(.response) }
      case .response:
        state.isLoading = false
        state.answer = .new
      case .count, .answer: break
      }
      return .none
    }
    .ifLet(\.answer, action: \.answer, embed: Action.answer) { Answer() }
  }
}

private struct Counter: Reducer {
  struct State { var isEven = true }
  enum Action { case up, fail }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      struct Broken: Error {}
      if case .fail = action { return .run(name: "save") { _ in throw Broken() } }
      state.isEven.toggle()
      return .none
    }
  }
}

/// A machine with a feature in it, both of which wait for something.
@StateMachine
private struct Office: StateMachine {
  struct State {
    var days = 0
    var phone = Phone.State()
  }

  enum Input { case work }
  enum IOEffect { case wait }
  typealias IOResult = Never

  enum Action: StateMachineEventConvertible {
    case input(Input)
    case ioResult(IOResult)
    case phone(Phone.Action)

    static func map(_ action: Self) -> StateMachineEvent<Input, Never>? {
      if case .input(let input) = action { .input(input) } else { nil }
    }

    var phone: Phone.Action? { if case .phone(let action) = self { action } else { nil } }
  }

  struct Phone: Reducer {
    typealias Body = Never
    struct State { var calls = 0 }
    enum Action { case ring }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run(name: "wait") { _ in try await Task.sleep(for: .seconds(60)) }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.phone, action: \.phone, embed: Action.phone) { Phone() }
    Reduce { state, action in apply(Self.reduce(state, action), to: &state) }
  }

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    transition(withVar(state, \.days, state.days + 1), effect: .wait)
  }

  func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
    .none { try? await Task.sleep(for: .seconds(60)) }
  }
}

/// Holds a machine, and does not declare it.
private struct Around: Reducer {
  typealias Body = Never
  let lamp = Lamp()

  func reduce(into state: inout Lamp.State, action: Lamp.Action) -> Effect<Lamp.Action> {
    lamp.reduce(into: &state, action: action)
  }
}

@Suite("A recording of reducers that are no state machines")
struct FeatureRecordingTests {
  private let recorded = Recorded()

  @Test("has the steps of each feature, and says whose child it is")
  func search() async {
    var store: StoreOf<Search>? = Store(
      initialState: Search.State(), recorder: recorded.recorder
    ) { Search() }
    store?.send(.view(view: .typed("ada")))
    store?.send(.view(view: .tapped))
    #expect(await eventually { recorded.effects.last == "finished load" })
    store?.send(.answer(.read))
    store?.send(.count(.up))
    store = nil
    #expect(
      recorded.steps == [
        "Search#1: input.view.typed isLoading=false, answer=nil > isLoading=false, answer=nil none",
        "Search#1: input.view.tapped isLoading=false, answer=nil > isLoading=true, answer=nil moved"
          + " [load]",
        "Search#1: input.response isLoading=true, answer=nil > isLoading=false, answer=some moved",
        "Answer#3: input.read new > read moved",
        "Search#1: input.answer isLoading=false, answer=some > isLoading=false, answer=some none",
        "Counter#2: input.up isEven=true > isEven=false moved",
        "Search#1: input.count isLoading=false, answer=some > isLoading=false, answer=some none",
      ])
    #expect(
      recorded.instances.prefix(3) == [
        "started Search#1: isLoading=false, answer=nil", "started Counter#2 in 1: isEven=true",
        "started Answer#3 in 1: new",
      ])
  }

  @Test("names them by module and types, private ones too")
  func ids() {
    let store = Store(initialState: Search.State(answer: .new), recorder: recorded.recorder) {
      Search()
    }
    let machines = recorded.sink.records.compactMap { record -> String? in
      if case .machine(let machine) = record { "\(machine.machine) \(machine.style)" } else { nil }
    }
    #expect(
      machines == [
        "OrreryTests.Search composable", "OrreryTests.Counter composable",
        "OrreryTests.Search.Answer composable",
      ])
    withExtendedLifetime(store) {}
  }

  @Test("has the lives of their effects, failed ones with the reason")
  func failed() async {
    let store = Store(initialState: Counter.State(), recorder: recorded.recorder) { Counter() }
    store.send(.fail)
    #expect(await eventually { store.runningEffects.isEmpty })
    #expect(
      recorded.effects == [
        "started save", "failed save: its work threw 'Broken()'", "finished save",
      ])
  }

  @Test("changes nothing: a parent's effect replaces none of a child's that has its name")
  func unchanged() {
    for recorder in [recorded.recorder, TraceRecorder()] {
      let store = Store(initialState: Office.State(), recorder: recorder) { Office() }
      store.send(.phone(.ring))
      store.send(.input(.work))
      #expect(store.runningEffects == ["wait", "wait"])
      store.send(.input(.work))
      #expect(store.runningEffects == ["wait", "wait"])
    }
  }

  @Test("leaves what a state machine inside stands for to the machine")
  func machineInside() {
    let store = Store(initialState: Lamp.State.on, recorder: recorded.recorder) { Around() }
    store.send(.input(.release))
    #expect(recorded.steps == ["Lamp#2: input.release on > off moved"])
    #expect(
      recorded.instances == ["started Around#1: on", "ended Around#1: on", "started Lamp#2: on"])
  }

  @Test("does not speak of closures, which have no name")
  func closures() {
    let store = Store(initialState: 0, recorder: recorded.recorder) {
      Reduce<Int, Int> { state, action in
        state += action
        return .none
      }
    }
    store.send(1)
    #expect(recorded.instances.isEmpty && recorded.steps.isEmpty)
  }
}
