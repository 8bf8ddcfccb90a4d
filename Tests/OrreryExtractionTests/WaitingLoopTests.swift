import OrreryExtraction
import OrreryModel
import Testing

@Suite("Loops that wait") struct WaitingLoopTests {
  private func rows(_ members: String, _ from: String) throws -> Set<String> {
    let rows = try machine(
      """
      final class Importer {
        enum State { case idle, busy, done, failed }
        private(set) var state: State = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.from == from && $0.kind != .ignore }
    return Set(rows.map(describe))
  }

  @Test("each row says whether there is a further element")
  func elements() throws {
    let found = try rows(
      """
        func run(_ items: [Item]) async {
          for item in items {
            await api.save(item)
            state = .busy
          }
          state = .done
        }
      """, "idle")
    #expect(
      found == [
        "idle run[!(for item in items)] done", "idle run[for item in items]/api.save idle",
        "idle run#api.save[for item in items]/api.save busy",
        "idle run#api.save[!(for item in items)] done",
      ])
  }

  @Test("a loop over what has elements is not passed by")
  func tries() throws {
    let found = try rows(
      """
        func run() async {
          for attempt in 1...3 {
            do {
              try await api.fetch(attempt)
              state = .done
              return
            } catch {}
          }
          state = .failed
        }
      """, "idle")
    #expect(
      found == [
        "idle run/api.fetch idle", "idle run#api.fetch.success done",
        "idle run#api.fetch.failure[for attempt in 1...3]/api.fetch idle",
        "idle run#api.fetch.failure[!(for attempt in 1...3)] failed",
      ])
  }

  @Test("elements that a loop leaves out decide nothing")
  func chosen() throws {
    let found = try rows(
      """
        func run(_ items: [Item]) {
          for item in items where item.isBad { state = .failed }
          for _ in items where state == .busy { state = .done }
        }
      """, "idle")
    #expect(found == ["idle run[item.isBad] failed"])
  }

  @Test("a loop is left where its conditions do not hold behind a round")
  func conditions() throws {
    let found = try rows(
      """
        func run() async {
          while state == .busy, !Task.isCancelled {
            await api.step()
          }
          state = .done
        }
      """, "busy")
    #expect(
      found == [
        "busy run[!Task.isCancelled]/api.step busy", "busy run[Task.isCancelled] done",
        "busy run#api.step[!Task.isCancelled]/api.step busy",
        "busy run#api.step[Task.isCancelled] done",
      ])
  }

  @Test("what a loop waits for before each round is waited for before it is left")
  func waitingConditions() throws {
    let found = try rows(
      """
        func run() async {
          while let item = await queue.next() { state = .busy }
          state = .done
        }
      """, "idle")
    #expect(
      found == [
        "idle run/queue.next idle",
        "idle run#queue.next[let item = await queue.next()]/queue.next busy",
        "idle run#queue.next[!(let item = await queue.next())] done",
      ])
  }

  @Test("a closure that is called for each element is a round")
  func closures() throws {
    let found = try machine(
      """
      final class Importer {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
        func run(_ items: [Item]) {
          items.forEach { _ in
            if state == .idle { state = .busy } else { state = .done }
          }
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }
    #expect(
      found.map(describe) == ["idle run ignored", "idle run busy", "idle run done"])
  }

  @Test("elements that a loop hands on are the events of the method that takes them")
  func handedOn() throws {
    let found = try machine(
      """
      actor Link {
        enum Event { case opened, closed }
        enum State { case idle, open, closed }
        private(set) var state = State.idle
        func run() async {
          for await event in stream { await self.handle(event) }
          state = .closed
        }
        private func handle(_ event: Event) {
          switch event {
          case .opened: state = .open
          case .closed: state = .closed
          }
        }
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.kind == .move }
    #expect(
      Set(found.map(describe)) == [
        "idle opened open", "idle closed closed",
        "idle run#stream[!(for await event in stream)] closed",
      ])
  }

  @Test("whether a round is the first one is known until it waits")
  func firstRound() throws {
    let found = try rows(
      """
        func run(_ count: Int) async {
          for i in 0..<count {
            if i > 0 { state = .failed }
            await api.save(i)
            state = i > 0 ? .busy : .done
          }
        }
      """, "idle")
    #expect(
      found == [
        "idle run[for i in 0..<count]/api.save idle",
        "idle run#api.save[for i in 0..<count]/api.save failed",
        "idle run#api.save[i > 0 && !(for i in 0..<count)] busy",
        "idle run#api.save[!(i > 0) && !(for i in 0..<count)] done",
      ])
  }
}
