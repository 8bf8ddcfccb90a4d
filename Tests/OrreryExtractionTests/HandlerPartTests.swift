import OrreryModel
import Testing

@Suite("Which methods are events, and which are parts of one") struct HandlerPartTests {
  @Test(
    "a private method that takes the event is walked where the handler calls it, and only there")
  func parts() throws {
    try expectTransitions(
      """
      struct Download {
        enum Phase { case none, loading, failed }
        enum Event { case start(cached: Bool), failed }
        private(set) var phase = Phase.none
        mutating func handle(_ event: Event) {
          switch (phase, event) {
          case (.none, .start): begin(event)
          case (.loading, .failed): fail(event)
          default: break
          }
        }
        private mutating func begin(_ event: Event) {
          guard case .start(let cached) = event else { return }
          phase = cached ? .failed : .loading
        }
        private mutating func fail(_ event: Event) {
          guard case .failed = event else { return }
          phase = .failed
        }
      }
      """,
      [
        "none start[cached] failed", "none start[!(cached)] loading", "none failed ignored",
        "loading start ignored", "loading failed failed",
        "failed start ignored", "failed failed ignored",
      ])
  }

  @Test("a handler with a method for each state has the events that those ask for")
  func methodsOfStates() throws {
    try expectTransitions(
      """
      final class Session {
        enum State { case idle, running, failed }
        enum Event { case start, broke }
        private var state = State.idle
        func handle(_ event: Event) {
          switch state {
          case .idle: handleIdle(event)
          case .running: handleRunning(event)
          case .failed: break
          }
        }
        func timeOut() { handleRunning(.broke) }
        private func handleIdle(_ event: Event) {
          if case .start = event { state = .running }
        }
        private func handleRunning(_ event: Event) {
          if case .broke = event { state = .failed }
        }
      }
      """,
      [
        "idle start running", "idle broke ignored", "running start ignored",
        "running broke failed", "failed start ignored", "failed broke ignored",
        "idle timeOut failed", "running timeOut failed", "failed timeOut ignored",
      ])
  }

  @Test("the members of a private extension are private")
  func privateExtensions() throws {
    let events = try machine(
      """
      final class Provisioning {
        enum State { case ready, running, failed }
        private var state = State.ready
        func start() { state = .running; send() }
        func close() { reset() }
      }
      private extension Provisioning {
        func send() { if broken { state = .failed } }
        func reset() { state = .ready }
      }
      """
    ).events.map(\.id.name)
    #expect(events == ["start", "close"])
  }

  @Test("what only the type itself may ask is no event, what others in the file may ask is one")
  func askedInside() throws {
    let events = try machine(
      """
      final class Token {
        enum State { case acquiring, ready }
        private var state = State.acquiring
        func finish() { if state == .acquiring { state = .ready } }
        fileprivate func record() -> Ticket? {
          guard state == .ready else { return nil }
          return Ticket(token: self)
        }
        private lazy var update = Debounced { await self.location() }
        private func location() async -> Place? {
          guard state == .ready else { return nil }
          return await find()
        }
      }
      """
    ).events.map(\.id.name)
    #expect(events == ["finish", "record"])
  }

  @Test("a method that hands its event to the state has the events of that")
  func handedOn() throws {
    let rows = try machine(
      """
      final class Navigator {
        private enum Event { case load, loaded }
        private enum State {
          case loading, idle
          mutating func transition(_ event: Event) -> Bool {
            switch (self, event) {
            case (_, .load): self = .loading
            case (.loading, .loaded): self = .idle
            default: return false
            }
            return true
          }
        }
        private var state: State = .idle
        private func on(_ event: Event) -> Bool {
          log(event)
          return state.transition(event)
        }
        func reload() { if on(.load) { show() } }
      }
      """
    ).transitions.map(describe)
    #expect(
      rows == [
        "loading load ignored", "loading loaded idle", "idle load loading",
        "idle loaded ignored",
      ])
  }

  @Test("a method of a value that forbids some states is an event, though it changes nothing")
  func forbidding() throws {
    let rows = try machine(
      """
      struct Login {
        enum State { case idle, asked, done }
        private var state = State.idle
        mutating func ask() { state = .asked }
        func begin() -> Request? {
          switch state {
          case .idle: return Request(name: name)
          case .asked, .done: preconditionFailure("begun twice")
          }
        }
        func isOpen() -> Bool {
          switch state {
          case .idle, .asked: return true
          case .done: preconditionFailure()
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("idle begin/Request idle"))
    #expect(rows.contains("asked begin trap"))
    #expect(!rows.contains { $0.contains("isOpen") })
  }
}

@Suite("Helpers that leave the state alone") struct PlainHelperTests {
  @Test("a question that is not about the state is the condition, also in a reducer")
  func questions() throws {
    try expectTransitions(
      """
      enum Update {
        enum State { case checking(Release), old, new }
        enum Event { case go }
        static func reduce(_ state: State, _ event: Event) -> State {
          switch state {
          case .checking(let release): isNewer(release) ? .new : .old
          case .old, .new: state
          }
        }
        static func isNewer(_ release: Release) -> Bool {
          guard let version = release.version else { return true }
          if version > 3 { return true }
          return release.isForced
        }
      }
      """,
      [
        "checking go[isNewer(release)] new", "checking go[!(isNewer(release))] old",
        "old go ignored", "new go ignored",
      ])
  }

  @Test("of a helper that only sends something, that is told, and that it may fail")
  func attempts() throws {
    try expectTransitions(
      """
      final class Provisioning {
        enum State { case ready, sent, failed }
        private var state = State.ready
        func start() {
          do {
            try send(request)
            state = .sent
          } catch {
            state = .failed
          }
        }
        private func send(_ request: Request) throws { try bearer.send(request.data) }
      }
      """,
      [
        "ready start/bearer.send sent", "ready start[send(request) throws] failed",
        "sent start/bearer.send sent", "sent start[send(request) throws] failed",
        "failed start/bearer.send sent", "failed start[send(request) throws] ignored",
      ])
  }

  @Test("an initializer that may throw may leave nothing behind a `try?`")
  func failedInitializers() throws {
    try expectTransitions(
      """
      final class Receiver {
        enum State { case open, failed }
        private var state = State.open
        func deliver(data: Data) {
          guard state == .open else { return }
          guard let answer = try? Answer(from: data) else {
            state = .failed
            return
          }
          if answer.isNo { state = .failed }
        }
      }
      struct Answer {
        var isNo: Bool
        init(from data: Data) throws {
          guard !data.isEmpty else { throw Bad.empty }
          isNo = data.count > 1
        }
      }
      enum Bad: Error { case empty }
      """,
      [
        "open deliver[!(let answer = try? Answer(from: data))] failed",
        "open deliver[let answer = try? Answer(from: data) && answer.isNo] failed",
        "open deliver[let answer = try? Answer(from: data) && !(answer.isNo)] ignored",
        "failed deliver ignored",
      ])
  }

  @Test("a method that is handed a part of the event is walked in the states that hand it over")
  func partsOfEvents() throws {
    try expectTransitions(
      """
      struct Append {
        enum State { case started, waiting, finished }
        var state: State = .started
        mutating func handle(_ part: Part) {
          switch self.state {
          case .started: handleStarted(part.command)
          case .waiting, .finished: preconditionFailure()
          }
        }
        private mutating func handleStarted(_ command: AppendCommand) {
          switch command {
          case .start: preconditionFailure()
          case .begin: self.state = .waiting
          }
        }
      }
      """,
      [
        "started handle[case .begin = part.command] waiting",
        "started handle[case .start = part.command] trap",
        "waiting handle trap", "finished handle trap",
      ])
  }

  @Test("an event that is taken for one of a type is none of another")
  func downcasts() throws {
    let rows = try machine(
      """
      protocol Action {}
      enum ListAction: Action { case load(Int), reload }
      enum Phase { case idle, busy, done }
      final class ListReducer {
        func reduce(state: inout Phase, action: Action) {
          guard let own = action as? ListAction else { return }
          switch (state, own) {
          case (.idle, .load): state = .busy
          case (.busy, .reload): state = .done
          default: break
          }
        }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
    #expect(rows == ["idle load busy", "busy reload done"])
  }
}
