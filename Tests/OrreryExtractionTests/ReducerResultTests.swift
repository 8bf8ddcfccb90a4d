import OrreryExtraction
import OrreryModel
import Testing

@Suite("What reducers return") struct ReducerResultTests {
  @Test("a library's result names the next state and the effects, and says where nothing changes")
  func next() throws {
    try expectTransitions(
      """
      enum Model { case out, checking(String), inside }
      enum Event { case login(String), accepted, logout }
      enum Effect { case check(String), clear }
      func update(model: Model, event: Event) -> Next<Model, Effect> {
        switch (model, event) {
        case (.out, .login(let name)): return .next(.checking(name), effects: [.check(name)])
        case (.checking, .accepted): return Next.next(.inside)
        case (_, .logout): return .dispatchEffects([.clear])
        default: return .noChange
        }
      }
      """,
      [
        "out login/.check checking", "out accepted ignored", "out logout/.clear out",
        "checking login ignored", "checking accepted inside", "checking logout/.clear checking",
        "inside login ignored", "inside accepted ignored", "inside logout/.clear inside",
      ])
  }

  @Test(
    "a closure that the library makes an update of returns the same",
    arguments: [
      "let update = Update<Model, Event, Effect> { model, event in",
      "let update: Update<Model, Event, Effect> = Update { model, event in",
    ])
  func update(_ start: String) throws {
    try expectTransitions(
      """
      import MobiusCore
      enum Model { case out, inside }
      enum Event { case login(String), logout }
      enum Effect { case check(String), clear }
      \(start)
        switch (model, event) {
        case (.out, .login(let name)): return .next(.inside, effects: [.check(name)])
        case (_, .logout): return .dispatchEffects([.clear])
        default: return .noChange
        }
      }
      """,
      [
        "out login/.check inside", "out logout/.clear out", "inside login ignored",
        "inside logout/.clear inside",
      ])
  }

  @Test(
    "an `IOResult` that is a result of a task has its cases for events, as a run records them",
    arguments: ["TaskResult<String>", "Result<String, any Error>", "Result<String, Failure>"])
  func taskResult(type: String) throws {
    let source = """
      struct Fetch: StateMachine {
        enum State { case idle, loading, done, failed }
        enum Input { case load }
        enum IOEffect { case fetch }
        typealias IOResult = \(type)
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          transition(.loading, effect: .fetch)
        }
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
          switch (state, result) {
          case (.loading, .success): nextState(.done)
          case (.loading, .failure(let error)): nextState(.failed)
          default: undefined
          }
        }
      }
      """
    let found = try machine(source)
    #expect(
      found.events.map(\.id) == [
        .init(.input, "load"), .init(.ioResult, "success"), .init(.ioResult, "failure"),
      ])
    let loading = found.transitions.filter { $0.from == "loading" && $0.event.origin == .ioResult }
    #expect(
      loading.map { "\($0.event.name) \($0.to ?? "–")" } == ["success done", "failure failed"])
    #expect(loading.allSatisfy { $0.guard == nil })
    var session = ExtractionSession()
    let texts = [SourceText(module: "", path: "Fetch.swift", text: source)]
    #expect(
      session.extract(texts).machines.first?.events.map(\.name).sorted() == [
        "failure", "load", "success",
      ])
  }

  @Test("a result that the source declares itself is that one")
  func ownResult() throws {
    let found = try machine(
      """
      enum Result { case success, failure, cancelled }
      struct Fetch: StateMachine {
        enum State { case idle, done }
        enum Input { case load }
        typealias IOResult = Result
        static func reduceIOResult(_ state: State, _ result: IOResult) -> Transition {
          nextState(.done)
        }
      }
      """)
    #expect(found.events.map(\.name) == ["success", "failure", "cancelled"])
  }

  @Test("a result that says neither stays open")
  func unknownResult() throws {
    let found = try machine(
      """
      enum Model { case on, off }
      enum Event { case flip }
      func update(model: Model, event: Event) -> Next<Model, Never> {
        switch event { case .flip: return library.flipped(model) }
      }
      """)
    #expect(found.transitions.map(\.kind) == [.unresolved, .unresolved])
  }

  @Test("a closure that edits a copy of the state writes its properties")
  func editedCopy() throws {
    try expectActions(
      """
      struct Model { var count: Int; var isLoading: Bool }
      enum Event { case load, loaded(Int) }
      func update(model: Model, event: Event) -> (Model, Int?) {
        switch event {
        case .load: return (model.with { $0.isLoading = true }, nil)
        case .loaded(let count):
          return (model.with { $0.count = count; $0.isLoading = false }, nil)
        }
      }
      """,
      ["load isLoading = true", "loaded count = count; isLoading = false"])
  }
}

@Suite("Which values reducers take for events") struct ReducerEventTests {
  @Test("a general event is told by the types that it is cast to")
  func resolver() throws {
    let found = try machine(
      """
      protocol MachineEvent {}
      struct StoreEvent: MachineEvent {
        enum Kind { case load, fail(Int) }
        let kind: Kind
      }
      struct Resolution<T> {
        let newState: T
        let actions: [Action]
        static func from(_ state: T) -> Resolution<T> { Resolution(newState: state) }
        init(newState: T, actions: [Action] = []) {
          self.newState = newState
          self.actions = actions
        }
      }
      enum StoreState { case idle, loading, failed(Int) }
      extension StoreState {
        struct Resolver {
          func resolve(old: StoreState, applying event: MachineEvent) -> Resolution<StoreState> {
            guard let event = asStoreEvent(event) else { return .from(old) }
            switch old {
            case .idle: return resolveIdle(event)
            case .loading:
              guard case .fail(let code) = event.kind else { return .from(.loading) }
              return .init(newState: .failed(code))
            case .failed: return .from(old)
            }
          }
          private func resolveIdle(_ event: StoreEvent) -> Resolution<StoreState> {
            switch event.kind {
            case .load:
              let action = Load()
              return Resolution(newState: StoreState.loading, actions: [action])
            default: return .from(.idle)
            }
          }
          private func asStoreEvent(_ event: MachineEvent) -> StoreEvent? {
            guard let found = event as? StoreEvent else { return nil }
            return found
          }
        }
      }
      """)
    #expect(
      found.transitions.map(describe) == [
        "idle load/Load loading", "idle fail ignored", "loading load ignored",
        "loading fail failed", "failed load ignored", "failed fail ignored",
      ])
  }

  @Test("the patterns name the events of an enum that is not among the files")
  func absentEnum() throws {
    try expectTransitions(
      """
      struct Loop {
        enum State { case idle, busy(Int) }
        static func reduce(_ state: inout State, _ event: Event) -> [Effect] {
          switch event {
          case .start(let count):
            state = .busy(count)
            return [.run]
          case .stop:
            state = .idle
            return []
          }
        }
      }
      """,
      [
        "idle start/.run busy", "idle stop ignored", "busy start/.run busy", "busy stop idle",
      ])
  }

  @Test("events may be types of their own")
  func eventTypes() throws {
    try expectTransitions(
      """
      enum Session { case out, busy, inside(String) }
      struct Start: Action {}
      struct Finished: Action { let name: String }
      func sessionReducer(action: Action, state: Session?) -> Session {
        let state = state ?? .out
        switch action {
        case is Start: return .busy
        case let done as Finished: return .inside(done.name)
        case _ as Actions.Reset: return .out
        default: return state
        }
      }
      """,
      [
        "out Start busy", "out Finished inside", "out Reset ignored", "busy Start ignored",
        "busy Finished inside", "busy Reset out", "inside Start busy",
        "inside Finished inside", "inside Reset out",
      ])
  }

  @Test("of several enums beside the state, the event is the one whose cases the patterns name")
  func genericArguments() throws {
    try expectTransitions(
      """
      enum Phase { case out, inside }
      enum Command { case check, clear }
      enum Happening { case login, logout }
      let reducer = Reducer<Phase, Command, Happening> { state, event in
        switch (state, event) {
        case (.out, .login):
          state = .inside
          return [.check]
        case (_, .logout):
          state = .out
          return [.clear]
        default: return []
        }
      }
      """,
      [
        "out login/.check inside", "out logout/.clear out", "inside login ignored",
        "inside logout/.clear out",
      ])
  }

  @Test("a row that only asks for something is placed where what it asks for is chosen")
  func placeOfEffect() throws {
    let machine = try machine(
      """
      enum Phase { case running, over }
      enum Event { case prepare, tick }
      enum Effect { case begin }
      struct Counter {
        func reduce(_ phase: Phase, _ event: Event) -> (Phase, Effect?) {
          var phase = phase
          var effect: Effect?
          switch event {
          case .prepare:
            if case .over = phase {
              effect = .begin
            }
          case .tick:
            phase = .over
          }
          return (phase, effect)
        }
      }
      """)
    let lines = machine.transitions.map { "\($0.location.line) \(describe($0))" }
    #expect(
      lines == [
        "16 running prepare ignored", "14 running tick over", "11 over prepare/.begin over",
        "16 over tick ignored",
      ])
  }

  @Test("a row that changes nothing in a part of the reducer is placed there")
  func placeInPart() throws {
    let machine = try machine(
      """
      enum Phase { case idle, busy }
      enum Event { case press, wait }
      enum Effect { case beep }
      struct Counter {
        func reduce(_ phase: Phase, _ event: Event) -> (Phase, [Effect]) {
          switch event {
          case .press: return press(phase)
          case .wait: return (phase, [])
          }
        }
        private func press(_ phase: Phase) -> (Phase, [Effect]) {
          switch phase {
          case .idle: return (.busy, [])
          case .busy:
            return (phase, [.beep])
          }
        }
      }
      """)
    let lines = machine.transitions.map { "\($0.location.line) \(describe($0))" }
    #expect(
      lines == [
        "13 idle press busy", "8 idle wait ignored", "15 busy press/.beep busy",
        "8 busy wait ignored",
      ])
  }

  @Test("an effect that a function makes by its type's initializer is named by the function")
  func madeEffects() throws {
    try expectTransitions(
      """
      enum Phase { case idle, busy }
      enum Event { case load, stop }
      enum Loading {
        static func update(_ phase: inout Phase, event: Event) -> Effect? {
          switch (phase, event) {
          case (.idle, .load):
            phase = .busy
            return fetch(1)
          case (.busy, .stop):
            phase = .idle
            return refresh()
          default: return nil
          }
        }
        static func fetch(_ page: Int) -> Self.Effect { Effect(id: "load") { try $1.send(.stop) } }
        static func refresh() -> Effect { Effect(id: "load") { try $1.send(.stop) } }
      }
      """,
      [
        "idle load/fetch busy", "idle stop ignored", "busy load ignored",
        "busy stop/refresh idle",
      ])
  }
}
