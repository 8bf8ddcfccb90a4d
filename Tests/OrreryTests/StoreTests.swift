import Orrery
import OrreryTrace
import Testing

@Suite("A store")
struct StoreTests {
  /// A reducer that writes down what it gets.
  private func list(_ body: @escaping @Sendable (Int) -> Void = { _ in }) -> Store<[Int], Int> {
    Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        body(action)
        state.append(action)
        return .none
      }
    }
  }

  @Test("handles actions in the order in which they are sent")
  func order() {
    let store = list()
    for number in 0..<1_000 { store.send(number) }
    #expect(store.state == Array(0..<1_000))
  }

  @Test("loses nothing that several threads send, and keeps each one's order")
  func threads() async {
    let store = list()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<500 { store.send(sender * 1_000 + number) } }
      }
    }
    let state = store.state
    #expect(state.count == 4_000)
    for sender in 0..<8 {
      #expect(state.filter { $0 / 1_000 == sender } == (0..<500).map { sender * 1_000 + $0 })
    }
  }

  @Test("queues what is sent while it handles an action")
  func reentrancy() {
    let itself = Lock<Store<[Int], Int>?>(nil)
    let store = list { action in
      if action == 1 { itself.withLock { $0 }?.send(2) }
      if action == 2 { itself.withLock { $0 }?.send(3) }
    }
    itself.withLock { $0 = store }
    store.send(1)
    #expect(store.state == [1, 2, 3])
    itself.withLock { $0 = nil }
  }

  @Test("shows a reducer that asks for its state the one before, and queues its followers")
  func reflection() async {
    struct Itself: Sendable {
      weak var store: Store<[Int], Int>?
      var states: AsyncStream<[Int]>?
    }
    let itself = Lock(Itself())
    let seen = Lock<[Int]?>(nil)
    var store: Store<[Int], Int>? = list { action in
      guard action == 2 else { return }
      let store = itself.withLock { $0.store }
      seen.withLock { $0 = store?.state }
      let states = store?.states(buffering: .unbounded)
      itself.withLock { $0.states = states }
    }
    itself.withLock { [store] in $0.store = store }
    for action in 1...3 { store?.send(action) }
    store = nil
    #expect(seen.withLock { $0 } == [1])
    var followed: [[Int]] = []
    if let states = itself.withLock({ $0.states }) {
      for await state in states { followed.append(state) }
    }
    #expect(followed == [[1, 2], [1, 2, 3]])
  }

  @Test("shows a machine's static function that asks for its state the one before")
  func staticReflection() {
    let store = Store(initialState: Mirrored.State(number: 0)) { Mirrored() }
    Mirrored.store.withLock { $0 = store }
    defer {
      // Let go of outside the lock, which a state that leaves asks for.
      _ = Mirrored.store.withLock { store in
        defer { store = nil }
        return store
      }
    }
    for _ in 1...3 { store.send(.input(.step)) }
    #expect(store.state.number == 3)
    #expect(Mirrored.seen.withLock { $0 } == [0, 1, 2])
    #expect(Mirrored.left.withLock { $0 } == [1, 2, 3])
  }

  @Test("calls the `reduce(into:action:)` of a machine that says it has no body")
  func byHand() {
    let store = Store(initialState: 0) { ByHand() }
    store.send(.input(.step))
    #expect(store.state == 10)
  }

  @Test("does the same for a machine with a function of its own whether or not it is recorded")
  func recordedAlike() {
    let stores = [
      Store(initialState: 0) { Unmarked() },
      Store(initialState: 0, recorder: Recorded().recorder) { Unmarked() },
    ]
    for store in stores { store.send(.input(.step)) }
    #expect(stores.map(\.state) == [1, 1])
  }

  @Test("handles an action that a reducer sends right after the one that sent it")
  func sendEffect() {
    let store = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        state.append(action)
        return action == 1 ? .send(2) : .none
      }
    }
    store.send(1)
    #expect(store.state == [1, 2])
  }

  @Test("publishes the state now and each time it changes, and ends with itself")
  func states() async {
    var store: Store<[Int], Int>? = Store(initialState: [Int]()) {
      Reduce<[Int], Int> { state, action in
        if !state.contains(action) { state.append(action) }
        return .none
      }
    }
    let states = store?.states(buffering: .unbounded)
    store?.send(1)
    store?.send(1)
    store?.send(2)
    store = nil
    var seen: [[Int]] = []
    if let states { for await state in states { seen.append(state) } }
    #expect(seen == [[], [1], [1, 2]])
  }

  @Test("gives a slow reader the newest state")
  func newest() async {
    var store: Store<[Int], Int>? = list()
    let states = store?.states
    for number in 0..<1_000 { store?.send(number) }
    store = nil
    var seen: [Int] = []
    if let states { for await state in states { seen.append(state.count) } }
    #expect(seen == [1_000])
  }

  @Test("drops results that come after it is gone, and cancels its effects")
  func gone() async {
    let (stream, results) = AsyncStream.makeStream(of: Lamp.IOResult.self)
    let isCancelled = AtomicValue(false)
    results.onTermination = { _ in isCancelled.store(true, ordering: .relaxed) }
    let recorded = Recorded()
    var store: StoreOf<Lamp>? = Store(
      initialState: Lamp.State.off, recorder: recorded.recorder
    ) { Lamp(heat: { _ in stream }) }
    weak let observed = store
    store?.send(.input(.press))
    store = nil
    #expect(observed == nil)
    results.yield(.heated(1))
    #expect(await eventually { isCancelled.load(ordering: .relaxed) })
    #expect(recorded.steps.count == 1)
    #expect(recorded.effects == ["started heat", "cancelled heat: the store is gone"])
    #expect(recorded.instances == ["started Lamp#1: off", "ended Lamp#1: warming"])
  }
}

/// Asks its own store for the state: when it makes the next one, and when the one before goes.
@StateMachine
private struct Mirrored: StateMachine {
  final class Leaving: Sendable {
    deinit {
      let store = Mirrored.store.withLock { $0 }
      if let number = store?.state.number { Mirrored.left.withLock { $0.append(number) } }
    }
  }

  struct State {
    var number: Int
    var leaving = Leaving()
  }

  enum Input { case step }
  typealias IOEffect = Never
  typealias IOResult = Never

  static let store = Lock<StoreOf<Mirrored>?>(nil)
  static let seen = Lock<[Int]>([])
  static let left = Lock<[Int]>([])

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    if let seen = store.withLock({ $0 })?.state.number { Self.seen.withLock { $0.append(seen) } }
    return nextState(State(number: state.number + 1))
  }
}

@StateMachine
private struct ByHand: StateMachine {
  typealias State = Int
  typealias Body = Never

  enum Input { case step }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(state + 1) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state += 10
    return .none
  }
}

/// Says neither that it has no body nor that it is a machine that the macro may look at.
private struct Unmarked: StateMachine {
  typealias State = Int
  typealias Action = StateMachineEvent<Input, Never>

  enum Input { case step }
  typealias IOEffect = Never
  typealias IOResult = Never

  static func reduceInput(_ state: State, _ input: Input) -> Transition { nextState(state + 1) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state += 10
    return .none
  }
}
