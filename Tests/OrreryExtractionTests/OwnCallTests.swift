import OrreryModel
import Testing

/// A row tells the calls of its own ways, whatever others do that lead to the same state.
@Suite("Calls that a row tells") struct OwnCallTests {
  /// The rows of one event in one state.
  private func rows(of event: String, from state: String, _ body: String) throws -> [String] {
    try machine(
      """
      final class Device {
        enum State { case off, on }
        private(set) var state = State.off
        private let api: API
        private let socket = Mutex(Socket())
        struct Socket { var task: Task<Void, Never>? }
      \(body)
        func reset() { state = .off }
      }
      """
    ).transitions.filter { $0.event.name == event && $0.from == state }.map(describe)
  }

  @Test("are none where its condition leaves before them, however many other ways there are")
  func guards() throws {
    let found = try rows(
      of: "run", from: "off",
      """
        func run() {
          guard isReady else { return }
          if isLate { state = .on }
          if a { api.one() }
          if b { api.two() }
          if c { api.three() }
        }
      """)
    #expect(
      found == [
        "off run[!(isReady)] ignored",
        "off run[isReady && isLate]/concat(api.one?, api.two?, api.three?) on",
        "off run[isReady && !(isLate) && a]/concat(api.one, api.two?, api.three?) off",
        "off run[isReady && !(isLate) && !(a) && b]/concat(api.two, api.three?) off",
        "off run[isReady && !(isLate) && !(a) && !(b) && c]/api.three off",
        "off run[isReady && !(isLate) && !(a) && !(b) && !(c)] ignored",
      ])
  }

  @Test("stand at their own lines, also where ways are told together")
  func lines() throws {
    let found = try machine(
      """
      final class Device {
        enum State { case off, on }
        private(set) var state = State.off
        private let api: API
        func run(_ n: Int) {
          if n == 1 { api.one(); return }
          if n == 2 { api.two(); return }
          if n == 3 { fatalError() }
          if n == 4 { fatalError() }
          if n == 5 { api.five(); return }
          if n == 6 { api.six(); return }
          if n == 7 { state = .on }
        }
        func reset() { state = .off }
      }
      """
    ).transitions.filter { $0.from == "off" && $0.event.name == "run" }
    let lines = found.reduce(into: [String: Int]()) { $0[$1.guard ?? ""] = $1.location.line }
    #expect(lines["n == 1"] == 6)
    #expect(lines["!(n == 1) && !(n == 2) && n == 3"] == 8)
    #expect(lines["!(n == 1) && !(n == 2) && !(n == 3) && n == 4"] == 9)
    #expect(lines.first { $0.key.hasSuffix("&& n == 6") }?.value == 11)
  }

  @Test("are told of each of two requests that are made alike")
  func twice() throws {
    let found = try rows(
      of: "load", from: "off",
      "  func load() { state = .on; api.task().resume(); api.task().resume() }")
    #expect(found == ["off load/concat(api.task.resume, api.task.resume) on"])
  }

  @Test("are also those that a longer helper makes in a task or on another queue")
  func helpers() throws {
    let tasks = ["Task { await api.add(count) }", "DispatchQueue.main.async { self.api.add() }"]
    for task in tasks {
      let found = try rows(
        of: "send", from: "on",
        """
          func send() { if state == .on { submit() } }
          private func submit() {
            isBusy = true
            count += 1
            \(task)
          }
          func start() { state = .on }
        """)
      #expect(found == ["on send/api.add on"])
    }
  }

  @Test("are also those whose answer a helper hands on to who does not ask for it")
  func answers() throws {
    let found = try rows(
      of: "fail", from: "off",
      """
        func fail() {
          state = .on
          track()
        }
        @discardableResult private func track() -> Bool {
          guard isTracked else { return false }
          return tracker.trackError(1)
        }
      """)
    #expect(found == ["off fail/track on"])
  }

  @Test("are those of a task whose helper finds what the starter has written behind it")
  func laterWrites() throws {
    let found = try rows(
      of: "begin", from: "off",
      """
        func begin() {
          Task { await send() }
          state = .on
        }
        private func send() async {
          if state != .on { return }
          await api.ping()
        }
      """)
    #expect(found == ["off begin/api.ping on"])
  }

  @Test("are none of a closure that is not given")
  func absentClosures() throws {
    let found = try rows(
      of: "tap", from: "off",
      """
        func tap() { open() }
        private func open(then completion: (() -> Void)? = nil) {
          state = .on
          completion?()
        }
      """)
    #expect(found == ["off tap on"])
  }

  @Test(
    "are called by the property that a closure is lent, whatever it calls that",
    arguments: ["$0.task?.cancel()", "socket in\n socket.task?.cancel()"])
  func lentProperties(_ code: String) throws {
    let found = try rows(
      of: "stop", from: "on",
      """
        func stop() {
          socket.withLock { \(code) }
          state = .off
        }
        func start() { state = .on }
      """)
    #expect(found == ["on stop/socket.task.cancel off"])
  }

  @Test("are those that ask for what resumes a continuation")
  func continuations() throws {
    let found = try rows(
      of: "load", from: "off",
      """
        func load() async {
          let isDone = await withCheckedContinuation { continuation in api.ask(continuation) }
          if isDone { state = .on }
        }
      """)
    #expect(found == ["off load/api.ask off"])
  }

  @Test("are requests whose answer is an event, also where what cancels them is kept")
  func keptRequests() throws {
    let found = try rows(
      of: "load", from: "off",
      "  func load() { task = api.fetch { [weak self] _ in self?.state = .on } }")
    #expect(found == ["off load/api.fetch off"])
  }

  @Test(
    "are told that a closure makes of each element of a list",
    arguments: [("one in one.started()", "one.started"), ("$0.started()", "started")])
  func elements(closure: String, effect: String) throws {
    let body = """
        private var observers: [Observer] = []
        func run() { if state == .off { observers.forEach { \(closure) } } }
        func start() { state = .on }
      """
    #expect(try rows(of: "run", from: "off", body) == ["off run/\(effect) off"])
  }

  @Test(
    "are not those whose answers are asked for, of each element of a list",
    arguments: [
      "items.filter { $0.isLike(text) }.isEmpty", "items.map { one in one.made() } == other",
      "items.contains { $0.isLike(text) }",
    ])
  func answersOfElements(condition: String) throws {
    let body = """
        private var items: [Item] = []
        func run() { if \(condition) { state = .on } }
      """
    let found = try rows(of: "run", from: "off", body)
    #expect(!found.isEmpty && !found.contains { $0.contains("/") })
  }

  @Test("are those of each element where nobody asks for what that gives")
  func statementOfElements() throws {
    let body = """
        private var items: [Item] = []
        func run() { if state == .off { items.map { api.load($0) } } }
        func start() { state = .on }
      """
    #expect(try rows(of: "run", from: "off", body) == ["off run/api.load off"])
  }

  @Test("count once for all rounds of a loop, also in what that calls, and anew behind it")
  func rounds() throws {
    let body = """
        private var observers: [Observer] = []
        func run() { if state == .off { tellAll(); all() ; tellAll() } }
        private func tellAll() { for one in observers where one.isOn { tell(one) } }
        private func tell(_ one: Observer) { if state == .off { one.started() } }
        func start() { state = .on }
      """
    #expect(
      try rows(of: "run", from: "off", body)
        == ["off run/concat(one.started, all, one.started) off"])
  }

  @Test("keep the conditions by which an observer chooses between them")
  func observers() throws {
    let found = try machine(
      """
      final class List {
        enum State { case hidden, shown }
        private var isLoaded = false
        private var state = State.hidden { didSet { if isLoaded { reload() } } }
        func show() { state = .shown }
        func hide() { state = .hidden }
        private func reload() { if isShort { store.first() } else { store.all() } }
      }
      """
    ).transitions.filter { $0.event.name == "show" && $0.from == "hidden" }.map(describe)
    #expect(
      found == [
        "hidden show[isLoaded && isShort]/store.first shown",
        "hidden show[isLoaded && !(isShort)]/store.all shown", "hidden show[!(isLoaded)] shown",
      ])
  }

  @Test("are no logs, and are of what only has a name like one")
  func logs() throws {
    func body(_ call: String) -> String {
      "  func run() { if state == .off { \(call) } }\n  func start() { state = .on }"
    }
    for log in ["LoggingService.shared.debug", "AppLog.info", "log.error"] {
      #expect(try rows(of: "run", from: "off", body("\(log)(1)")) == ["off run ignored"])
    }
    let calls = [
      "activityLog.didFail", "clock.display.show", "loggingSwitch.turnOn", "Dialog.shared.show",
    ]
    for call in calls {
      #expect(try rows(of: "run", from: "off", body("\(call)(1)")) == ["off run/\(call) off"])
    }
  }

  @Test("are not made again by `super` where its class is not among the files")
  func unreadSuperclass() throws {
    let found = extract(
      """
      class Base: UIView {
        enum State { case off, on, away }
        var state = State.off
        override func awake() {
          super.awake()
          state = .off
        }
        func stop() { state = .away }
      }
      final class Child: Base {
        override func awake() {
          super.awake()
          layer.activate()
          if state == .off { state = .on }
        }
      }
      """)
    let child = try #require(found.machines.first { $0.name == "Child" })
    #expect(child.transitions.map(describe).contains("off awake/layer.activate on"))
  }
}
