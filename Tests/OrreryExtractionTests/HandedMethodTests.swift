import OrreryModel
import Testing

@Suite("Methods that are handed on") struct HandedMethodTests {
  private func rows(_ members: String, of event: String = "finish") throws -> [String] {
    try machine(
      """
      final class Player {
        enum State { case off, on, paused }
        private var state = State.off
        func go() { state = .on }
        func pause() { if state == .on { state = .paused } else { finish() } }
        @objc private func finish() { state = .off }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == event }.map(describe)
  }

  private let found = ["off finish ignored", "on finish off", "paused finish off"]

  @Test(
    "are events, though the type calls them as well",
    arguments: [
      "func show() { button.addTarget(self, action: #selector(finish), for: .touchUpInside) }",
      "func show() { center.addObserver(self, selector: #selector(self.finish), name: .end, object: nil) }",
      "init() { center.addObserver(self, selector: #selector(Player.finish), name: .end, object: nil) }",
      "func show() { engine.load(completion: finish) }",
      "func show() { engine.load(completion: self.finish) }",
      "func show() { engine.onEnd = finish }",
      "private lazy var item = BarItem(target: self, action: #selector(finish))",
      "private let button: Button = { let b = Button(); b.add(nil, #selector(Player.finish)); return b }()",
      "var commands: [Command] { [Command(input: \"s\", action: #selector(finish))] }",
    ])
  func handed(_ member: String) throws {
    #expect(try rows("  \(member)") == found)
  }

  @Test("are events where an interface that is drawn calls them")
  func outlet() throws {
    let rows = try machine(
      """
      final class Player {
        enum State { case off, on }
        private var state = State.off
        func go() { state = .on }
        func pause() { if state == .on { finish() } }
        @IBAction private func finish() { state = .off }
      }
      """
    ).transitions.filter { $0.event.name == "finish" }.map(describe)
    #expect(rows == ["off finish ignored", "on finish off"])
  }

  @Test(
    "are asked of others, whatever becomes of the answer",
    arguments: [
      "func wait() { state = .on; timer = Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(finish), userInfo: nil, repeats: false) }",
      "func wait() { state = .on; timer = Timer.scheduledTimer(onEnd: self.finish) }",
    ])
  func asked(_ member: String) throws {
    #expect(
      try rows("  var timer: Timer?\n  \(member)", of: "wait")
        == ["off", "on", "paused"].map { "\($0) wait/Timer.scheduledTimer on" })
  }

  @Test(
    "are none where a variable has the name, or what takes them is walked",
    arguments: [
      "func show(finish: () -> Void) { engine.load(completion: finish) }",
      "func show() { let finish = make(); engine.load(completion: finish) }",
      "func show() { engine.load { finish in keep(finish) } }",
      "func show() { [1].forEach(finish) }",
      "func show() { engine.finish = other.finish }",
    ])
  func others(_ member: String) throws {
    #expect(try rows("  \(member)") == [])
  }
}

@Suite("Open methods that others of the type call") struct OpenHelperTests {
  private func timer(_ modifier: String) -> String {
    """
    final class Sleep {
      enum State { case off, counting(Int), chapter }
      private(set) var state: State = .off
      private var last: State = .off
      private func tick() {
        guard case .counting(let left) = state else { return }
        state = left == 0 ? .off : .counting(left - 1)
      }
      \(modifier)func set(_ next: State) {
        state = next
        switch next {
        case .off: print("off")
        case .counting: timer.fire { self.tick() }
        case .chapter: print("chapter")
        }
      }
      public func restart() { set(last) }
    }
    """
  }

  private func events(_ source: String) throws -> Set<String> {
    Set(try machine(source).transitions.map(\.event.name))
  }

  @Test("a setter that others may call is an event")
  func setters() throws {
    #expect(try events(timer("public ")).contains("set"))
    #expect(try !events(timer("private ")).contains("set"))
    let caller = "struct View { let sleep: Sleep; func tap() { sleep.set(.chapter) } }"
    #expect(try events(timer("") + "\n" + caller).contains("set"))
  }

  @Test("what only calls an event is one as well")
  func names() throws {
    try expectTransitions(
      """
      final class Link {
        enum State { case down, up(Socket) }
        private var state = State.down
        func open(_ socket: Socket) { state = .up(socket) }
        func send(_ text: String) throws {
          guard case .up(let socket) = state else { throw LinkError.closed }
          socket.write(text)
        }
        func join(_ channel: String) throws { try send("JOIN " + channel) }
      }
      """,
      [
        "down open up", "up open up", "down send throws", "up send/socket.write up",
        "down join throws", "up join/socket.write up",
      ])
  }

  @Test("what calls a helper that refuses to work in some states is refused as well")
  func refused() throws {
    let rows = try machine(
      """
      actor Link {
        enum State { case down, up(Socket) }
        private var state = State.down
        func open(_ socket: Socket) { state = .up(socket) }
        func close() { state = .down }
        func commit(_ text: String) async throws -> Int { try await send(text) }
        private func send(_ text: String) async throws -> Int {
          guard case .up(let socket) = state else { throw LinkError.closed }
          return try await socket.write(text)
        }
      }
      """
    ).transitions.filter { $0.event.name == "commit" }.map(describe)
    #expect(rows == ["down commit throws", "up commit/socket.write up"])
  }
}
