import OrreryModel
import Testing

@Suite("Tasks before what their starter writes") struct PostponedTaskTests {
  private func rows(_ start: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      @MainActor final class Loader {
        enum State { case idle, starting, started, failed }
        private(set) var state: State = .idle
        func start() {
          guard case .idle = state else { return }
      \(start)
        }
        private func fail() { guard state != .idle else { return }; state = .failed }
        private func begin() { state = .starting }
      \(more)
      }
      """
    ).transitions.filter { $0.kind != .ignore && $0.event.name.hasPrefix("start") }.map(describe)
  }

  private let body = """
    guard key != nil else { fail(); return }
    _ = await api.load()
    state = .started
    """

  private let told = [
    "idle start[!(key != nil)] failed", "idle start[key != nil]/api.load starting",
    "starting start#api.load started",
  ]

  @Test("a task begins when the method that starts it is over: it finds what that has written")
  func after() throws {
    for task in ["Task {", "let task = Task { @MainActor in", "Task.detached { @MainActor in"] {
      #expect(try rows("\(task)\n\(body)\n}\nstate = .starting") == told)
      #expect(try rows("\(task)\n\(body)\n}\nbegin()") == told)
    }
  }

  @Test("also where a helper starts the task, or one writes the state for it")
  func helper() throws {
    #expect(
      try rows("launch()\nstate = .starting", "private func launch() { Task {\n\(body)\n} }")
        == told)
  }

  @Test("and where the task calls that helper again")
  func again() throws {
    let launch = "guard state != .failed else { return }; Task { self.fail(); self.launch() }"
    let found = try rows("launch()\nstate = .starting", "private func launch() { \(launch) }")
    #expect(found == ["idle start failed"])
  }

  @Test("also from a branch, and before what is deferred")
  func branches() throws {
    let branch = "if isFirst { Task { if state == .starting { state = .started } } }"
    #expect(
      try rows("\(branch)\nstate = .starting") == [
        "idle start[isFirst] started", "idle start[!(isFirst)] starting",
      ])
    #expect(try rows("defer { state = .starting }\nTask {\n\(body)\n}") == told)
  }

  @Test("and where the state that is assigned holds the task")
  func held() throws {
    let found = try machine(
      """
      final class Loader {
        enum State { case idle, starting(Task<Void, Never>), started }
        private var state: State = .idle
        func start() {
          state = .starting(Task { @MainActor in
            if let cached = cache.value { finish(cached) } else { finish(await api.load()) }
          })
        }
        private func finish(_ value: Int) {
          guard case .starting = state else { return }
          state = .started
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "idle" }.map(describe) == [
        "idle start[let cached = cache.value] started",
        "idle start[!(let cached = cache.value)]/api.load starting",
      ])
  }

  @Test("where its starter waits, in the state that it has written, it is an event of its own")
  func waiting() throws {
    let found = try machine(
      """
      actor Loader {
        enum State { case idle, starting, ready, done }
        private var state: State = .idle
        func start() async {
          Task { if state == .starting { state = .ready } }
          state = .starting
          await clock.tick()
          state = .done
        }
      }
      """)
    let rows = found.transitions.filter { $0.kind != .ignore }.map(describe)
    #expect(rows.contains("idle start/clock.tick starting"))
    #expect(rows.contains("starting start#Task ready"))
    #expect(!rows.contains { $0.hasPrefix("idle start#Task") })
    #expect(
      rows.filter { $0.contains("#clock") } == [
        "starting start#clock.tick done", "ready start#clock.tick done",
      ])
  }

  @Test("and where it waits for the task itself")
  func awaitedLater() throws {
    let found = try machine(
      """
      actor Line {
        enum State { case on, leaving, off }
        private(set) var state: State = .on
        func leave(politely: Bool) async {
          guard case .on = state else { return }
          let task = Task { [weak self] in
            guard let self else { return }
            await self.run(politely: politely)
          }
          state = .leaving
          await task.value
        }
        private func run(politely: Bool) async {
          if politely { await api.leave() }
          if case .leaving = state { state = .off }
        }
      }
      """
    ).transitions.map(describe)
    #expect(
      found.filter { $0.hasSuffix(" leaving") || $0.hasSuffix(" off") } == [
        "on leave leaving", "leaving leave#run[politely]/api.leave leaving",
        "leaving leave#run[!(politely)] off", "leaving leave#api.leave off",
      ])
  }

  @Test("a task that its starter waits for on the spot runs at its place")
  func awaited() throws {
    let found = try machine(
      """
      @MainActor final class Loader {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
        func start() async {
          await Task { state = .busy }.value
          state = .done
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.from != "done" }.map(describe) == [
        "idle start/Task busy", "busy start/Task busy", "busy start#Task done",
      ])
  }

  @Test("work that is put on the main queue comes after the method as well")
  func mainQueue() throws {
    #expect(
      try rows("DispatchQueue.main.async { self.state = .started }\nstate = .starting") == [
        "idle start started"
      ])
  }

  @Test(
    "it is walked at its place where its starter waits for it, or has handed it what the state was",
    arguments: [
      "queue.async { self.state = .open }; queue.sync { self.state = .shut }",
      "Task { self.state = .open; done.signal() }; done.wait(); state = .shut",
      "queue.async(group: group) { self.state = .open }; group.wait(); state = .shut",
      "Task { [state] in if state == .ajar { self.state = .open } }; state = .shut",
    ])
  func atItsPlace(_ body: String) throws {
    let found = try machine(
      """
      final class Door {
        enum State { case ajar, open, shut }
        private var state = State.ajar
        func push() { if state == .shut { state = .ajar } }
        func slam() { \(body) }
      }
      """
    ).transitions.filter { $0.event.name == "slam" }
    #expect(found.allSatisfy { $0.kind == .ignore || $0.to == "shut" })
    #expect(found.contains { $0.from == "ajar" && $0.to == "shut" })
  }

  @Test("a task that a condition starts begins behind the body of its `if`")
  func condition() throws {
    let rows = try machine(
      """
      @MainActor final class Behind {
        enum State { case a, b, c, d }
        private(set) var state: State = .a
        func go() {
          if begin() { state = .c }
        }
        private func begin() -> Bool {
          Task { state = .b }
          return true
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("a go b"), "\(rows)")
  }

  @Test("what asks for the state behind a task asks before that begins")
  func question() throws {
    let rows = try machine(
      """
      @MainActor final class Asked {
        enum State { case a, b, c, d }
        private(set) var state: State = .a
        func go() {
          if begin() { state = .c }
        }
        private func begin() -> Bool {
          Task { state = .b }
          return state == .b
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("a go b"), "\(rows)")
  }

  @Test("a task that an observer starts begins behind what its starter still writes")
  func observer() throws {
    let rows = try machine(
      """
      @MainActor final class Seen {
        enum State { case a, b, c, d }
        private(set) var state: State = .a
        private var flag = false {
          didSet {
            Task { state = .b }
          }
        }
        func go() {
          flag = true
          state = .d
        }
      }
      """
    ).transitions.map(describe)
    #expect(rows.contains("a go b"), "\(rows)")
  }

  @Test("a task of a task begins when those have that the method starts itself")
  func nested() throws {
    let inner = "Task { Task { state = .started } }"
    #expect(try rows("\(inner)\nTask { state = .failed }") == ["idle start started"])
    #expect(try rows("Task { state = .failed }\n\(inner)") == ["idle start started"])
    #expect(try rows("\(inner)\nTask { Task { state = .failed } }") == ["idle start failed"])
  }

  @Test("also behind a wait of its starter, where what that writes comes first")
  func nestedBehindWait() throws {
    let inner = "Task { state = .started }"
    let helper = "private func next() async -> State { await api.load(); \(inner); return .failed }"
    let told = ["idle start/api.load idle", "idle start#api.load started"]
    for task in ["await api.load(); \(inner); state = .failed", "state = await next()"] {
      let found = try rows("Task { \(task) }", helper)
      #expect(found.filter { $0.hasPrefix("idle") } == told)
    }
  }

  @Test("not for what another closure of the same call asks later")
  func besideClosures() throws {
    let start = "items.map { _ in Task { state = .started } }"
    let found = try rows("api.ping()\n\(start).register(onEnd: { if state == .idle { fail() } })")
    #expect(found == ["idle start/api.ping idle", "idle start/api.ping started"])
  }

  @Test("also where the method starts one of the same code itself")
  func twins() throws {
    #expect(try rows("Task { step() }\nstep()", step) == ["idle start started"])
  }

  @Test("one that a loop starts may begin any number of times")
  func loops() throws {
    let next = "Task { if state == .starting { state = .started } else { state = .starting } }"
    let found = try rows("for _ in 0..<count {\n\(next)\nstate = .idle\n}")
    #expect(found.sorted() == ["idle start started", "idle start starting"])
  }

  @Test("of two that begin where their starter waits the second finds what the first has left")
  func begun() throws {
    let found = try rows(
      """
      state = .starting
      Task { state = .started }
      Task { if state == .started { state = .failed } }
      """)
    #expect(found == ["idle start failed"])
    let machine = try OrreryExtractionTests.machine(
      """
      @MainActor final class Loader {
        enum State { case idle, starting, started, failed }
        private(set) var state: State = .idle
        func start() async {
          guard case .idle = state else { return }
          Task { state = .started }
          Task { if state == .started { state = .failed } }
          state = .starting
          await api.load()
        }
      }
      """)
    let rows = machine.transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      rows == [
        "idle start/api.load starting", "starting start#Task started",
        "started start#Task failed",
      ])
  }

  @Test("so does one that changes another property, which the method asks for behind it")
  func properties() throws {
    let found = try rows(
      """
      retried = false
      Task { retried = true }
      state = retried ? .failed : .starting
      """, "private var retried = false")
    #expect(found == ["idle start starting"])
  }

  @Test("a task may start several of the same code")
  func siblings() throws {
    #expect(try rows("Task { step(); step() }", step) == ["idle start started"])
  }

  private let step = """
    private func step() { Task { state = state == .idle ? .starting : .started } }
    """

  @Test("that a method starts more tasks of one code than are followed is said")
  func tooMany() throws {
    let found = { (count: Int) in
      try OrreryExtractionTests.machine(
        """
        @MainActor final class Loader {
          enum State { case idle, starting, started }
          private(set) var state: State = .idle
          func start() { \(String(repeating: "step(); ", count: count)) }
          \(step)
        }
        """
      ).unresolved.map(\.reason)
    }
    #expect(try found(4) == [])
    #expect(try found(5) == ["starts more tasks than Orrery follows; some edges are missing"])
  }

  @Test("several of one loop begin in turn, also where a helper starts them")
  func turns() throws {
    let helper = """
      private func first() {
        Task { if state == .starting { state = .started } else { state = .starting } }
      }
      private func second() { Task { if state == .started { state = .failed } } }
      """
    let found = try rows("for _ in 0..<count { first(); second(); state = .idle }", helper)
    #expect(found.sorted() == ["idle start failed", "idle start starting"])
    let four = String(repeating: "Task { if state == .idle { state = .starting } }\n", count: 4)
    #expect(try rows("for _ in 0..<count {\n\(four)\nstate = .idle\n}") == ["idle start starting"])
  }

  @Test("a task that changes a property begins behind one that was started before and asks for it")
  func order() throws {
    let found = try rows(
      """
      retried = false
      Task { state = retried ? .failed : .started }
      Task { retried = true }
      state = .starting
      """, "private var retried = false")
    #expect(found == ["idle start started"])
  }

  @Test("also one that is started by an argument, before what the call writes")
  func arguments() throws {
    let helper = """
      private func launch() -> Bool { Task { state = .started }; return true }
      private func begin(_ isFirst: Bool) { state = isFirst ? .starting : .failed }
      """
    #expect(try rows("begin(launch())", helper) == ["idle start started"])
    #expect(
      try rows("if launch(), state == .idle { state = .failed }", helper)
        == ["idle start started"])
  }

  @Test("what a task was handed tells it from another of the same code")
  func handed() throws {
    let helper = "private func go(_ next: State) { Task { state = next } }"
    let found = try rows(
      "if isFast { go(.started) } else { go(.failed) }\nstate = .starting", helper)
    #expect(found == ["idle start[isFast] started", "idle start[!(isFast)] failed"])
  }

  @Test(
    "also before what a function inside of the method writes, or a closure that it keeps",
    arguments: [
      "func arrive() { if state == .idle { state = .starting } }",
      "let arrive = { if self.state == .idle { self.state = .starting } }",
    ])
  func inside(arrive: String) throws {
    let task = "Task { state = state == .starting ? .started : .failed }"
    #expect(try rows("\(arrive)\n\(task)\narrive()") == ["idle start started"])
  }

  @Test("also one that a condition starts which does not hold")
  func refused() throws {
    let helper = "private func launch() -> Bool { Task { state = .started }; return isOn }"
    #expect(
      try rows("if isFirst && launch() { return }\nstate = .starting", helper) == [
        "idle start[isFirst] started", "idle start[!(isFirst)] starting",
      ])
  }

  @Test("an observer that leaves starts no task behind that")
  func observerThatLeaves() throws {
    let observer =
      "private let isOff: Bool\nprivate var count = 0 { didSet { if isOff { return }; Task { fail() } } }"
    let told = [
      "idle start ignored", "starting start[isOff] ignored", "starting start[!(isOff)] failed",
    ]
    let found = try machine(
      """
      @MainActor final class Loader {
        enum State { case idle, starting, failed }
        private(set) var state: State = .idle
        \(observer)
        func start() { count += 1 }
        func go() { state = .starting }
        private func fail() { guard state != .idle else { return }; state = .failed }
      }
      """
    ).transitions.filter { $0.event.name == "start" && $0.from != "failed" }.map(describe)
    #expect(found == told)
  }

  @Test(
    "what a task changes by an observer, or by a method of a method, its starter still finds",
    arguments: ["count = 1", "clear()"])
  func changesByOthers(_ step: String) throws {
    let found = try machine(
      """
      @MainActor final class Player {
        enum State { case idle, loud, quiet }
        private var state = State.idle
        private var isMuted = false
        private var count = 0 { didSet { isMuted = true } }
        func play() {
          Task { \(step) }
          state = isMuted ? .quiet : .loud
        }
        private func clear() { mute() }
        private func mute() { isMuted = true }
      }
      """
    ).transitions.map(describe)
    #expect(
      found.contains("idle play[isMuted] quiet") && found.contains("idle play[!(isMuted)] loud"))
  }
}
