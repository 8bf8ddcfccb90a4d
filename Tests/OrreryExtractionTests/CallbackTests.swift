import OrreryExtraction
import OrreryModel
import Testing

@Suite("Closures that are called later") struct CallbackTests {
  private func moves(_ members: String, isSure: Bool = false) throws -> [String] {
    let found = try machine(
      """
      final class Player {
        enum State { case idle, playing, done }
        private(set) var state: State = .idle
        private let queries = PassthroughSubject<String, Never>()
      \(members)
      }
      """
    )
    return (isSure ? found.sure : found.transitions)
      .filter { [.move, .stay].contains($0.kind) }.map(describe)
  }

  @Test("one that a helper hands on to what it makes is one event")
  func handedOnByHelper() throws {
    let found = try machine(
      """
      final class Menu {
        enum State { case idle, busy }
        private var state = State.idle
        var rows: [Row] = []
        func refresh() { rows = [row("go", selection: { self.state = .busy })] }
        func finish() { state = .idle }
        private func row(_ name: String, selection: @escaping () -> Void) -> Row {
          Row(text: name, selection: selection)
        }
      }
      struct Row { let text: String; let selection: () -> Void }
      """)
    #expect(found.events.map(\.id.name) == ["refresh", "finish", "refresh#Row"])
  }

  @Test("what an operator of a publisher runs is an event, not a part of who sets it up")
  func publishers() throws {
    let rows = try moves(
      """
        func bind() {
          queries.removeDuplicates()
            .compactMap { [weak self] query -> String? in
              self?.state = query.isEmpty ? .idle : .done
              return query
            }
            .sink { log($0) }.store(in: &bag)
        }
      """)
    let later = rows.filter { $0.contains("bind#") }
    #expect(later.count == 4)
    #expect(
      rows.filter { !later.contains($0) } == [
        "idle bind/queries.sink idle", "playing bind/queries.sink playing",
        "done bind/queries.sink done",
      ])
    #expect(
      Set(later.compactMap { $0.split(separator: " ").first }) == ["idle", "playing", "done"])
  }

  @Test("an operator of a publisher runs nothing yet where its chain ends in a variable")
  func keptChains() throws {
    let rows = try moves(
      """
        func bind() {
          if state == .playing { return }
          let chain = $query.map { self.state = .done; return $0 }
          print(chain)
        }
      """)
    #expect(rows.filter { !$0.contains("#") } == ["idle bind idle", "done bind done"])
    #expect(
      Set(rows.filter { $0.contains("#") }) == [
        "idle bind#query.map done", "playing bind#query.map done",
      ])
  }

  @Test("what is set up when the machine is made is accounted for, in operators too")
  func publishersOfInitializers() throws {
    let source = """
      final class Player {
        enum State { case idle, done }
        private(set) var state: State = .idle
        init() {
          queries.map { [weak self] in self?.state = .done; return $0 }.sink { log($0) }
        }
        func reset() { if state == .done { state = .idle } }
      }
      """
    #expect(
      try machine(source).transitions.filter { $0.kind == .move }.map(describe) == [
        "done reset idle", "idle queries.map done",
      ])
    let file = SourceText(module: "App", path: "Player.swift", text: source)
    let audit = Audit([file], extract: Extractor().extract([file]))
    #expect((audit.count(.write), audit.count(.write, .missing)) == (2, 0))
  }

  @Test("an observer is called in any state, whenever it was set up")
  func observers() throws {
    let rows = try moves(
      """
        func load() {
          state = .playing
          token = item.observe(\\.rate) { [weak self] in self?.state = .idle }
          NotificationCenter.default.publisher(for: .ended)
            .sink { [weak self] _ in self?.state = .done }
        }
      """)
    #expect(
      Set(rows.filter { $0.contains("#") }) == [
        "playing load#item.observe idle", "done load#item.observe idle",
        "idle load#NotificationCenter.default.publisher done",
        "playing load#NotificationCenter.default.publisher done",
      ])
  }

  @Test("the first value of a publisher is one answer, a timer that repeats is called in any state")
  func onceOrAgain() throws {
    let rows = try moves(
      """
        func load() {
          state = .playing
          $query.first().sink { [weak self] _ in self?.state = .idle }
          Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { [weak self] _ in
            self?.state = .done
          }
        }
      """, isSure: true)
    #expect(
      Set(rows.filter { $0.contains("#") }) == [
        "playing load#query idle", "idle load#Timer.scheduledTimer done",
        "playing load#Timer.scheduledTimer done",
      ])
  }

  @Test("an answer to a request comes in the state that the handler has ended in")
  func answers() throws {
    let rows = try moves(
      """
        func stop() {
          send()
          state = .done
        }
        private func send() {
          service.stop { [weak self] error in
            if error != nil { self?.state = .idle }
          }
        }
      """)
    #expect(rows.filter { $0.contains("#") } == ["done stop#service.stop[error != nil] idle"])
  }

  @Test("a request that is one of two ways is answered in the states that both end in")
  func answersOfSomeWays() throws {
    let rows = try moves(
      """
        func stop(_ wants: Bool) {
          state = .playing
          if wants { service.stop { [weak self] _ in self?.state = .idle } }
        }
      """)
    #expect(rows.filter { $0.contains("#") } == ["playing stop#service.stop idle"])
  }

  @Test("a closure that sorts or filters is no condition, and its answer not that of the call")
  func comparators() throws {
    let rows = try moves(
      """
        func play(_ items: [Item]) {
          let sorted = items.sorted { a, b in
            guard let first = a.rank, let second = b.rank else { return false }
            return first < second
          }
          if sorted.isEmpty { state = .done } else { state = .playing }
        }
      """)
    #expect(
      rows.filter { $0.hasPrefix("idle") } == [
        "idle play[sorted.isEmpty] done", "idle play[!(sorted.isEmpty)] playing",
      ])
  }

  @Test("a filter that asks for the state is a condition of what comes behind it")
  func filters() throws {
    for filter in [
      "[weak self] _ in self?.state != .idle",
      "[weak self] _ in guard let self else { return false }; return self.state != .idle",
    ] {
      let rows = try moves(
        """
          func bind() {
            queries.filter { \(filter) }
              .filter { !$0.isEmpty }
              .sink { [weak self] _ in self?.state = .done }.store(in: &bag)
          }
        """)
      #expect(rows.filter { $0.contains("#") } == ["playing bind#queries done"], "\(filter)")
    }
  }

  @Test("what a task asks for that the initializer's task starts belongs to it")
  func tasksOfInitializers() throws {
    let rows = try moves(
      """
        init() { Task { await self.load() } }
        func again() async { await load() }
        private func load() async {
          guard state == .idle else { return }
          let task = Task { await loader.load() }
          state = .playing
          await task.value
          state = .done
        }
      """)
    #expect(rows.contains("idle init#Task/loader.load playing"))
    #expect(!rows.contains { $0.contains("#loader.load") })
  }

  @Test("a callback behind a guard in another one starts where its handler has ended")
  func behindGuards() throws {
    let rows = try moves(
      """
        func stop() {
          guard state == .playing else { return }
          queue.perform {
            guard let device else { return }
            device.stop { [weak self] error in
              guard error == nil else { return }
              self?.state = .done
            }
          }
          state = .idle
        }
      """)
    #expect(
      rows == [
        "playing stop[!(let device)] idle", "playing stop[let device]/device.stop idle",
        "idle stop#device.stop[error == nil] done",
      ])
  }

  @Test("an event loop executes as part of the handler")
  func eventLoops() throws {
    let rows = try moves(
      """
        func stop() { if eventLoop.inEventLoop { stop0() } else { eventLoop.execute { self.stop0() } } }
        private func stop0() { if state == .playing { state = .done } }
      """)
    #expect(rows == ["playing stop done"])
  }

  @Test(
    "an observer that compares the state with the one before asks for none",
    arguments: [
      ("guard state != oldValue else { return }; delegate?.changed(self)", "/delegate.changed"),
      ("if oldValue == .done { log(state) }", ""),
    ])
  func observers(_ body: String, _ effect: String) throws {
    #expect(
      try callbacks(ofCameraWith: body) == [
        "initial start#device.request\(effect) scanning",
        "scanning start#device.request ignored (inferred)",
        "done start#device.request\(effect) scanning (late)",
      ])
  }

  @Test("but one that changes the state by it does, where it does")
  func decidingObservers() throws {
    #expect(
      try callbacks(ofCameraWith: "if oldValue == .done { state = .done }") == [
        "initial start#device.request scanning",
        "scanning start#device.request ignored (inferred)", "done start#device.request ignored",
      ])
  }

  private func callbacks(ofCameraWith observer: String) throws -> [String] {
    let found = try machine(
      """
      final class Camera {
        enum State { case initial, scanning, done }
        private(set) var state = State.initial { didSet { \(observer) } }
        weak var delegate: CameraDelegate?
        let device: Device
        func start() { if state == .initial { setup() } }
        private func setup() {
          device.request { [weak self] in self?.state = .scanning }
        }
        func stop() { state = .done }
      }
      """)
    return found.transitions.filter { $0.event.name.contains("#") }.map(describeWithCertainty)
  }

  @Test(
    "work that comes back to the main queue and asks for the state, be it by others, is no part of the event",
    arguments: ["self.isBusy", "self.asks()", "self.state == .busy"])
  func comingBack(_ question: String) throws {
    let found = try machine(
      """
      final class Reader {
        enum State { case idle, busy }
        private var state = State.idle
        private var isBusy: Bool { state == .busy }
        func read() {
          state = .busy
          queue.async { DispatchQueue.main.async { if \(question) { self.delegate?.show() } } }
        }
        func end() { state = .idle }
        private func asks() -> Bool { isBusy }
      }
      """)
    #expect(found.transitions.map(describe).prefix(2) == ["idle read busy", "busy read ignored"])
  }

  @Test("a closure that another one calls later is part of that one's event")
  func handedOn() throws {
    try expectTransitions(
      """
      final class Guide {
        enum Screen { case asking, profile, over }
        private var screen = Screen.asking
        func next() {
          guard screen == .asking else { return }
          ask { isGranted in self.screen = isGranted ? .profile : .over }
        }
        private func ask(_ done: @escaping (Bool) -> Void) {
          Center.current().request(options: [.alert]) { isGranted, _ in
            DispatchQueue.main.async { done(isGranted) }
          }
        }
      }
      """,
      [
        "asking next/Center.current asking", "profile next ignored", "over next ignored",
        "asking next#Center.current[isGranted] profile",
        "asking next#Center.current[!(isGranted)] over",
      ], isSure: true)
  }

  @Test("a closure that waits before it changes the state asks for something: that is no no-op")
  func waiting() throws {
    try expectTransitions(
      """
      final class Engine {
        enum State { case idle, failed }
        private(set) var state = State.idle
        func downloaded(_ item: Item) {
          queue.dispatch {
            guard self.state == .idle else { return }
            await self.load(item)
          }
        }
        private func load(_ item: Item) async {
          do { try await loader.load(item) } catch { state = .failed }
        }
      }
      """,
      [
        "idle downloaded/queue.dispatch idle", "failed downloaded/queue.dispatch failed",
        "idle downloaded#queue.dispatch/loader.load idle",
        "failed downloaded#queue.dispatch ignored",
        "idle downloaded#loader.load.failure failed",
      ], isSure: true)
  }
}
