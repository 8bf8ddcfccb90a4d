import OrreryModel
import Testing

@Suite("Helpers that wait and are called more than once") struct TwinTests {
  private func link(_ members: String) -> String {
    """
    actor Link {
      enum State { case down, opening(Socket), up(Socket) }
      private var state = State.down
      let net: Net
      func close() { state = .down }
      private func send(_ text: String) async throws {
        switch state {
        case .opening(let socket), .up(let socket): try await socket.write(text)
        case .down: throw LinkError.closed
        }
      }
    \(members)
    }
    """
  }

  private func moves(_ source: String) throws -> [String] {
    let found = try machine(source)
    #expect(found.unresolved.isEmpty)
    return found.transitions.filter { $0.kind == .move }.map(describe)
  }

  @Test(
    "wait once for each call: what follows the last one is told",
    arguments: [
      "try await send(\"HELLO\"); try await send(\"LOGIN\")",
      "try await hello(); try await login()",
      "try await send(\"HELLO\"); try await login(); try await hello()",
    ])
  func twice(_ calls: String) throws {
    let source = link(
      """
        func open() async throws {
          state = .opening(net.socket())
          \(calls)
          state = .up(net.socket())
        }
        private func hello() async throws { try await send("HELLO") }
        private func login() async throws { try await send("LOGIN") }
      """)
    #expect(try moves(source).contains("opening open#socket.write.success up"))
  }

  private func server(_ calls: String, _ flag: String, _ condition: String) -> String {
    """
    actor Server {
      enum State { case off, stale, on(Connection) }
      private var state = State.off
      func use() async throws {
        switch state {
    \(calls)
        case .on: break
        }
      }
      func spoil() { state = .stale }
      private func begin(\(flag)) async throws {
        let connection = try await maker.connect()
        state = .on(connection)
        await maker.watch(connection)
        if \(condition) { await maker.reopen(connection) }
      }
    }
    """
  }

  private func watched(_ source: String) throws -> [String] {
    let found = try machine(source)
    #expect(found.unresolved.isEmpty)
    return found.sure.filter { $0.event.name == "use#maker.watch" }.map(describe)
  }

  @Test("are told apart by what they have been handed, where that differs")
  func conditions() throws {
    let calls = """
          case .off: try await begin(reopen: false)
          case .stale: try await begin(reopen: true)
      """
    #expect(
      try Set(watched(server(calls, "reopen: Bool", "reopen"))) == [
        "on use#maker.watch[!(reopen)] ignored", "on use#maker.watch[reopen]/maker.reopen on",
      ])
  }

  @Test("keep what all calls hand them")
  func alike() throws {
    let calls = """
          case .off: try await begin(reopen: true)
          case .stale: try await begin(reopen: true)
      """
    #expect(
      try watched(server(calls, "reopen: Bool", "reopen")) == [
        "on use#maker.watch/maker.reopen on"
      ])
  }

  @Test("that call themselves come round to the same wait")
  func recursion() throws {
    let rows = try moves(
      link(
        """
          func open() async throws {
            state = .opening(net.socket())
            try await again(net.count)
          }
          private func again(_ count: Int) async throws {
            try await send("HELLO")
            if count > 0 { try await again(count - 1) }
            state = .up(net.socket())
          }
        """))
    #expect(rows.contains("opening open#socket.write.success[!(net.count > 0)] up"))
  }

  @Test("are not what is waited for where something is asked of their answer")
  func receiver() throws {
    let rows = try machine(
      """
      actor Server {
        enum State { case off, on(Connection) }
        private var state = State.off
        func use() async throws -> Reply { try await start().ask("x") }
        private func start() async throws -> Connection {
          if case .on(let connection) = state { return connection }
          let connection = try await maker.connect()
          state = .on(connection)
          return connection
        }
        func stop() { state = .off }
      }
      """
    ).sure.filter { $0.event.name.hasPrefix("use") }.map(describe)
    #expect(
      rows == [
        "off use/maker.connect off", "on use/ask on", "off use#maker.connect.success/ask on",
      ])
  }

  @Test("take the branch that their call has chosen, and no other")
  func chosen() throws {
    let found = try machine(
      """
      final class Link {
        enum State { case idle, working, done }
        private var state = State.idle
        func start() async {
          await run(isFirst: true)
          await run(isFirst: false)
          state = .done
        }
        private func run(isFirst: Bool) async {
          await net.send()
          if isFirst { state = .working } else { state = .idle }
        }
        func stop() { if state == .done { state = .idle } }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("start#") }
    #expect(found.contains { $0.guard == "isFirst" && $0.effect != nil })
    #expect(!found.contains { $0.guard == "!(isFirst)" && $0.effect != nil })
    #expect(!found.contains { $0.guard == "isFirst" && $0.to == "done" })
  }
}
