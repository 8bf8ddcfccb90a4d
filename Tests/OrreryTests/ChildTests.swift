import Orrery
import OrreryTesting
import OrreryTrace
import Testing

/// A counter that ticks until its state is gone.
private struct Ticker: Reducer {
  struct State: Equatable, Identifiable {
    var id = 0
    var ticks = 0
  }

  enum Action: Equatable { case start, tick }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run(name: "tick") { send in
          while !Task.isCancelled {
            send(.tick)
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      case .tick:
        state.ticks += 1
        return .none
      }
    }
  }
}

private struct Clocks: Reducer {
  struct State: Equatable {
    var one: Ticker.State?
    var many: [Ticker.State] = []
    var fixed = Ticker.State()
  }

  enum Action: Equatable {
    case one(Ticker.Action)
    case many(IdentifiedAction<Int, Ticker.Action>)
    case fixed(Ticker.Action)
    case open, close
    case add(Int)
    case remove(Int)

    var one: Ticker.Action? {
      get { if case .one(let action) = self { action } else { nil } }
      set { if let newValue { self = .one(newValue) } }
    }

    var many: IdentifiedAction<Int, Ticker.Action>? {
      if case .many(let action) = self { action } else { nil }
    }

    var fixed: Ticker.Action? {
      get { if case .fixed(let action) = self { action } else { nil } }
      set { if let newValue { self = .fixed(newValue) } }
    }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.fixed, action: \.fixed) { Ticker() }
    Reduce { state, action in
      switch action {
      case .open: state.one = Ticker.State()
      case .close: state.one = nil
      case .add(let id): state.many.append(Ticker.State(id: id))
      case .remove(let id): state.many.removeAll { $0.id == id }
      case .one, .many, .fixed: break
      }
      return .none
    }
    .ifLet(\.one, action: \.one) { Ticker() }
    .forEach(\.many, action: \.many, embed: Action.many) { Ticker() }
  }
}

@Suite("A child")
struct ChildTests {
  private func clocks() -> StoreOf<Clocks> {
    Store(initialState: Clocks.State()) { Clocks() }
  }

  @Test("in a scope has actions of its own, wrapped by a property that can be set")
  func scope() async {
    let store = clocks()
    store.send(.fixed(.start))
    #expect(await eventually { store.fixed.ticks > 1 })
  }

  @Test("that may be missing runs while it is there, and its effects end with its state")
  func optional() async {
    let store = clocks()
    store.send(.open)
    store.send(.one(.start))
    #expect(await eventually { (store.one?.ticks ?? 0) > 1 })
    store.send(.close)
    #expect(store.runningEffects.isEmpty)
    store.send(.open)
    #expect(store.one?.ticks == 0)
  }

  @Test("of a collection is told apart by its id, and its effects end with its element")
  func element() async {
    let store = clocks()
    store.send(.add(1))
    store.send(.add(2))
    store.send(.many(.element(id: 1, action: .start)))
    store.send(.many(.element(id: 2, action: .start)))
    #expect(await eventually { store.many.allSatisfy { $0.ticks > 1 } })
    store.send(.remove(1))
    #expect(store.runningEffects == ["tick"])
    let ticks = store.many.first?.ticks ?? 0
    #expect(await eventually { (store.many.first?.ticks ?? 0) > ticks })
  }

  @Test("is shown to a sink that comes late, beside its parent")
  func snapshot() async {
    let recorder = TraceRecorder()
    let store = Store(initialState: Box.State(), recorder: recorder) { Box() }
    store.send(.input(.lampPress))
    #expect(await eventually { store.lamp == .on })
    let sink = MemorySink()
    recorder.attach(sink)
    let states = sink.records.compactMap { record in
      if case .instance(let instance) = record {
        "\(instance.phase) \(instance.state)"
      } else {
        nil
      }
    }
    #expect(states == ["snapshot isOpen=false, label=nil, lamp=on", "snapshot on"])
  }
  @Test("that comes and goes is an instance of its own, from the step that brings it on")
  func instances() {
    let recorded = Recorded()
    let store = Store(initialState: Hall.State(), recorder: recorded.recorder) { Hall() }
    store.send(.open)
    store.send(.add(7))
    store.send(.one(.input(.flip)))
    store.send(.close)
    store.send(.remove(7))
    #expect(
      recorded.instances == [
        "started Hall#1: one=nil", "started Bulb#2 in 1: isOn=false",
        "started Bulb#3 in 1: isOn=false", "ended Bulb#2 in 1: isOn=true",
        "ended Bulb#3 in 1: isOn=false",
      ])
  }

  @Test("whose state the parent has written is known anew, so that no step seems to be missing")
  func written() {
    let recorded = Recorded()
    let store = Store(initialState: Hall.State(), recorder: recorded.recorder) { Hall() }
    store.send(.add(1))
    store.send(.many(.element(id: 1, action: .input(.flip))))
    store.send(.darken)
    store.send(.many(.element(id: 1, action: .input(.flip))))
    #expect(
      recorded.steps.filter { $0.hasPrefix("Bulb") } == [
        "Bulb#2: input.flip isOn=false > isOn=true moved",
        "Bulb#2: input.flip isOn=false > isOn=true moved",
      ])
    #expect(
      recorded.instances == [
        "started Hall#1: one=nil", "started Bulb#2 in 1: isOn=false",
        "snapshot Bulb#2 in 1: isOn=false",
      ])
  }

  @Test("that has come is shown to a late sink, also where it has taken no step")
  func lateSnapshot() {
    let recorder = TraceRecorder()
    let initial = Hall.State(one: nil, many: [Bulb.State(id: 1)])
    let store = Store(initialState: initial, recorder: recorder) { Hall() }
    store.send(.open)
    store.send(.add(2))
    store.send(.many(.element(id: 2, action: .input(.flip))))
    store.send(.add(3))
    store.send(.remove(1))
    let recorded = Recorded(attachedTo: recorder)
    #expect(
      recorded.instances == [
        "snapshot Hall#1: one=some", "snapshot Bulb#3 in 1: isOn=false",
        "snapshot Bulb#4 in 1: isOn=true", "snapshot Bulb#5 in 1: isOn=false",
      ])
    store.send(.many(.element(id: 3, action: .input(.flip))))
    #expect(
      recorded.steps == [
        "Bulb#5: input.flip isOn=false > isOn=true moved",
        "Hall#1: input.many one=some > one=some none",
      ])
  }
}

@StateMachine
private struct Bulb: StateMachine {
  struct State: Equatable, Identifiable {
    var id = 0
    var isOn = false
  }

  enum Input { case flip }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    nextState(withVar(state, \.isOn, !state.isOn))
  }
}

private struct Hall: Reducer {
  struct State: Equatable {
    var one: Bulb.State?
    var many: [Bulb.State] = []
  }

  enum Action {
    case one(Bulb.Action)
    case many(IdentifiedAction<Int, Bulb.Action>)
    case open, close, darken
    case add(Int)
    case remove(Int)

    var one: Bulb.Action? {
      if case .one(let action) = self { action } else { nil }
    }

    var many: IdentifiedAction<Int, Bulb.Action>? {
      if case .many(let action) = self { action } else { nil }
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.one = Bulb.State()
      case .close: state.one = nil
      case .darken: for index in state.many.indices { state.many[index].isOn = false }
      case .add(let id): state.many.append(Bulb.State(id: id))
      case .remove(let id): state.many.removeAll { $0.id == id }
      case .one, .many: break
      }
      return .none
    }
    .ifLet(\.one, action: \.one, embed: Action.one) { Bulb() }
    .forEach(\.many, action: \.many, embed: Action.many) { Bulb() }
  }
}
