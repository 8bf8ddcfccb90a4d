import Testing

@Suite("Optionals that are mapped, and what stands for nil") struct CoalescingTests {
  private func upload(_ value: String) -> String {
    """
    final class Upload {
      enum State { case ready, done, failed(Error) }
      private(set) var state: State = .ready
      func finish() { state = .done }
      func end(error: Error?) { state = \(value) }
    }
    """
  }

  @Test(
    "the closure's value is one way and the other value another",
    arguments: [
      "error.map { .failed($0) } ?? .ready", "error.map { State.failed($0) } ?? .ready",
      "error.map(State.failed) ?? .ready", "error.flatMap { .failed($0) } ?? .ready",
    ])
  func choice(_ value: String) throws {
    let found = try machine(upload(value)).transitions.filter { $0.event.name == "end" }
    #expect(
      found.map(describe) == [
        "ready end[let error] failed", "ready end[!(let error)] ignored",
        "done end[let error] failed", "done end[!(let error)] ready",
        "failed end[let error] failed", "failed end[!(let error)] ready",
      ])
  }

  @Test("where it is known that there is a value, or none, there is one way")
  func known() throws {
    try expectTransitions(
      """
      final class Upload {
        enum State { case ready, done, failed(Error) }
        private(set) var state: State = .ready
        func end(error: Error?) {
          guard let error else { state = .done; return }
          state = cause(error).map { .failed($0) } ?? .ready
        }
        func stop() { let none: Error? = nil; state = none.map { .failed($0) } ?? .ready }
      }
      """,
      [
        "ready end[!(let error)] done", "ready end[let error && cause(error) != nil] failed",
        "ready end[let error && !(cause(error) != nil)] ignored",
        "done end[!(let error)] ignored", "done end[let error && cause(error) != nil] failed",
        "done end[let error && !(cause(error) != nil)] ready",
        "failed end[!(let error)] done", "failed end[let error && cause(error) != nil] failed",
        "failed end[let error && !(cause(error) != nil)] ready", "ready stop ignored",
        "done stop ready",
        "failed stop ready",
      ])
  }

  @Test("what a wait has answered is there, else it has failed")
  func awaited() throws {
    try expectTransitions(
      """
      @MainActor final class Model {
        enum State { case idle, loaded([Int]), failed }
        private(set) var state: State = .idle
        let api: API
        init(api: API) { self.api = api }
        func reset() { state = .idle }
        func load() async { state = (try? await api.items()).map(State.loaded) ?? .failed }
      }
      """,
      [
        "idle reset ignored", "loaded reset idle", "failed reset idle",
        "idle load/api.items idle", "loaded load/api.items loaded", "failed load/api.items failed",
        "idle load#api.items.success loaded", "loaded load#api.items.success loaded",
        "failed load#api.items.success loaded", "idle load#api.items.failure failed",
        "loaded load#api.items.failure failed", "failed load#api.items.failure ignored",
      ])
  }

  @Test("an effect that hands on another action is itself, not that action")
  func effects() throws {
    try expectActions(
      """
      @Reducer struct Feature {
        struct State { var count = 0 }
        enum Action { case start, load, tick, loaded(Int), stop([Int]) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .start: return EffectTask.timer(every: 1).map { _ in .tick }
            case .load: return api.load().map { .loaded($0) }.eraseToEffect()
            case .tick: state.count += 1; return .none
            case .loaded: return .none
            case .stop(let ids): return .merge(ids.map { .cancel(id: $0) })
            }
          }
        }
      }
      """,
      [
        "start/.timer ", "load/api.load ", "tick count += 1", "loaded ",
        "stop/cancel(ids) ",
      ])
  }

  @Test("so for a property of a struct, but not for what a reducer answers")
  func properties() throws {
    try expectTransitions(
      """
      struct CartState {
        var status = Status.editing
        enum Status { case editing, sent(Int) }
      }
      enum Event { case take(Int?), ask(Int?) }
      enum Order { case none, send(Int) }
      func reduce(state: inout CartState, event: Event) -> Order {
        switch event {
        case .take(let id):
          state.status = id.map { .sent($0) } ?? .editing
          return .none
        case .ask(let id): return id.map { .send($0) } ?? .none
        }
      }
      """,
      [
        "editing take[let id] sent", "editing take[!(let id)] ignored", "editing ask/.send editing",
        "sent take[let id] sent", "sent take[!(let id)] editing", "sent ask/.send sent",
      ])
  }

  @Test("no effect stays none, however it is shown or delayed")
  func none() throws {
    try expectActions(
      """
      @Reducer struct Feature {
        struct State { var count = 0 }
        enum Action { case load, clear }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .load:
              state.count = 1
              return .none.animation()
            case .clear: return Effect.none.animation(.default)
            }
          }
        }
      }
      """, ["load count = 1", "clear "])
  }

  @Test("what stands for an optional runs only where that is nil")
  func acting() throws {
    try expectTransitions(
      """
      final class Cache {
        enum State { case empty, filled }
        private(set) var state: State = .empty
        func value() -> Int { kept ?? fill() }
        func size() -> Int { kept ?? measure() }
        func clear() { state = .empty }
        private func fill() -> Int { state = .filled; return 3 }
        private func measure() -> Int { 4 }
      }
      """,
      [
        "empty value[kept != nil] ignored", "empty value[!(kept != nil)] filled",
        "filled value[kept != nil] ignored", "filled value[!(kept != nil)] ignored",
        "empty clear ignored", "filled clear empty",
      ])
  }
}
