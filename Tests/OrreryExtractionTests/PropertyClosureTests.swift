import OrreryModel
import Testing

@Suite("Closures in stored properties") struct PropertyClosureTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Model {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  @Test("are events of the property's name")
  func events() throws {
    #expect(
      try rows(
        """
          lazy var handler: () -> Void = { [weak self] in self?.state = .done }
          lazy var retry: (Int) async -> Void = { [weak self] number in
            guard let self else { return }
            self.state = .busy
            await self.work(number)
            self.state = .done
          }
        """) == ["idle handler done", "idle retry/self.work busy"])
  }

  @Test("may unwrap `self` by its own name")
  func unwrapped() throws {
    #expect(
      try rows(
        """
          lazy var handler: () -> Void = { [weak self] in
            guard let self = self, self.count == 0 else { return }
            self.state = .done
          }
          var count = 0
          func start() { state = .busy }
        """) == [
          "idle start busy", "idle handler[!(self.count == 0)] ignored",
          "idle handler[self.count == 0] done",
        ])
  }

  @Test("in a list are events of their places")
  func lists() throws {
    #expect(
      try rows(
        """
          private lazy var handlers: [String: () -> Void] = [
            "a": { [weak self] in self?.state = .done },
            "b": { [weak self] in self?.state = .busy },
          ]
          func run(_ name: String) { handlers[name]?() }
        """) == ["idle handlers[\"a\"] done", "idle handlers[\"b\"] busy"])
  }

  @Test("that are handed to what a property starts as are events")
  func handedOut() throws {
    #expect(
      try rows(
        """
          private lazy var button: Button = {
            let button = Button()
            button.onTap = { [weak self] in self?.state = .busy }
            return button
          }()
          private lazy var timer = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) {
            [weak self] _ in
            if self?.state == .idle { self?.state = .done }
          }
        """) == ["idle button#button.onTap busy", "idle timer#Timer.scheduledTimer done"])
  }

  @Test("that only events call are walked there")
  func called() throws {
    #expect(
      try rows(
        """
          private lazy var finish: (Bool) -> Void = { [unowned self] ok in
            self.state = ok ? .done : .idle
          }
          func start() { state = .busy }
          func end() { guard state == .idle else { return }; finish(true) }
        """) == ["idle start busy", "idle end done"])
  }

  @Test("that leave the state alone are none")
  func others() throws {
    #expect(
      try rows(
        """
          lazy var log: () -> Void = { [weak self] in self?.count += 1 }
          var count = 0
          func start() { state = .busy }
          func end() { state = .done }
        """) == ["idle start busy", "idle end done"])
  }

  @Test("a private method that a property starts with is an event, and so is what it hands out")
  func makers() throws {
    let found = try machine(
      """
      final class Server {
        enum State { case off, on }
        private(set) var state: State = .off
        private lazy var listener = self.makeListener()
        func start() { _ = listener }
        private func makeListener() -> Listener {
          let listener = Listener()
          listener.onState = { number in self.state = number > 0 ? .on : .off }
          return listener
        }
      }
      """)
    #expect(found.events.map(\.name) == ["makeListener", "makeListener#listener.onState"])
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "off makeListener#listener.onState[number > 0] on",
        "on makeListener#listener.onState[!(number > 0)] off",
      ])
  }

  @Test("but one that changes the state at once is")
  func changingMakers() throws {
    let found = try machine(
      """
      final class Server {
        enum State { case off, on, ready }
        private(set) var state: State = .off
        private lazy var listener = self.makeListener()
        func start() { state = .on }
        private func makeListener() -> Listener {
          state = .ready
          return Listener()
        }
      }
      """)
    #expect(found.events.map(\.name) == ["start", "makeListener"])
  }
}
