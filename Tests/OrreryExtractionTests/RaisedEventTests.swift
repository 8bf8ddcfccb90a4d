import OrreryModel
import Testing

@Suite("An event that is called behind a wait") struct RaisedEventTests {
  private func rows(_ members: String, of event: String = "run#") throws -> [String] {
    try machine(
      """
      @MainActor final class Player {
        enum State { case idle, busy, done, failed }
        private(set) var state = State.idle
        func finish() { if state == .busy { state = .done } }
        func fail() { if state == .busy { state = .failed } }
        func set(_ next: State) { state = next }
        \(members)
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix(event) }.map(describe)
  }

  /// The rows from the state in which the handler waits.
  private func busyRows(_ members: String) throws -> [String] {
    try rows(members).filter { $0.hasPrefix("busy ") }
  }

  @Test("is raised, be it called by the handler, its helper or its task")
  func raised() throws {
    let expected = ["busy run#api.work/raise finish busy"]
    #expect(
      try busyRows("func run() async { state = .busy; await api.work(); finish() }") == expected)
    #expect(
      try busyRows(
        """
        func run() async { state = .busy; await api.work(); end() }
        private func end() { log("end"); finish() }
        """) == expected)
    #expect(
      try busyRows("func run() { state = .busy; Task { await api.work(); self.finish() } }")
        == expected)
  }

  @Test("is raised by a closure that is called back")
  func calledBack() throws {
    #expect(
      try rows(
        """
        func run() {
          state = .busy
          api.work { [weak self] isDone in
            if isDone { self?.finish() } else { self?.state = .failed }
          }
        }
        """
      ).contains("busy run#api.work[isDone]/raise finish busy"))
  }

  @Test(
    "is raised by a closure that a helper hands on, be it on another queue before something else")
  func handedOn() throws {
    let helper = """
      private func ask(_ completion: @escaping (Bool) -> Void) {
        let task = session.dataTask(with: url) { isDone in completion(isDone) }
        task.resume()
      }
      """
    #expect(
      try busyRows(
        """
        func run() { state = .busy; ask { isDone in if isDone { self.finish() } } }
        \(helper)
        """
      ).contains("busy run#session.dataTask[isDone]/raise finish busy"))
    #expect(
      try busyRows(
        """
        func run() { state = .busy; ask { isDone in if isDone { self.end() } } }
        \(helper)
        private func end() { DispatchQueue.main.async { self.finish() }; api.report() }
        """
      ).contains("busy run#session.dataTask[isDone]/concat(api.report, raise finish) busy"))
  }

  @Test("is followed where an argument decides what it does")
  func argument() throws {
    #expect(
      try busyRows("func run() async { state = .busy; await api.work(); set(.done) }") == [
        "busy run#api.work done"
      ])
  }

  @Test(
    "is followed where something comes behind it",
    arguments: [
      ("finish()\nstate = .idle", "idle"), ("defer { state = .idle }\nfinish()", "idle"),
      ("finish()\nif state == .done { state = .failed }", "failed"),
    ])
  func behind(body: String, next: String) throws {
    let rows = try rows("func run() async { state = .busy; await api.work()\n\(body) }")
    #expect(rows.contains("busy run#api.work \(next)"))
    #expect(!rows.contains { $0.contains("raise") })
  }

  @Test("comes before the next element of a loop: that is met in whatever state it leaves")
  func elements() throws {
    let rows = try rows(
      """
      func run() async {
        state = .busy
        for await item in api.items { if item.isGood { finish() } }
        state = .idle
      }
      """)
    #expect(rows.contains("busy run#api.items[item.isGood]/raise finish busy"))
    #expect(rows.contains { $0.hasPrefix("done run#api.items[") && $0.hasSuffix(" idle") })
  }

  @Test("is told of each of many ways")
  func ways() throws {
    let numbers = 1...9
    let cases = numbers.map { "case \($0): e\($0)()" }.joined(separator: "\n")
    let events = numbers.map { "func e\($0)() { state = .done }" }.joined(separator: "\n")
    let rows = try rows(
      """
      func run() async { state = .busy; let n = await api.next(); route(n) }
      private func route(_ n: Int) { switch n { \(cases)
      default: break } }
      \(events)
      """)
    for number in numbers {
      #expect(rows.contains { $0.contains("raise e\(number) ") }, "\(rows)")
    }
  }

  @Test("is raised by a task, whether that waits before or not")
  func tasks() throws {
    let expected = ["idle", "busy", "done", "failed"].map { "\($0) run/raise finish busy" }
    #expect(try rows("func run() { Task { finish() }; state = .busy }", of: "run") == expected)
    #expect(
      try rows("func run() { state = .busy; Task { await self.finish() } }", of: "run") == expected)
    #expect(
      try busyRows(
        """
        func run() {
          state = .busy
          Task.detached { let item = work(); await MainActor.run { self.finish() } }
        }
        """) == ["busy run#MainActor.run/raise finish busy"])
  }

  @Test("is followed in a task that others wait for")
  func awaited() throws {
    let rows = try rows("func run() async { await Task { finish() }.value; state = .idle }")
    #expect(rows.allSatisfy { !$0.contains("raise") })
  }

  @Test(
    "is raised by a closure for later that does nothing else, which is an event",
    arguments: [
      ("api.work { self.finish() }", "api.work"),
      ("api.work { [weak self] in self?.set($0) }", "api.work"),
      ("queue.asyncAfter(deadline: .now()) { self.finish() }", "queue.asyncAfter"),
      ("api.items().sink { [weak self] _ in self?.finish() }.store(in: &bag)", "api.items"),
      (
        "timer = Timer.scheduledTimer(withTimeInterval: 1) { _ in self.finish() }",
        "Timer.scheduledTimer"
      ),
    ])
  func closures(body: String, sender: String) throws {
    let rows = try rows("func run() { \(body) }", of: "run")
    let event = body.contains("set") ? "set" : "finish"
    #expect(rows.contains("busy run/\(sender) busy"))
    #expect(rows.contains("idle run#\(sender)/raise \(event) idle"))
    #expect(rows.contains("busy run#\(sender)/raise \(event) busy"))
  }

  @Test("is raised by a closure of an initializer")
  func initializer() throws {
    #expect(
      try rows("init(link: Link) { link.onEnd = { [weak self] in self?.finish() } }", of: "link")
        == ["idle", "busy", "done", "failed"].map { "\($0) link.onEnd/raise finish \($0)" })
    // What begins with the machine is the event itself.
    #expect(try rows("init() { Task { await self.finish() } }", of: "init") == [])
  }
}
