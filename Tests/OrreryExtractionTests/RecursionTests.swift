import OrreryModel
import Testing

@testable import OrreryExtraction

@Suite("Functions that call themselves, and calls that go deep") struct RecursionTests {
  private let light = """
    final class Boot {
      enum Stage { case off, power, disk, kernel, shell }
      private var stage = Stage.off
      let disk: Disk
    """

  @Test("a handler that calls itself in each new state ends where it no longer does")
  func stages() throws {
    try expectTransitions(
      light + """
          func advance() {
            switch stage {
            case .off: stage = .power; advance()
            case .power: stage = .disk; advance()
            case .disk: guard disk.isReady else { return }; stage = .kernel; advance()
            case .kernel: stage = .shell; advance()
            case .shell: break
            }
          }
        }
        """,
      [
        "off advance[!(disk.isReady)] disk", "off advance[disk.isReady] shell",
        "power advance[!(disk.isReady)] disk", "power advance[disk.isReady] shell",
        "disk advance[!(disk.isReady)] ignored", "disk advance[disk.isReady] shell",
        "kernel advance shell", "shell advance ignored",
      ])
  }

  @Test("what the last call answers is the answer")
  func answers() throws {
    try expectTransitions(
      """
      struct Boot {
        enum Stage { case off, power, disk, kernel }
        enum Action { case none, run }
        private var stage = Stage.off
        mutating func next() -> Action {
          switch stage {
          case .off: stage = .power; return next()
          case .power: stage = .disk; return next()
          case .disk: stage = .kernel; return .run
          case .kernel: return .none
          }
        }
      }
      """,
      [
        "off next/.run kernel", "power next/.run kernel", "disk next/.run kernel",
        "kernel next ignored",
      ])
  }

  @Test("calls that go too deep to be followed leave the state open, and say so")
  func tooDeep() throws {
    let helpers = (1...24).map { "private func f\($0)() { f\($0 + 1)() }" }.joined(separator: "\n")
    let found = try machine(
      light + """
          func start() { f1() }
          \(helpers)
          private func f25() { stage = .shell }
          func stop() { stage = .off }
        }
        """)
    #expect(!found.transitions.contains { $0.event.name == "start" && $0.certainty == .exact })
    #expect(found.unresolved.contains { $0.reason.contains("deeper than") })
  }

  @Test("a function that calls itself in the same state comes to an end")
  func sameState() throws {
    let found = try machine(
      light + """
          func poll() {
            guard stage != .shell else { return }
            if disk.isReady { stage = .shell } else { poll() }
          }
        }
        """
    ).transitions.filter { ["off", "shell"].contains($0.from) }.map(describe)
    #expect(
      found == [
        "off poll[disk.isReady] shell", "off poll[!(disk.isReady)] ignored",
        "shell poll ignored",
      ])
  }

  @Test("what is asked anew in each call is told by its last answer")
  func lastAnswer() throws {
    let found = try machine(
      light + """
          func flip() {
            stage = stage == .off ? .power : .off
            if disk.again() { flip() }
          }
        }
        """)
    for row in found.transitions {
      let text = row.guard ?? ""
      #expect(!(text.contains("!(disk.again())") && text.contains("&& disk.again()")), "\(text)")
      #expect(!text.hasPrefix("disk.again() && !(disk.again())"), "\(text)")
    }
    #expect(found.transitions.contains { $0.from == "off" && $0.to == "power" })
  }

  @Test("a function that calls itself behind a wait waits there again, however it was called")
  func behindWait() throws {
    let found = try machine(
      """
      @MainActor final class Sync {
        enum Stage { case idle, busy, failed }
        private var stage = Stage.idle
        func resolve() async {
          guard stage == .failed else { return }
          stage = .idle
          await sync()
        }
        private func sync() async {
          stage = .busy
          await remote.push()
          stage = .idle
          if isAsked { await sync() }
        }
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
    #expect(
      found == [
        "failed resolve/remote.push busy", "busy resolve#remote.push[!(isAsked)] idle",
        "busy resolve#remote.push[isAsked]/remote.push busy",
      ])
  }

  @Test("a task that starts the next one behind its wait starts that in every round")
  func nextTask() throws {
    let found = try machine(
      """
      @MainActor final class Queue {
        enum State { case idle, busy }
        private var state = State.idle
        private var next: Job?
        func add(_ job: Job) { state = .busy; start(job) }
        private func start(_ job: Job) {
          Task {
            await job.run()
            if let next { state = .busy; start(next) } else { state = .idle }
          }
        }
      }
      """
    ).transitions.filter { $0.from == "busy" }.map(describe)
    #expect(
      found == [
        "busy add/job.run busy", "busy add#job.run[let next]/job.run busy",
        "busy add#job.run[!(let next)] idle",
      ])
  }

  @Test("a round that waits once more than the others asks for what it was handed, too")
  func firstWait() throws {
    let found = try machine(
      """
      @MainActor final class Loader {
        enum State { case idle, busy, done, failed }
        private var state = State.idle
        private let api: API
        init(api: API) { self.api = api }
        func start() async { guard state == .idle else { return }; state = .busy; await go(0) }
        private func go(_ n: Int) async {
          if n == 0 { await api.first() }
          do {
            try await api.load()
            state = .done
          } catch {
            if n == 2 { state = .failed } else { await go(n + 1) }
          }
        }
      }
      """)
    let failures = found.transitions.filter { $0.event.name == "start#api.load.failure" }
    #expect(
      failures.map(describe) == [
        "busy start#api.load.failure[n == 2] failed",
        "busy start#api.load.failure[!(n == 2)]/api.load busy",
      ])
  }

  @Test("a helper that is handed a closure in which it is called again does not call itself")
  func nestedClosure() throws {
    let found = try machine(
      """
      @MainActor final class Gate {
        enum State { case idle, outer, failed }
        private var state = State.idle
        private let api: API
        init(api: API) { self.api = api }
        func go() async {
          guard state == .idle else { return }
          await within {
            self.state = .outer
            await within { self.log() }
          }
          state = .failed
        }
        private func within(_ body: () async -> Void) async {
          await api.enter()
          await body()
        }
      }
      """)
    let steps = found.transitions.filter { $0.event.name == "go#api.enter" }.map(describe)
    #expect(steps.contains("idle go#api.enter/api.enter outer"))
    #expect(steps.contains("outer go#api.enter failed"))
  }

  private func rounds(_ attempt: String) throws -> [String] {
    let found = try machine(
      """
      final class Feed {
        enum Phase { case idle, loading, loaded, failed }
        private var phase = Phase.idle
        func load() { guard phase == .idle else { return }; phase = .loading; attempt(0) }
      \(attempt)
      }
      """)
    #expect(found.unresolved.isEmpty)
    return found.transitions.filter { $0.certainty == .exact && $0.from == "loading" }
      .map(describe)
  }

  @Test("a callback that calls what has handed it out asks for what each round was handed")
  func callback() throws {
    let found = try rounds(
      """
      private func attempt(_ number: Int) {
        api.fetch { isFetched in
          if isFetched { self.phase = .loaded; return }
          if number < 3 { self.attempt(number + 1) } else { self.phase = .failed }
        }
      }
      """)
    #expect(found.contains("loading load#api.fetch[!(isFetched) && !(number < 3)] failed"))
    #expect(
      found.contains("loading load#api.fetch[!(isFetched) && number < 3]/api.fetch loading"))
  }

  @Test("a number that each round counts up is none that was before")
  func counted() throws {
    let found = try rounds(
      """
      private func attempt(_ number: Int) {
        phase = number == 0 ? .loading : .failed
        api.fetch { self.attempt(number + 1) }
      }
      """)
    #expect(found == ["loading load ignored", "loading load#api.fetch/api.fetch failed"])
  }
}
