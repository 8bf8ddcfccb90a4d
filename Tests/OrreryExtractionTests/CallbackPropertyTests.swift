import OrreryExtraction
import OrreryModel
import Testing

@Suite("Closures that properties keep, and those of initializers") struct CallbackPropertyTests {
  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      final class Monitor {
        enum State { case stopped, started, paused }
        private var state: State = .stopped
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe).sorted()
  }

  @Test("a closure that is assigned to a property is called whenever its owner likes")
  func assigned() throws {
    let rows = try moves(
      """
        func start() {
          guard case .stopped = state else { return }
          let path = Path()
          path.onUpdate = { [weak self] path in
            guard let self else { return }
            if path.isLost { self.state = .paused }
          }
          state = .started
        }
      """)
    #expect(
      rows == [
        "started start#path.onUpdate[path.isLost] paused", "stopped start started",
        "stopped start#path.onUpdate[path.isLost] paused",
      ])
  }

  @Test("what it assigns is not known once its owner may have called it")
  func assigning() throws {
    let rows = try moves(
      """
        func start() {
          var isReady = false
          let check = Check()
          check.completion = { isReady = $0 }
          check.run()
          if isReady { state = .started } else { state = .paused }
        }
      """)
    #expect(
      rows == [
        "paused start[isReady]/check.run started", "started start[!(isReady)]/check.run paused",
        "stopped start[!(isReady)]/check.run paused", "stopped start[isReady]/check.run started",
      ])
  }

  @Test(
    "in backticks self is the machine as well",
    arguments: ["let `self` = self, isLost", "let `self`, isLost", "let self, isLost"])
  func backticks(_ condition: String) throws {
    let rows = try moves(
      """
        func start() {
          guard case .stopped = state else { return }
          state = .started
          let path = paths.make(1) { [weak self] isLost in
            guard \(condition) else { return }
            self.pause()
          }
          push(path)
        }
        private func pause() { if state == .started { state = .paused } }
      """)
    #expect(rows.contains("started start#paths.make[isLost] paused"))
  }

  @Test("one that only hands on makes the method an event")
  func forwarding() throws {
    let rows = try moves(
      """
        func start() {
          guard case .stopped = state else { return }
          path.onUpdate = { [weak self] path in self?.didUpdate(path) }
          state = .started
        }
        private func didUpdate(_ path: Path) {
          if case .started = state { state = .paused }
        }
      """)
    #expect(rows == ["started didUpdate paused", "stopped start started"])
  }

  @Test(
    "one that only hands on makes the method an event, whoever else calls it",
    arguments: ["", "func stop() { didStop() }"])
  func forwardingFromInitializer(_ other: String) throws {
    let rows = try moves(
      """
        init() { path.onStop = { [weak self] in self?.didStop() } }
        func start() { state = .started }
        private func didStop() { state = .stopped }
        \(other)
      """)
    #expect(
      rows.filter { $0.hasPrefix("started") && !$0.contains(" stop ") } == [
        "started didStop stopped"
      ])
  }

  @Test("a machine may be written by closures of its initializer alone")
  func initializer() throws {
    let rows = try moves(
      """
        init(feed: AnyPublisher<Int?, Never>) {
          feed.sink { [weak self] value in
            if value == nil { self?.state = .stopped } else { self?.state = .started }
          }.store(in: &bag)
        }
      """)
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.contains("feed") && !$0.contains("#") })
  }

  @Test(
    "what a closure of an initializer starts is part of the event that is named after the property",
    arguments: [
      ("Task { @MainActor in", "}"), ("Task { [weak self] in", "}"),
      ("DispatchQueue.main.async {", "}"), ("", ""),
    ])
  func startedByCallback(start: String, end: String) throws {
    let rows = try moves(
      """
        init(socket: Socket) {
          socket.onOpen = { [weak self] in
            \(start) self?.state = .started \(end)
          }
          socket.onClose = { [weak self] in
            \(start) self?.state = .stopped \(end)
          }
        }
        func pause() { if state == .started { state = .paused } }
      """)
    #expect(
      rows == [
        "paused socket.onClose stopped", "paused socket.onOpen started", "started pause paused",
        "started socket.onClose stopped", "stopped socket.onOpen started",
      ])
  }

  @Test("a closure that chooses among private methods is the event, and they are none")
  func choosing() throws {
    let rows = try moves(
      """
        init(feed: AnyPublisher<Bool, Never>) {
          feed.sink { [weak self] isOn in
            if isOn { self?.begin() } else { self?.end() }
          }.store(in: &bag)
        }
        private func begin() { state = .started }
        private func end() { state = .stopped }
      """)
    #expect(rows.count == 4)
    #expect(rows.allSatisfy { $0.contains("feed") && !$0.contains("#") })
  }

  @Test("a closure that calls one method, be it under conditions, hands on to it")
  func handingOn() throws {
    let rows = try moves(
      """
        init(feed: AnyPublisher<Note, Never>) {
          feed.sink { [weak self] note in
            guard let self else { return }
            guard note.id == self.id else { return }
            Task { await self.begin() }
          }.store(in: &bag)
        }
        private func begin() async { if state == .stopped { state = .started } }
      """)
    #expect(rows == ["stopped begin started"])
  }

  @Test("what an event loop executes is a part of who asks for it")
  func eventLoops() throws {
    let rows = try moves(
      """
        func close() {
          if eventLoop.inEventLoop { close0() } else { eventLoop.execute { self.close0() } }
        }
        private func close0() { if state == .started { state = .stopped } }
      """)
    #expect(rows == ["started close stopped"])
  }

  @Test("an open method that has a private one ask for the state is an event")
  func asking() throws {
    let found = try machine(
      """
      final class Link {
        enum State { case open, closed }
        private var state: State = .open
        func sendUser(_ text: String) { send(text) }
        func close() { state = .closed }
        private func send(_ text: String) {
          switch state {
          case .open: log(text)
          case .closed: break
          }
        }
      }
      """)
    #expect(Set(found.transitions.map(\.event.name)) == ["sendUser", "close"])
  }

  @Test(
    "a private method that an initializer calls stays an event where others come to it, too",
    arguments: [
      "button.addTarget(self, action: #selector(begin))", "socket.onClose = { self?.begin() }",
    ])
  func comeToByOthers(setUp: String) throws {
    let rows = try moves(
      """
        init(button: Button) { begin(); \(setUp) }
        private func begin() { if state == .stopped { state = .started } }
      """)
    #expect(rows == ["stopped begin started"])
  }

  @Test("a method that has a closure choose the next state is an event")
  func chosenByClosure() throws {
    let rows = try moves(
      """
        func start() { state = .started }
        func stop() { onMain { self.enter(.stopped) } }
        func stopLater() { clock.onTick { [weak self] in self?.enter(.stopped) } }
        private func enter(_ new: State) { state = new }
        private func onMain(_ block: @escaping () -> Void) { DispatchQueue.main.async { block() } }
      """)
    #expect(
      rows.filter { $0.hasSuffix(" stopped") } == [
        "paused stop stopped", "paused stopLater#clock.onTick stopped", "started stop stopped",
        "started stopLater#clock.onTick stopped",
      ])
  }
}
