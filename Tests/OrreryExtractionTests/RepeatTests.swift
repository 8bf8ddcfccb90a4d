import OrreryModel
import Testing

@Suite("Loops that ask behind their rounds, and loops without an end") struct RepeatTests {
  private func rows(_ members: String, beside state: String = "idle") throws -> [String] {
    try machine(
      """
      actor Feed {
        enum State { case idle, running, ended }
        private(set) var state: State = .idle
        func reset() { state = .idle }
      \(members)
      }
      """
    ).transitions.filter { $0.from == state && $0.event.name.hasPrefix("run") }.map(describe)
  }

  @Test("one that waits in each round comes to its wait again")
  func waits() throws {
    let source = """
        func run() async throws {
          state = .running
          defer { state = .ended }
          repeat {
            let item = try await client.fetch()
            store.put(item)
          } while true
        }
      """
    #expect(
      try rows(source, beside: "running") == [
        "running run/client.fetch running",
        "running run#client.fetch.success/concat(store.put, client.fetch) running",
        "running run#client.fetch.failure ended",
      ])
  }

  @Test("what it asks behind a wait tells whether it waits once more")
  func asks() throws {
    let source = """
        func run() async {
          guard state == .idle else { return }
          state = .running
          repeat {
            let item = await client.poll()
            if item.isBad { return fail() }
          } while isOpen
          state = .idle
        }
        private func fail() { state = .ended }
      """
    #expect(
      try rows(source, beside: "running").dropFirst() == [
        "running run#client.poll[item.isBad] ended",
        "running run#client.poll[!(item.isBad) && !(isOpen)] idle",
        "running run#client.poll[!(item.isBad) && isOpen]/client.poll running",
      ])
  }

  @Test("rounds go on from the states that those before have left")
  func states() throws {
    let source = """
        func run() {
          repeat {
            switch state {
            case .idle: state = .running
            case .running: state = .ended
            case .ended: state = .idle
            }
          } while state != .ended
        }
      """
    #expect(try rows(source) == ["idle run ended"])
    #expect(try rows(source, beside: "ended") == ["ended run ignored"])
  }

  @Test("where nothing waits, it is of no matter how many rounds there are")
  func rounds() throws {
    #expect(
      try rows(
        """
          func run() {
            repeat { if isGood { state = .running } } while isOpen
          }
        """) == ["idle run[isGood] running", "idle run[!(isGood)] ignored"])
  }

  @Test(
    "what a loop without an end does is told where it starts to do the same again",
    arguments: ["while true {", "repeat {"])
  func endless(_ start: String) throws {
    let end = start.hasPrefix("while") ? "}" : "} while true"
    let source = """
        func run() {
          \(start)
            state = .running
            print(1)
          \(end)
        }
      """
    #expect(try rows(source) == ["idle run running"])
    #expect(try rows(source, beside: "running") == ["running run ignored"])
  }

  @Test("what leads out of the body keeps its condition, whichever round it is")
  func exits() throws {
    #expect(
      try rows(
        """
          func run() {
            repeat {
              if job.isCancelled {
                state = .ended
                return
              }
              job.tick()
            } while !job.isDone
          }
        """) == ["idle run[job.isCancelled] ended", "idle run[!(job.isCancelled)]/job.tick idle"])
  }

  @Test(
    "a round that leaves no more than another value behind is walked once more",
    arguments: [
      ("while source.isOpen {", "}"), ("repeat {", "} while source.isOpen"),
      ("while let _ = source.next() {", "}"), ("while true { if source.isOpen { break }", "}"),
    ])
  func secondRound(_ start: String, _ end: String) throws {
    let found = try rows(
      """
        func run() {
          var isSecond = false
          \(start)
            if isSecond { state = .running }
            isSecond = true
          \(end)
        }
      """)
    #expect(found.contains { $0.hasPrefix("idle run") && $0.hasSuffix(" running") })
    #expect(found.contains { $0.hasPrefix("idle run") && $0.hasSuffix(" ignored") })
  }

  @Test("a condition that waits is not read, and that is said")
  func waitingConditions() throws {
    let machine = try machine(
      """
      actor Feed {
        enum State { case idle, running, ended }
        private(set) var state: State = .idle
        func run() async {
          repeat { state = .running } while await client.hasMore()
          state = .ended
        }
      }
      """)
    #expect(Set(machine.transitions.map(\.kind)) == [.unresolved])
    #expect(
      machine.unresolved.map(\.reason) == [
        "the next state after run in idle, running, ended is `?`, which the source does not tell",
        "the source does not tell Orrery what happens here: a `repeat` whose condition waits",
      ])
  }
}
