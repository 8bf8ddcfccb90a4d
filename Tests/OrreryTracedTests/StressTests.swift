import OrreryTrace
import Synchronization
import Testing

extension TracedTests {
  @Suite("Machines that many threads use lose no step, and each keeps its order")
  struct StressTests {
    private static let tasks = 8
    private static let rounds = 100

    @Test("behind a lock of their own, and of who holds them")
    func locks() async {
      let gate = Gate()
      let door = Mutex(Door())
      let records = await recorded {
        await everyTask { _ in
          _ = gate.open()
          gate.shut()
          door.withLock { $0.push() }
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.count == 3 * Self.tasks * Self.rounds)
    }

    @Test("behind locks and queues beside their states, or in their helpers")
    func locksBeside() async {
      let vault = Vault()
      let belt = Belt()
      let latch = Latch()
      let records = await recorded {
        await everyTask { _ in
          try? vault.open()
          _ = vault.shut()
          belt.start()
          belt.stop()
          latch.close()
          latch.open()
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.count == 6 * Self.tasks * Self.rounds)
    }

    @Test("as copies of one struct")
    func copies() async {
      let door = Door()
      let records = await recorded {
        await everyTask { _ in
          var copy = door
          copy.push()
          try? copy.lock()
          _ = copy.count()
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.count == 3 * Self.tasks * Self.rounds)
    }

    @Test("as actors, whose events wait")
    func actors() async {
      let fetcher = Fetcher()
      let loader = Loader(API(items: { throw Refused() }))
      let records = await recorded {
        await everyTask { task in
          await task.isMultiple(of: 2) ? fetcher.load() : fetcher.again()
          await loader.load()
          await loader.reset()
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.filter { $0.contains(" reset ") }.count == Self.tasks * Self.rounds)
    }

    @Test("each task with one of its own, while sinks come and go")
    func sinks() async {
      let records = await recorded {
        await everyTask { task in
          var turnstile = Turnstile()
          turnstile.handle(.coin(task))
          turnstile.handle(.push)
          guard task == 0 else { return }
          TraceRecorder.shared.detach(TraceRecorder.shared.attach(MemorySink()))
        }
      }
      #expect(records.gaps == [])
      #expect(records.steps.count == 2 * Self.tasks * Self.rounds)
    }

    private func everyTask(_ body: @escaping @Sendable (Int) async -> Void) async {
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<Self.tasks {
          group.addTask {
            for _ in 0..<Self.rounds { await body(task) }
          }
        }
      }
    }
  }
}
