import OrreryModel
import Testing

@Suite("What follows a wait") struct WaitingTests {
  private func model(_ members: String) -> String {
    """
    @MainActor final class Model: ObservableObject {
      enum Phase { case idle, busy, done, failed }
      @Published private(set) var phase: Phase = .idle
    \(members)
    }
    """
  }

  /// What changes the state, or asks somebody for something, and is sure.
  private func moves(_ source: String) throws -> [String] {
    try machine(source).sure.filter { [.move, .stay].contains($0.kind) }.map(describe)
  }

  @Test("starts from the states that were left, where nothing else comes meanwhile")
  func sent() throws {
    let source = model(
      """
        func load() async {
          guard phase == .idle else { return }
          phase = .busy
          let first = await api.open()
          let second = await api.read(first)
          phase = second.isEmpty ? .failed : .done
        }
      """)
    let rows = try machine(source).transitions.filter { $0.kind != .ignore }
      .map(describeWithCertainty)
    #expect(
      rows == [
        "idle load/api.open busy", "busy load#api.open/api.read busy",
        "busy load#api.read[second.isEmpty] failed", "busy load#api.read[!(second.isEmpty)] done",
      ])
  }

  @Test("a loop comes to its wait again, from the states that its rounds leave")
  func rounds() throws {
    let rows = try moves(
      model(
        """
          func poll() async {
            phase = .busy
            while true {
              await clock.sleep(for: interval)
              switch await api.poll() {
              case .ready: phase = .done
              case .gone: return
              case .pending: continue
              }
            }
          }
        """))
    #expect(
      rows.filter { $0.contains("#") } == [
        "busy poll#clock.sleep/api.poll busy", "done poll#clock.sleep/api.poll done",
        "busy poll#api.poll[case .pending = await api.poll()]/clock.sleep busy",
        "busy poll#api.poll[case .ready = await api.poll()]/clock.sleep done",
        "done poll#api.poll[case .pending = await api.poll()]/clock.sleep done",
        "done poll#api.poll[case .ready = await api.poll()]/clock.sleep done",
      ])
  }

  @Test("a variable that keeps the state over it holds each state that the handler starts in")
  func keptState() throws {
    let rows = try moves(
      model(
        """
          func load() async {
            guard phase != .busy else { return }
            let old = phase
            phase = .busy
            do {
              try await api.load()
              phase = .done
            } catch {
              phase = old
            }
          }
        """))
    #expect(
      rows.filter { $0.contains("#") } == [
        "busy load#api.load.success done", "busy load#api.load.failure idle",
        "busy load#api.load.failure done", "busy load#api.load.failure failed",
      ])
  }

  @Test("a variable that was changed before it, in whatever way, is not known after it")
  func changedVariables() throws {
    for change in [
      "if isUrgent { target = .failed }", "for item in items { target = .failed }",
      "do { try save() } catch { target = .failed }", "pick(&target)",
      "func fail() { target = .failed }; items.forEach { _ in fail() }",
    ] {
      let machine = try machine(
        model(
          """
            func load() async {
              guard phase == .idle else { return }
              var target = Phase.done
              \(change)
              await api.load()
              phase = target
            }
          """))
      let rows = machine.transitions.filter { $0.from == "idle" && $0.event.origin == .internal }
      #expect(rows.map(\.kind) == [.unresolved], "\(change)")
    }
  }

  @Test("what a variable tells of the state before it stays open after it")
  func keptAnswer() throws {
    let rows = try moves(
      model(
        """
          func retry() async {
            let hasFailed = phase == .failed
            phase = .busy
            await clock.tick()
            phase = hasFailed ? .failed : .idle
          }
        """))
    #expect(
      rows.filter { $0.contains("#") } == [
        "busy retry#clock.tick[hasFailed] failed", "busy retry#clock.tick[!(hasFailed)] idle",
      ])
  }

  @Test("to wait for time to pass is to ask a clock")
  func pauses() throws {
    let rows = try moves(
      model(
        """
          func show() async {
            phase = .busy
            try? await Task.sleep(for: .seconds(1))
            phase = .idle
          }
        """))
    #expect(
      rows == [
        "idle show/Task.sleep busy", "busy show/Task.sleep busy", "done show/Task.sleep busy",
        "failed show/Task.sleep busy", "busy show#Task.sleep idle",
      ])
  }

  @Test("a helper that leaves the state alone is one wait, whatever it waits for itself")
  func helpers() throws {
    let rows = try moves(
      model(
        """
          func load() async {
            phase = .busy
            switch await fetch() {
            case .success: phase = .done
            case .failure: phase = .failed
            }
          }
          private func fetch() async -> Result<Item, Error> {
            let token = await tokens.next()
            return await api.item(token)
          }
        """))
    #expect(
      rows.filter { !$0.hasPrefix("idle") && !$0.hasPrefix("done") && !$0.hasPrefix("failed") } == [
        "busy load/fetch busy", "busy load#fetch.success done", "busy load#fetch.failure failed",
      ])
  }

  @Test("each element of an asynchronous loop is an event, and so is its end")
  func elements() throws {
    let rows = try moves(
      model(
        """
          func observe() async {
            phase = .busy
            for await item in feed.items() {
              phase = item.isLast ? .done : .busy
            }
            phase = .idle
          }
        """))
    #expect(
      rows.filter { $0.hasPrefix("busy") } == [
        "busy observe/feed.items busy",
        "busy observe#feed.items[!(for await item in feed.items)] idle",
        "busy observe#feed.items[item.isLast] done",
      ])
  }

  @Test("a task with its type written is a task")
  func typedTask() throws {
    let rows = try moves(
      model(
        """
          func load() {
            phase = .busy
            task = Task<Void, Never> { [weak self] in
              let items = await api.fetch()
              self?.phase = items.isEmpty ? .failed : .done
            }
          }
        """))
    #expect(
      rows.filter { $0.contains("#") } == [
        "busy load#api.fetch[items.isEmpty] failed", "busy load#api.fetch[!(items.isEmpty)] done",
      ])
  }

  @Test("a method that a closure hands on to is an event, and no part of who set it up")
  func forwarding() throws {
    let found = try machine(
      model(
        """
          func start() {
            phase = .busy
            timer = scheduler.schedule(after: 1) { [weak self] in
              guard let self else { return }
              self.queue.async { self.elapsed() }
            }
          }
          private func elapsed() {
            switch phase {
            case .busy: phase = .failed
            case .idle, .done, .failed: break
            }
          }
        """))
    #expect(found.events.map(\.id.name) == ["start", "elapsed"])
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "idle start/scheduler.schedule busy", "done start/scheduler.schedule busy",
        "failed start/scheduler.schedule busy", "busy elapsed failed",
      ])
  }

  @Test("what an event does behind its own waits is not told by those who call it behind theirs")
  func otherEvents() throws {
    let rows = try moves(
      model(
        """
          func connect() {
            phase = .busy
            Task {
              await transport.open()
              phase = .done
            }
          }
          func retry() async {
            await clock.sleep(for: delay)
            connect()
          }
        """))
    #expect(
      rows.filter { $0.hasPrefix("busy") } == [
        "busy connect/transport.open busy", "busy connect#transport.open done",
        "busy retry/clock.sleep busy", "busy retry#clock.sleep/raise connect busy",
      ])
  }

  @Test("a task that is started behind a wait starts from the state that the way ends in")
  func taskBehindWait() throws {
    let rows = try moves(
      model(
        """
          func connect() {
            phase = .busy
            Task {
              await transport.open()
              phase = .done
              listen()
            }
          }
          private func listen() {
            Task {
              await transport.closed()
              phase = .failed
            }
          }
        """))
    #expect(
      rows.filter { $0.contains("#") } == [
        "busy connect#transport.open/transport.closed done",
        "done connect#transport.closed failed",
      ])
  }

  @Test("a task that has written nothing is placed at its wait, whatever its starter does then")
  func taskPlace() throws {
    let found = try machine(
      model(
        """
          func load() {
            let task = Task {
              do {
                try await fetch()
                phase = .done
              } catch {
                phase = .failed
              }
            }
            self.task = task
            log()
          }
          func reset() { phase = .idle }
          private func fetch() async throws { try await api.get() }
        """))
    let rows = found.transitions.filter { $0.from == "idle" && $0.event.name == "load" }
    #expect(rows.map(describe) == ["idle load/fetch idle"])
    #expect(rows.map(\.location.line) == [7])
  }

  @Test("what is handed on behind it is no effect, but where its type says so")
  func handedOn() throws {
    let members = """
        func load(_ text: String?) async -> [Item] {
          guard phase == .idle else { return known }
          phase = .busy
          let items = await api.load()
          phase = .done
          if let text { return items.filter { $0 == text } } else { return items }
        }
        func next() async -> Action? {
          guard phase == .done else { return nil }
          phase = .idle
          return more
        }
      """
    #expect(
      try moves(model(members)) == [
        "idle load/api.load busy", "busy load#api.load done", "done next/more idle",
      ])
  }

  @Test("what a closure throws within a wait comes out of the wait")
  func throwsWithin() throws {
    let rows = try moves(
      model(
        """
          func load() async {
            do {
              let tokens = try await box.perform { reader in try reader.tokens() }
              print(tokens)
              phase = .done
            } catch {
              phase = .failed
            }
          }
        """))
    #expect(
      rows == [
        "idle load/box.perform idle", "busy load/box.perform busy", "done load/box.perform done",
        "failed load/box.perform failed", "idle load#box.perform.success done",
        "busy load#box.perform.success done", "failed load#box.perform.success done",
        "idle load#box.perform.failure failed", "busy load#box.perform.failure failed",
        "done load#box.perform.failure failed",
      ])
  }

  @Test("what an observer waits for is come to again, wherever its property is assigned")
  func observers() throws {
    let found = try machine(
      """
      @MainActor final class Feed {
        enum State { case idle, live }
        private(set) var state: State = .idle
        private var format: Int? { didSet { if state == .live { send(1) } } }
        func append() {
          do { format = try read() } catch { log(error) }
        }
        func start() { state = .live }
        private func send(_ n: Int) { Task { await queue(n); state = .idle } }
      }
      """)
    #expect(found.unresolved.isEmpty)
    #expect(found.transitions.map(describe).contains("live append#queue idle"))
  }

  @Test("what a weak `self` is asked for is named without it")
  func weakSelf() throws {
    let events = try machine(
      """
      @MainActor final class Search {
        enum State { case idle, busy, found }
        private(set) var state: State = .idle
        let api: API
        func search() {
          guard state == .idle else { return }
          state = .busy
          Task { [weak self] in
            let found = await self?.api.find()
            self?.state = found == nil ? .idle : .found
          }
        }
      }
      """
    ).events.map(\.name)
    #expect(events == ["search", "search#api.find"])
  }
}

@Suite("Results that are waited for") struct AwaitedResultTests {
  @Test("tell what a pattern asks of their payload, beside the event's name")
  func payloads() throws {
    let found = try machine(
      """
      enum Verdict { case unknown, safe, unsafe }
      protocol Service { func scan() async -> Result<Bool, any Error> }
      @MainActor final class Scanner {
        private(set) var verdict: Verdict = .unknown
        let service: Service
        init(service: Service) { self.service = service }
        func scan() async {
          switch await service.scan() {
          case .success(true): verdict = .safe
          case .success(false): verdict = .unsafe
          case .failure: verdict = .unknown
          }
        }
        func look() async {
          switch await service.scan() {
          case .success(let found): verdict = found ? .safe : .unsafe
          case .failure(_): verdict = .unknown
          }
        }
      }
      """)
    let rows = found.transitions.filter { $0.from == "safe" && $0.event.name.contains("#") }
    let answer = "= await service.scan()"
    #expect(
      rows.map(describe).sorted() == [
        "safe look#service.scan.failure unknown",
        "safe look#service.scan.success[!(found)] unsafe",
        "safe look#service.scan.success[found] ignored",
        "safe scan#service.scan.failure unknown",
        "safe scan#service.scan.success[case .success(false) \(answer)] unsafe",
        "safe scan#service.scan.success[case .success(true) \(answer)] ignored",
      ])
  }

  @Test(
    "tell a pattern that may not fit, and none that always does",
    arguments: [
      (".success(let count?)", true), (".success(3)", true), ("Result.success(3)", true),
      (".success(\"a, b = c\")", true), (".success(let found as String)", true),
      ("let .success((count, _))", false), (".success(let (count, _))", false),
      (".success(_)", false), (".success", false), (".success(var found)", false),
    ])
  func patterns(_ pattern: String, asks: Bool) throws {
    let found = try machine(
      """
      enum Phase { case idle, loaded, failed }
      @MainActor final class Loader {
        private(set) var phase: Phase = .idle
        let service: Service
        init(service: Service) { self.service = service }
        func load() async {
          switch await service.load() {
          case \(pattern): phase = .loaded
          default: phase = .failed
          }
        }
        func reset() { phase = .idle }
      }
      """)
    let row = found.transitions.first { $0.from == "idle" && $0.to == "loaded" }
    #expect(row?.event.name == "load#service.load.success")
    #expect((row?.guard != nil) == asks)
  }
}
