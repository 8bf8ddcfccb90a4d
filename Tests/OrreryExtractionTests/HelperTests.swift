import OrreryModel
import Testing

@Suite("Getters, helpers and closures on the way") struct HelperTests {
  @Test("a getter decides as what it asks does, also without self")
  func ownGetters() throws {
    try expectTransitions(
      """
      struct Machine {
        enum State { case idle, running, failed }
        private var state: State = .idle
        private var isFailed: Bool {
          if case .failed = state { return true }
          return false
        }
        mutating func restart() {
          guard state == .idle || isFailed else { return }
          state = .running
        }
        mutating func fail() { state = .failed }
      }
      """,
      [
        "idle restart running", "running restart ignored", "failed restart running",
        "idle fail failed", "running fail failed", "failed fail ignored",
      ])
  }

  @Test("effects that are added up are all told, and what their helpers write")
  func sums() throws {
    try expectTransitions(
      """
      struct Machine {
        enum State { case idle, waiting, failed }
        enum Effect { case kill, retry }
        private var state: State = .idle
        mutating func crash() -> [Effect] { [.kill] + again() }
        private mutating func again() -> [Effect] {
          guard attempts < limit else { state = .failed; return [] }
          state = .waiting
          return [.retry]
        }
      }
      """,
      [
        "idle crash[!(attempts < limit)]/.kill failed",
        "idle crash[attempts < limit]/merge(.kill, .retry) waiting",
        "waiting crash[!(attempts < limit)]/.kill failed",
        "waiting crash[attempts < limit]/merge(.kill, .retry) waiting",
        "failed crash[!(attempts < limit)]/.kill failed",
        "failed crash[attempts < limit]/merge(.kill, .retry) waiting",
      ])
  }

  @Test("a closure that changes the state of a value runs within the call, and gives its answer")
  func heldClosures() throws {
    try expectTransitions(
      """
      struct Machine {
        enum State { case waiting, ready }
        enum Message { case head(Int) }
        private var state: State = .waiting
        mutating func receive(_ buffer: inout Buffer) throws -> Message? {
          switch state {
          case .waiting:
            return try buffer.parse { buffer -> Message? in
              guard let head = buffer.readHead() else { return nil }
              state = .ready
              return .head(head)
            }
          case .ready: return nil
          }
        }
      }
      """,
      [
        "waiting receive[!(let head = buffer.readHead())] ignored",
        "waiting receive[let head = buffer.readHead()]/.head ready", "ready receive ignored",
      ])
  }

  @Test("calls that may throw into one clause are one row")
  func oneCatch() throws {
    try expectTransitions(
      """
      struct Machine {
        enum State { case closed, open }
        private var state: State = .closed
        mutating func open() {
          switch state {
          case .closed:
            do {
              try file.create()
              try file.write(header)
              state = .open
            } catch {
              state = .closed
            }
          case .open: break
          }
        }
        mutating func close() { state = .closed }
      }
      """,
      [
        "closed open open",
        "closed open[file.create() throws || file.write(header) throws] ignored",
        "open open ignored", "closed close ignored", "open close closed",
      ])
  }

  @Test("what a helper answers in one state is of no matter in another, whichever comes first")
  func orderOfCases() throws {
    let answers = (1...9).map { "if a\($0) { return .number(\($0)) }" }.joined(separator: "\n")
    func rows(_ cases: String) throws -> Set<String> {
      let source = """
        struct Door {
          enum State { case \(cases) }
          enum Answer { case go, number(Int) }
          private var state = State.shut
          mutating func push() { if case .go = answer() { state = .broken } }
          mutating func open() { state = .open }
          private func answer() -> Answer {
            if state == .shut { return .go }
            \(answers)
            return .number(0)
          }
        }
        """
      return Set(try machine(source).transitions.map(describe))
    }
    let first = try rows("open, shut, broken")
    #expect(first.contains("shut push broken"))
    #expect(try rows("shut, broken, open") == first)
    #expect(try rows("broken, open, shut") == first)
  }

  @Test("a state in which others wait is kept, though it is passed by where nobody does")
  func passedStates() throws {
    let found = try machine(
      """
      final class Cache {
        enum State { case empty, producing([Int]), cached }
        private var state: State = .empty
        func get(_ id: Int) {
          switch state {
          case .empty:
            state = .producing([id])
            produce()
          case .producing(let ids): state = .producing(ids + [id])
          case .cached: break
          }
        }
        private func produce() { state = .cached }
      }
      """)
    #expect(found.states.map(\.name) == ["empty", "producing", "cached"])
  }

  @Test("a helper whose ways all ask for nothing asks for nothing, whatever decides among them")
  func nothing() throws {
    let found = try machine(
      """
      enum Phase { case editing, paying }
      struct CartState { var phase = Phase.editing; var items: [Int] = [] }
      enum CartEvent { case pay, paid }
      enum CartEffect { case charge }
      func reduce(state: inout CartState, event: CartEvent) -> CartEffect? {
        switch event {
        case .pay: return pay(&state)
        case .paid:
          state.phase = .editing
          return nil
        }
      }
      func pay(_ state: inout CartState) -> CartEffect? {
        guard !state.items.isEmpty, state.phase != .paying else { return nil }
        state.phase = .paying
        return .charge
      }
      """)
    #expect(
      found.transitions.map(describe) == [
        "editing pay[state.items.isEmpty] ignored",
        "editing pay[!state.items.isEmpty]/.charge paying", "editing paid ignored",
        "paying pay ignored", "paying paid editing",
      ])
  }

  @Test("what one changes that is not walked is not taken for what it was")
  func changedAside() throws {
    try expectTransitions(
      """
      final class Parser {
        enum State { case head, failed }
        private(set) var state: State = .head
        private var error: Failure?
        func feed(_ bytes: [UInt8]) {
          guard state == .head else { return }
          error = nil
          check(bytes)
          if error != nil { state = .failed }
        }
        func reset() { state = .head }
        private func check(_ bytes: [UInt8]) {
          log(bytes)
          count(bytes)
          if bytes.isEmpty { error = .empty }
        }
      }
      """,
      [
        "head feed[error != nil] failed", "head feed[!(error != nil)] ignored",
        "failed feed ignored", "head reset ignored", "failed reset head",
      ])
  }

  @Test("a function that computes the next state is walked, however long it is")
  func computedState() throws {
    try expectTransitions(
      """
      final class License {
        enum State { case none, trial(Int), expired }
        private(set) var state: State = .none
        func refresh() { state = resolved(at: now()) }
        private func resolved(at date: Date) -> State {
          guard let start else { return .none }
          let days = date.days(since: start)
          if days >= 7 { return .expired }
          return .trial(7 - days)
        }
      }
      """,
      [
        "none refresh[!(let start)] ignored", "none refresh[let start && days >= 7] expired",
        "none refresh[let start && !(days >= 7)] trial", "trial refresh[!(let start)] none",
        "trial refresh[let start && days >= 7] expired",
        "trial refresh[let start && !(days >= 7)] trial", "expired refresh[!(let start)] none",
        "expired refresh[let start && days >= 7] ignored",
        "expired refresh[let start && !(days >= 7)] trial",
      ])
  }

  @Test("so is one that others wait for: what it waits for itself is the wait")
  func awaitedState() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum State { case idle, loading, ready, failed }
        private(set) var state: State = .idle
        func load() async {
          guard state == .idle else { return }
          state = .loading
          state = await fetch()
        }
        private func fetch() async -> State {
          do {
            let items = try await api.items()
            return items.isEmpty ? .idle : .ready
          } catch {
            return .failed
          }
        }
      }
      """
    ).transitions.filter { $0.event.origin == .internal }.map(describe)
    #expect(
      found == [
        "loading load#api.items.success[items.isEmpty] idle",
        "loading load#api.items.success[!(items.isEmpty)] ready",
        "loading load#api.items.failure failed",
      ])
  }

  @Test("one that only an observer of the state calls is none of the events")
  func calledByObserver() throws {
    let events = try machine(
      """
      final class Link {
        enum State { case off, on, broken }
        private var state: State = .off { didSet { if state == .broken { reset() } } }
        func start() { state = .on }
        func fail() { state = .broken }
        private func reset() { if retries { state = .off } }
      }
      """
    ).events.map(\.id.name)
    #expect(events == ["start", "fail"])
  }
}
