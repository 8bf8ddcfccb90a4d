import OrreryModel
import Testing

@Suite("Child tasks: async let and task groups") struct ChildTaskTests {
  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      @MainActor final class Model {
        enum Phase { case idle, busy, done, failed }
        private(set) var phase: Phase = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
  }

  @Test("one that a condition has waited for is not waited for again by what follows")
  func condition() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum Page { case loading, loaded, failed }
        private(set) var page: Page = .loading
        func load() async {
          do {
            async let plans = api.plans()
            async let flag = api.flag()
            guard try await allowed(plans) else { throw CancellationError() }
            let rows = try await choose(plans, flag: flag)
            page = .loaded
          } catch {
            page = .failed
          }
        }
        private func allowed(_ plans: [String]) async throws -> Bool { !plans.isEmpty }
        private func choose(_ plans: [String], flag: Bool) -> [String] { flag ? plans : [] }
      }
      """)
    #expect(found.unresolved.isEmpty)
    #expect(found.transitions.contains { describe($0) == "loading load#api.flag.success loaded" })
  }

  @Test("what a task throws is thrown where it is waited for")
  func throwing() throws {
    let machine = try machine(
      """
      actor Loader {
        enum State { case idle, loading, loaded, empty, failed }
        enum Fault: Error { case missing, broken }
        private(set) var state: State = .idle
        func go(_ isMissing: Bool) async {
          async let next = load(isMissing)
          async let isFull = api.isFull()
          do {
            let (found, isAll) = try await (next, isFull)
            state = isAll ? found : .empty
          } catch Fault.missing {
            state = .failed
          } catch {
            state = .idle
          }
        }
        private func load(_ isMissing: Bool) throws -> State {
          if isMissing { throw Fault.missing }
          return .loaded
        }
      }
      """)
    #expect(machine.unresolved.isEmpty)
    #expect(
      machine.transitions.filter { $0.from == "loading" }.map(describe) == [
        "loading go/api.isFull loading",
        "loading go#load, api.isFull.success[isAll] loaded",
        "loading go#load, api.isFull.success[!(isAll)] empty",
        "loading go#load, api.isFull.failure[catch Fault.missing] failed",
        "loading go#load, api.isFull.failure[!(catch Fault.missing)] idle",
      ])
  }

  @Test("a task whose end is known ends in no other way")
  func knownEnds() throws {
    let machine = try machine(
      """
      actor Loader {
        enum State { case idle, loaded, failed, gone }
        enum Fault: Error { case missing, broken }
        private(set) var state: State = .idle
        func fail(_ isReady: Bool) async {
          async let end: Void = refuse(isReady)
          do {
            try await end
            state = .loaded
          } catch Fault.missing {
            state = .failed
          } catch {
            state = .gone
          }
        }
        func go() async {
          async let next = load()
          do { state = try await next } catch { state = .failed }
        }
        private func refuse(_ isReady: Bool) throws {
          if isReady { throw Fault.missing }
          throw Fault.broken
        }
        private func load() throws -> State { .loaded }
      }
      """)
    #expect(machine.unresolved.isEmpty)
    let rows = machine.transitions.filter { $0.from == "idle" && $0.event.name.contains("#") }
    #expect(
      rows.map(describe) == [
        "idle fail#refuse.failure[catch Fault.missing] failed",
        "idle fail#refuse.failure[!(catch Fault.missing)] gone",
        "idle go#load.success loaded",
      ])
  }

  @Test("what else is asked with it may throw, though its own end is known")
  func knownEndBesideOthers() throws {
    let machine = try machine(
      """
      actor Loader {
        enum State { case idle, loaded, failed }
        private(set) var state: State = .idle
        func go() async {
          async let next = load()
          do { state = try await api.loaded(with: next) } catch { state = .failed }
        }
        private func load() throws -> Int { 3 }
      }
      """)
    #expect(machine.transitions.map(describe).contains("idle go#load.failure failed"))
  }

  @Test("a helper that a task runs is told once")
  func toldOnce() throws {
    let machine = try machine(
      """
      actor Loader {
        enum State { case idle, saving, saved }
        private(set) var state: State = .idle
        func go() async throws {
          async let end: () = save()
          state = .saving
          try await end
          state = .saved
        }
        private func save() async throws { try await api.save() }
      }
      """)
    let rows = machine.transitions.map(describe)
    #expect(rows.contains("idle go/save saving"), "\(rows)")
    #expect(rows.contains("saving go#save.success saved"), "\(rows)")
  }

  @Test("an async let is waited for where its variable is asked for")
  func variable() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          async let items = api.fetch(1)
          phase = .busy
          _ = await items
          phase = .done
        }
      """)
    #expect(rows == ["idle load/api.fetch busy", "busy load#api.fetch done"])
  }

  @Test(
    "the words behind its = change nothing",
    arguments: ["api.fetch(1)", "await api.fetch(1)", "try await api.fetch(1)"])
  func words(value: String) throws {
    let rows = try moves(
      """
        func load() async throws {
          guard phase == .idle else { return }
          async let items = \(value)
          phase = .busy
          _ = try await items
          phase = .done
        }
        func cancel() { if phase == .busy { phase = .failed } }
      """)
    #expect(
      rows == [
        "idle load/api.fetch busy", "busy load#api.fetch.success done",
        "failed load#api.fetch.success done", "busy cancel failed",
      ])
  }

  @Test("it is asked for where it is called, be it that nobody waits for its answer")
  func asked() throws {
    let found = try machine(
      """
      actor Model {
        enum Phase { case idle, busy }
        private(set) var phase: Phase = .idle
        func close() async {
          guard let name, phase == .busy else { return }
          async let _ = api.release(name)
          async let _ = api.delete(name)
        }
        func open() async {
          if let name { async let _ = api.claim(name) }
          await api.open()
          phase = .busy
        }
      }
      """
    ).transitions.filter { !$0.event.name.contains("#") }.map(describe)
    #expect(
      found == [
        "idle close ignored", "busy close[!(let name)] ignored",
        "busy close[let name]/concat(api.release, api.delete) busy",
        "idle open[let name]/concat(api.claim, api.open) idle",
        "idle open[!(let name)]/api.open idle",
        "busy open[let name]/concat(api.claim, api.open) busy",
        "busy open[!(let name)]/api.open busy",
      ])
  }

  @Test("several are one wait, which may fail where it is tried")
  func several() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          async let items = api.fetch()
          async let user = api.user()
          phase = .busy
          do {
            let (a, b) = try await (items, user)
            phase = .done
          } catch {
            phase = .failed
          }
        }
      """)
    #expect(
      rows == [
        "idle load/concat(api.fetch, api.user) busy", "busy load#api.fetch, api.user.success done",
        "busy load#api.fetch, api.user.failure failed",
      ])
  }

  @Test("a variable is waited for once, a property of it is none more")
  func once() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          async let items = api.fetch()
          phase = .busy
          phase = await items.isEmpty ? .failed : .done
          print(await items)
        }
      """)
    #expect(
      rows == [
        "idle load/api.fetch busy", "busy load#api.fetch[await items.isEmpty] failed",
        "busy load#api.fetch[!(await items.isEmpty)] done",
      ])
  }

  @Test("what it calls of the machine goes on beside the handler")
  func beside() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          async let result: Void = fetch()
          phase = .busy
          await result
          phase = .done
        }
        private func fetch() async { await api.fetch(); phase = .failed }
      """)
    #expect(rows.contains("idle load/api.fetch busy"))
    #expect(rows.contains("busy load#api.fetch failed"))
    #expect(rows.contains("failed load#fetch done"))
  }

  @Test("a group ends in the state that its tasks leave")
  func group() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          phase = .busy
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await api.fetch(); await self.fail() }
          }
          phase = .done
        }
        private func fail() { phase = .failed }
      """)
    #expect(rows.contains("busy load#api.fetch failed"))
    #expect(rows.contains("failed load#withTaskGroup done"))
    #expect(!rows.contains { $0.contains("group.addTask") })
  }

  @Test("each result of a group is an event, and so is its end")
  func results() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          phase = .busy
          await withTaskGroup(of: Int.self) { group in
            group.addTask { await api.fetch() }
            for await item in group { self.phase = .failed }
          }
          phase = .done
        }
      """)
    #expect(
      Set(rows).isSuperset(of: [
        "busy load#group failed", "busy load#withTaskGroup done", "failed load#withTaskGroup done",
      ]))
  }

  @Test("what a task throws is no matter of the handler that starts it")
  func errors() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          do {
            phase = .busy
            let task = Task<String, Error> {
              guard let token = store.token else { throw CancellationError() }
              return token
            }
            _ = try await task.value
            phase = .done
          } catch {
            phase = .failed
          }
        }
      """)
    #expect(
      rows == [
        "idle load busy", "busy load#task.value.success done",
        "busy load#task.value.failure failed",
      ])
  }

  @Test("but of one that waits for it on the spot")
  func awaitedErrors() throws {
    let rows = try moves(
      """
        func load() async {
          guard phase == .idle else { return }
          do {
            try await Task { throw CancellationError() }.value
          } catch {
            phase = .failed
          }
        }
      """)
    #expect(rows.contains { $0.hasPrefix("idle load") && $0.hasSuffix("failed") })
  }

  @Test("a task that always throws hides nothing behind it")
  func behindErrors() throws {
    let rows = try moves(
      """
        func load() async throws {
          guard phase == .idle else { return }
          do {
            phase = .busy
            let task = Task<String, Error> {
              for await token in stream where !token.isEmpty { return token }
              throw CancellationError()
            }
            await store.ask()
            _ = try await task.value
            phase = .done
          } catch {
            phase = .failed
            throw error
          }
        }
      """)
    #expect(
      rows == [
        "idle load/store.ask busy", "busy load#task.value.success done",
        "busy load#task.value.failure failed",
      ])
  }

  @Test("an error in a task that nobody waits for does nothing")
  func lostErrors() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum Phase { case idle, busy, done }
        private(set) var phase: Phase = .idle
        func load() {
          guard phase == .idle else { return }
          phase = .busy
          Task {
            let items = try await api.fetch()
            guard items.count > 0 else { throw LoadError.empty }
            phase = .done
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name.contains("#") }.map(describe) == [
        "busy load#api.fetch.success[items.count > 0] done",
        "busy load#api.fetch.success[!(items.count > 0)] ignored",
      ])
  }

  @Test("what something of a type of others is made of is waited for, and not its making")
  func made() throws {
    let rows = try moves(
      """
        func load() async {
          phase = .busy
          do {
            async let balance = api.balance()
            async let name = api.name()
            let account = try await Account(balance: balance, name: name)
            print(account)
            phase = .done
          } catch { phase = .failed }
        }
      """)
    #expect(
      rows.filter { $0.hasPrefix("busy") } == [
        "busy load#api.balance, api.name.success done",
        "busy load#api.balance, api.name.failure failed",
      ])
  }
}
