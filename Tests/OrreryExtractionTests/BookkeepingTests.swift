import Testing

@Suite("Loops beside the machine") struct BookkeepingTests {
  @Test("a loop that builds a list is one way, whatever it asks")
  func list() throws {
    let found = try machine(
      """
      @MainActor final class Countries {
        enum State { case skeleton, loaded([Model]) }
        private(set) var state = State.skeleton
        func reset() { state = .skeleton }
        func load() {
          var models: [Model] = []
          for country in countries {
            if selected.title != country.name { models.append(Model(country.name)) }
            guard country.code == "US" else { continue }
            for state in country.states ?? [] {
              guard !state.isAllowed else { continue }
              guard selected.title != state.title else { continue }
              models.append(Model(state.title))
            }
          }
          state = .loaded(models)
        }
      }
      """)
    #expect(
      found.transitions.map(describe) == [
        "skeleton reset ignored", "loaded reset skeleton", "skeleton load loaded",
        "loaded load loaded",
      ])
    #expect(found.unresolved.isEmpty)
  }

  @Test("a loop that decides the state is walked")
  func decisive() throws {
    let found = try machine(
      """
      final class Check {
        enum State { case open, failed }
        private(set) var state = State.open
        func reset() { state = .open }
        func check(_ items: [Item]) {
          var isBroken = false
          for item in items { if item.isBroken { isBroken = true } }
          if isBroken { state = .failed }
        }
        func fail(_ items: [Item]) {
          for item in items where item.isBroken { mark() }
        }
        private func mark() { state = .failed }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      found == [
        "failed reset open", "open check[item.isBroken] failed", "open fail[item.isBroken] failed",
      ])
  }

  @Test("what an inner closure is given by position is not what the outer one was given")
  func positions() throws {
    let found = try machine(
      """
      final class Container {
          enum State {
              case initialized, created(Created), started(Int), errored(Error)

              struct Created { var vm: VM }
              func createdState() throws -> Created {
                  switch self {
                  case .created(let vm): return vm
                  case .errored(let error): throw error
                  default: throw Failure.invalid
                  }
              }
          }
          private let state = AsyncMutex<State>(.initialized)
          let process: Process
          init(process: Process) { self.process = process }

          func create() async throws {
              try await state.withLock { state in
                  guard case .initialized = state else { throw Failure.invalid }
                  let vm = try await process.create()
                  state = .created(vm)
              }
          }

          func start() async throws {
              try await state.withLock { state in
                  let vm = try state.createdState()
                  let agent = try await vm.vm.dial()
                  do {
                      let mounts = other.sorted().filter { $0.ok }
                      print(mounts)
                      try await process.start(agent)
                      state = .started(vm)
                  } catch {
                      state = .errored(error)
                      throw error
                  }
              }
          }
      }
      """
    ).sure.filter { $0.kind == .move && $0.event.name.hasPrefix("start#") }.map(describe)
    #expect(
      found == [
        "created start#process.start.success started",
        "created start#process.start.failure errored",
      ])
  }

  @Test("a task in an associated value is placed where the state is assigned")
  func tasks() throws {
    let found = try machine(
      """
      final class Queue {
        enum State { case idle, running(Task<Void, Never>) }
        private(set) var state = State.idle
        func start() {
          guard case .idle = state else { return }
          state = .running(
            Task { await self.work() })
        }
        private func work() async {
          await other.run()
          if case .running = state { state = .idle }
        }
      }
      """)
    let moves = found.transitions.filter {
      $0.kind == .move && $0.event.name == "start"
    }
    #expect(moves.map(\.location.line) == [6])
    #expect(found.unresolved.isEmpty)
  }

  @Test("the filter of a `catch` is part of its condition")
  func filters() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum State { case idle, failed }
        private(set) var state: State = .idle
        func load() async {
          do { try await api.load() } catch let error as APIError where error.code == 404 {
            state = .idle
          } catch { state = .failed }
        }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      found == [
        "idle load#api.load.failure[!(catch let error as APIError where error.code == 404)] failed",
        "failed load#api.load.failure[catch let error as APIError where error.code == 404] idle",
      ])
  }
}
