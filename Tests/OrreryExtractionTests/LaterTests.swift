import OrreryModel
import Testing

@Suite("What comes later: tasks apart, callbacks and waits in a catch") struct LaterTests {
  @Test("a variable that another closure may have changed by then is asked, and not known")
  func variables() throws {
    let rows = try machine(
      """
      final class Tracker {
        enum State { case connecting, connected, lost }
        private(set) var state = State.connecting
        let client: Client
        func start(_ urls: [URL]) {
          var found: Info?
          var isSlow = true
          let work = DispatchWorkItem {
            if found != nil { self.state = .connected }
            if isSlow { self.state = .lost }
          }
          isSlow = false
          for url in urls { client.get(url) { info in found = info } }
          DispatchQueue.main.asyncAfter(deadline: .now() + 2, execute: work)
        }
      }
      """
    ).transitions.filter { $0.event.name.contains("WorkItem") && $0.kind == .move }
    #expect(
      rows.filter { $0.from == "connecting" }.map(describe) == [
        "connecting start#DispatchWorkItem[isSlow] lost",
        "connecting start#DispatchWorkItem[found != nil && !(isSlow)] connected",
      ])
  }

  @Test("a wait in a catch is gone on behind")
  func caught() throws {
    let rows = try machine(
      """
      @MainActor final class Recording {
        enum State { case idle, preparing, running, failed }
        var state = State.idle
        func start() {
          guard state == .idle else { return }
          state = .preparing
          Task {
            do {
              try await session.start()
              guard state == .preparing else { await session.cancel(); return }
              state = .running
            } catch {
              await session.cancel()
              guard state == .preparing else { return }
              state = .failed
            }
          }
        }
      }
      """)
    #expect(rows.unresolved.isEmpty)
    #expect(
      rows.transitions.map(describe).contains("preparing start#session.cancel failed"))
  }

  @Test("what a task apart from the machine brings back is a step of its own, by any name of self")
  func detached() throws {
    try expectTransitions(
      """
      final class Recording {
        enum Phase { case recording, processing, ready, failed }
        @Published var phase: Phase = .recording
        func stop() {
          guard phase == .recording else { return }
          phase = .processing
          let manager = self
          Task.detached {
            let result = process()
            await MainActor.run {
              switch result {
              case .success: manager.phase = .ready
              case .failure: manager.phase = .failed
              }
            }
          }
        }
      }
      """,
      [
        "recording stop processing", "processing stop ignored", "ready stop ignored",
        "failed stop ignored",
        "processing stop#MainActor.run[case .success = result] ready",
        "processing stop#MainActor.run[case .failure = result] failed",
      ])
  }

  @Test("work on another queue that comes back to the main queue is a step of its own")
  func queues() throws {
    let rows = try machine(
      """
      final class Recording {
        enum Phase { case recording, processing, ready }
        var phase = Phase.recording
        func stop() {
          guard phase == .recording else { return }
          phase = .processing
          DispatchQueue.global().async {
            let result = process()
            DispatchQueue.main.async { self.phase = .ready }
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("recording stop processing"))
    #expect(rows.contains("processing stop#DispatchQueue.main.async ready"))
  }

  @Test("a closure that a case or a new value carries may be called in any state")
  func carried() throws {
    let rows = try machine(
      """
      final class Provisioning {
        enum State { case idle, asked, done }
        enum Question { case key(answer: (String) -> Void) }
        var state = State.idle
        weak var delegate: Delegate?
        func ask() {
          state = .asked
          delegate?.answer(.key(answer: { key in
            guard !key.isEmpty else { return }
            self.state = .done
          }))
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("asked ask#key[!key.isEmpty] done"))
  }

  @Test("an endless loop that comes to its wait again is told, each way around")
  func endless() throws {
    let machine = try machine(
      """
      actor Poller {
        enum State { case idle, polling, got }
        var state = State.idle
        func run() async {
          state = .polling
          while true {
            let found = await fetch()
            if found { state = .got } else { state = .polling }
          }
        }
      }
      """)
    #expect(machine.unresolved.isEmpty)
    let rows = Set(machine.transitions.map(describe).filter { $0.contains("#") })
    #expect(
      rows == [
        "polling run#fetch[found]/fetch got", "polling run#fetch[!(found)]/fetch polling",
        "got run#fetch[found]/fetch got", "got run#fetch[!(found)]/fetch polling",
      ])
  }

  @Test("a task that starts the next one of its kind is told with what it starts")
  func chained() throws {
    let rows = try machine(
      """
      @MainActor final class Queue {
        enum State { case idle, executing(next: Request?) }
        var state = State.idle
        func add(_ request: Request) {
          switch state {
          case .idle:
            state = .executing(next: nil)
            start(request)
          case .executing:
            state = .executing(next: request)
          }
        }
        private func start(_ request: Request) {
          Task {
            await request.perform()
            finish()
          }
        }
        private func finish() {
          guard case .executing(let next) = state else { return }
          if let next {
            state = .executing(next: nil)
            start(next)
          } else {
            state = .idle
          }
        }
      }
      """
    ).transitions.map(describe)
    #expect(
      rows.contains("executing add#request.perform[let next]/request.perform executing"))
    #expect(rows.contains("executing add#request.perform[!(let next)] idle"))
  }

  @Test("a closure that its label says to be a completion is called later, whoever takes it")
  func completions() throws {
    let rows = try machine(
      """
      final class Panel {
        enum State { case hidden, showing, shown }
        private var state: State = .hidden
        func show() {
          withAnimation(.spring) { self.state = .showing } completion: { self.state = .shown }
        }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      rows == [
        "hidden show showing", "shown show showing", "showing show#withAnimation shown",
      ])
  }

  @Test("a method that an initializer calls to start a task is the event")
  func setUp() throws {
    let found = try machine(
      """
      @MainActor final class Store {
        enum Status { case unknown, missing, ready }
        private(set) var status = Status.unknown
        let api: API
        init(api: API) { self.api = api; setUp() }
        private func setUp() { Task { await startUp() } }
        private func startUp() async {
          guard status == .unknown else { return }
          status = await api.check() ? .ready : .missing
        }
      }
      """
    ).transitions.map(describe)
    #expect(found.contains("unknown setUp/api.check unknown"))
    #expect(found.contains { $0.hasPrefix("unknown setUp#api.check") && $0.hasSuffix(" ready") })
  }

  @Test("what an initializer waits for goes on from the state that it starts in")
  func asyncInitializer() throws {
    let found = try machine(
      """
      actor Client {
        enum End { case finished, failed }
        private var end: End?
        init(pool: Pool) async throws {
          try await pool.connect()
          let stream = try await pool.stream()
          Task { [weak self] in
            for await _ in stream {}
            await self?.fail()
          }
        }
        func close() { if end == nil { end = .finished } }
        private func fail() { if end == nil { end = .failed } }
      }
      """
    ).sure.filter { $0.event.name.contains("#") }.map(describe)
    #expect(found.first == "nil init#pool.connect.success/pool.stream nil")
    #expect(found.contains { $0.hasPrefix("nil init#stream") && $0.hasSuffix(" failed") })
  }

  @Test("a future runs the closure that it is made with at once")
  func future() throws {
    let found = try machine(
      """
      final class Session {
        enum State { case created, open, ended }
        private var state = State.created
        func open() { if state == .created { state = .open } }
        func start() -> Future<Void, Error> {
          Future { promise in
            guard self.isReady else { self.state = .ended; return promise(.failure(Oops())) }
            self.state = .open
          }
        }
      }
      """
    ).transitions.filter { $0.from == "created" }.map(describe)
    #expect(
      found == [
        "created open open", "created start[!(self.isReady)]/promise ended",
        "created start[self.isReady] open",
      ])
  }

  @Test("a request that is made again is answered only where events lead from the first one")
  func madeAgain() throws {
    let found = try machine(
      """
      final class Upload {
        enum Stage { case ready, running, cancelling, done }
        private var stage: Stage = .ready
        private var retries = 0
        func start() {
          guard stage == .ready else { return }
          stage = .running
          upload()
        }
        func cancel() { if stage == .running { stage = .cancelling } }
        private func upload() {
          uploader.upload { [weak self] error in
            guard let self else { return }
            if error == nil || stage == .cancelling || retries >= 3 {
              stage = .done
            } else {
              retries += 1
              upload()
            }
          }
        }
      }
      """)
    let rows = found.transitions.filter { $0.event.name.hasPrefix("start#") }
    #expect(Set(rows.map(\.from)) == ["running", "cancelling", "done"])
    #expect(rows.contains { $0.from == "cancelling" && $0.to == "done" })
  }

  @Test(
    "a completion that helpers hand on is called by the last of them alone",
    arguments: [
      "private func boot(_ done: @escaping (Bool) -> Void) { network.load { ok in done(ok) } }",
      """
      private func boot(_ done: @escaping (Bool) -> Void) { prepare { done($0) } }
      private func prepare(_ done: @escaping (Bool) -> Void) { network.load { ok in done(ok) } }
      """,
      """
      private func boot(_ done: @escaping (Bool) -> Void) {
        Task {
          let ok = await network.load()
          done(ok)
        }
      }
      """,
    ])
  func handedOn(helpers: String) throws {
    let found = try machine(
      """
      final class Server {
        enum State { case off, starting, on, failed }
        private var state = State.off
        func start() {
          state = .starting
          boot { ok in self.state = ok ? .on : .failed }
        }
        \(helpers)
      }
      """)
    let rows = found.sure.filter { $0.event.name != "start" }
    #expect(Set(rows.map(\.event.name)) == ["start#network.load"])
    #expect(Set(rows.map { "\($0.from) \($0.to ?? "?")" }) == ["starting on", "starting failed"])
  }

  @Test("what a task of an initializer waits for comes in any state")
  func initializer() throws {
    let found = try machine(
      """
      final class Feed {
        enum State { case idle, ended, loading }
        private(set) var state = State.idle
        init() {
          let statuses = make()
          Task { [weak self] in
            for await status in statuses {
              switch status {
              case .idle: self?.state = .ended
              case .loading: self?.state = .loading
              }
            }
          }
        }
        func reset() { state = .idle }
      }
      """)
    let rows = found.transitions.filter { $0.event.name == "init#statuses" && $0.kind == .move }
    #expect(
      Set(rows.map { "\($0.from) \($0.to ?? "?")" }) == [
        "idle ended", "idle loading", "ended loading", "loading ended",
      ])
  }

  @Test("a task of an initializer begins in the state that it leaves")
  func begun() throws {
    let found = try machine(
      """
      @MainActor final class Checker {
        enum State { case idle, checking, done, failed }
        private(set) var state = State.idle
        init() {
          Task {
            try? await Task.sleep(nanoseconds: 3_000)
            await check()
          }
        }
        private func check() async {
          state = .checking
          state = await api.ask() ? .done : .failed
        }
        func reset() { state = .idle }
      }
      """
    ).sure.filter { $0.event.name != "reset" && $0.kind == .move }
    #expect(
      Set(found.map { "\($0.from) \($0.event.name) \($0.to ?? "?")" }) == [
        "idle init#Task.sleep checking", "checking init#api.ask done",
        "checking init#api.ask failed",
      ])
  }
}
