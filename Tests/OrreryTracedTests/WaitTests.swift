import OrreryTrace
import Testing

extension TracedTests {
  @Suite("What follows a wait is an event of its own") @MainActor struct WaitTests {
    private let failing = API(items: { throw Refused() })

    @Test("with its success and its failure")
    func ends() async throws {
      try await expectSteps([
        "idle load > loading", "loading load#api.fetch.success > loaded", "loaded reset > idle",
        "idle load > loading", "loading load#api.fetch.failure > failed",
      ]) {
        let loader = Loader()
        await loader.load()
        await loader.reset()
        await Loader(failing).load()
      }
    }

    @Test("in a `switch` over a result, and through a part of the method that waits")
    func parts() async throws {
      try await expectSteps([
        "idle login > busy", "busy login#api.login.success > busy", "busy login#api.ready > done",
      ]) { await Search().login() }
    }

    @Test("in conditions, of which the last that was asked counts")
    func conditions() async throws {
      try await expectSteps([
        "idle check > idle", "idle check#api.ready > done", "idle wander > walking",
        "walking wander#api.fetch.failure > lost",
      ]) {
        #expect(await Search().check())
        await Walker(failing).wander()
      }
    }

    @Test("in loops, round by round")
    func loops() async throws {
      try await expectSteps([
        "idle follow > busy", "busy follow#api.stream > busy", "busy follow#api.stream > done",
        "done follow#api.stream > idle",
      ]) { await Search().follow() }
    }

    @Test("in a `defer`, whether the wait has thrown or not")
    func deferred() async throws {
      try await expectSteps([
        "idle walk > walking", "walking walk#api.fetch.success > done", "idle walk > walking",
        "walking walk#api.fetch.failure > done",
      ]) {
        _ = try await Walker().walk()
        _ = try? await Walker(failing).walk()
      }
    }

    @Test("in a task that a method starts, whatever the task keeps")
    func tasks() async throws {
      try await expectSteps([
        "idle start > busy", "busy start#api.fetch.success > done", "idle begin > busy",
        "busy begin#api.fetch.failure > failed", "idle keep > busy",
        "busy keep#api.ready > done",
      ]) {
        let search = Search()
        search.start()
        await search.settled { $0 == .done }
        let weak = Search(failing)
        weak.begin()
        await weak.settled { $0 == .failed }
        let strong = Search()
        strong.keep()
        await strong.settled { $0 == .done }
      }
    }

    @Test("in a private method of an actor, under the name of the event that starts it")
    func actors() async throws {
      let recorder = Recorder()
      try await expectSteps(["idle open > busy", "busy open#Task.yield > done"]) {
        recorder.open()
        while await !recorder.isDone() { await Task.yield() }
      }
    }

    @Test("for tasks of the method's own, by what they call")
    func childTasks() async throws {
      try await expectSteps([
        "idle gather > busy", "busy gather#api.fetch.success > done", "done hold > idle",
        "idle hold#withTaskGroup > done",
      ]) {
        let gatherer = Gatherer()
        let count = try await gatherer.gather()
        #expect(count == 2)
        await gatherer.hold()
      }
    }

    @Test("that says which of several waits for one callee it was")
    func several() async throws {
      try await expectSteps([
        "idle load > first", #"first load#get("users") > second"#,
        #"second load#get("items") > done"#, "done again > first",
        "first again#Task.yield > second", "second again#Task.yield (2) > third",
      ]) {
        let fetcher = Fetcher()
        await fetcher.load()
        await fetcher.again()
      }
    }

    @Test(
      "also in a part that is called with what was waited for, whatever other tasks do meanwhile")
    func argument() async throws {
      let shower = Shower()
      try await expectSteps([
        "idle load > busy", "busy load#api.fetch.success > ready", "ready load#api.ready > shown",
      ]) {
        await shower.load()
      }
      try await expectSteps(["idle load > busy", "busy load#api.fetch.failure > failed"]) {
        await Shower(API(items: { throw Refused() })).load()
      }
      let records = await recorded {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<8 { group.addTask { await shower.load() } }
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.count == 3 * 8)
    }

    @Test("of the event that awaits another one, of which that is a part then")
    func forwarded() async throws {
      try await expectSteps([
        "idle start > running", "running start#api.ready > done", "done load > running",
        "running load#api.ready > done",
      ]) {
        let relay = Relay()
        await relay.start()
        await relay.load()
      }
    }
  }
}
