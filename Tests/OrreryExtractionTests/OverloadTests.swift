import OrreryModel
import Testing

@Suite("Overloads") struct OverloadTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      struct Info { var count = 0 }
      final class Session {
        enum State { case out, first, second }
        private(set) var state: State = .out
        func reset() { if state == .first { state = .out } }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.from == "out" }.map {
      describe($0) + ($0.certainty == .inferred ? " (inferred)" : "")
    }
  }

  @Test(
    "are told apart by the types of literals, members and declared names",
    arguments: [
      ("func go() { set(\"x\") }", "go second"), ("func go() { set(3) }", "go first"),
      ("func go() { set(-3) }", "go first"),
      (
        "func go(_ call: Call) { set(call.name) }\nstruct Call { var name: String { \"x\" } }",
        "go second"
      ),
      ("func go(_ list: [Int]) { set(list.count) }", "go first"),
      ("func go() { let name: String = load(); set(name) }", "go second"),
      ("func go() { let name = \"x\"; set(name) }", "go second"),
      ("var name = load() as String\n func go(_ n: Int) { set(n) }", "go first"),
      ("var name: String = load()\n func go() { set(self.name) }", "go second"),
      (
        "func go(_ name: String?) { if let name { set(name) } }",
        "go[let name] second, out go[!(let name)] ignored"
      ),
      (
        "func go(_ value: Any) { guard let value = value as? Int else { return }; set(value) }",
        "go[!(let value = value as? Int)] ignored, out go[let value = value as? Int] first"
      ),
    ]) func types(member: String, expected: String) throws
  {
    let overloads = [
      "private func set(_ n: Int) { state = .first }",
      "private func set(_ s: String) { state = .second }",
    ]
    for order in [overloads, overloads.reversed()] {
      let found = try rows(([member] + order).joined(separator: "\n"))
      #expect(found.joined(separator: ", ") == "out \(expected)")
    }
  }

  @Test("are told apart by the closures behind a call")
  func closures() throws {
    let overloads = """
      private func set(_ n: Int) { state = .first }
      private func set(_ n: Int, then: () -> Void) { state = .second }
      """
    #expect(try rows("func go() { set(3) }\n\(overloads)") == ["out go first"])
    #expect(try rows("func go() { set(3) { log() } }\n\(overloads)") == ["out go second"])
  }

  @Test("are told apart by whether a call is tried and waited for")
  func effects() throws {
    let overloads = """
      private func set(_ value: some Any) { state = .first }
      private func set(_ value: some Sendable) async throws { state = .second }
      """
    #expect(try rows("func go() { set(load) }\n\(overloads)") == ["out go first"])
    #expect(try rows("func go() { set(try load()) }\n\(overloads)") == ["out go first"])
    #expect(
      try rows("func go() async throws { try await set(load) }\n\(overloads)")
        == ["out go second"])
  }

  @Test("are not told apart by a call being tried alone")
  func tried() throws {
    let overloads = """
      private func set(_ n: Int) throws { state = .first }
      private func set(_ text: String) { state = .second }
      """
    #expect(
      try rows("func go() throws { try set(load) }\n\(overloads)") == [
        "out go first (inferred)", "out go second (inferred)",
      ])
    #expect(try rows("func go() throws { try set(\"x\") }\n\(overloads)") == ["out go second"])
  }

  @Test("one that waits goes before one that does not, in either order")
  func waited() throws {
    let overloads = [
      "private func set(_ n: Int) { state = .first }",
      "private func set(_ n: Int) async { state = .second }",
    ]
    for order in [overloads, overloads.reversed()] {
      let members = order.joined(separator: "\n")
      #expect(try rows("func go() async { await set(3) }\n\(members)") == ["out go second"])
      #expect(try rows("func go() { set(3) }\n\(members)") == ["out go first"])
    }
  }

  @Test("one that takes another type is not meant, though no other one is known")
  func another() throws {
    let method = "private func set(_ next: State) { state = next }"
    for call in [
      "set(5)", "set(\"x\")", "set(Request())", "set(request)", "try await self.set(Info())",
    ] {
      let member = "func go(_ request: Request) async throws { \(call) }"
      #expect(
        try rows("\(member)\n\(method)").allSatisfy { $0.hasSuffix("ignored") || $0.contains("/") })
    }
    #expect(
      try rows("func go(_ next: State) { set(next) }\n\(method)").allSatisfy {
        $0.hasSuffix("?")
      })
    #expect(try rows("func go() { set(State.first) }\n\(method)") == ["out go first"])
  }

  private static let screen = """
    protocol Screen: AnyObject {
      associatedtype Action
      associatedtype State
      var state: State { get set }
      func respond(to action: Action) -> State
    }
    extension Screen {
      func send(_ action: Action) { state = respond(to: action) }
    }
    final class Users: Screen {
      enum Action { case load, clear }
      enum State { case initial, content }
      var state: State = .initial
      func respond(to action: Action) -> State {
        switch action {
        case .load: return .content
        case .clear: return .initial
        }
      }
    """

  @Test(
    "of what a protocol gives do not stand for it where they take another type",
    arguments: [
      "", "func send(_ request: Request) async throws { }",
      "func send(_ text: String) { print(text) }",
    ])
  func given(own: String) throws {
    let found = try machine("\(Self.screen)\n\(own)\n}").transitions.map(describe)
    #expect(found.contains("initial load content") && found.contains("content clear initial"))
  }

  @Test("of what a protocol gives stand for it where they take the same type")
  func replaced() throws {
    let own = "func send(_ action: Users.Action) { state = .content }"
    let found = extract("\(Self.screen)\n\(own)\n}").machines.flatMap(\.transitions).map(describe)
    #expect(!found.contains("content clear initial"))
  }

  @Test("one that names the type goes before one for any")
  func generic() throws {
    let overloads = """
      private func set<T>(_ value: T) { state = .first }
      private func set(_ text: String) { state = .second }
      """
    #expect(try rows("func go() { set(\"x\") }\n\(overloads)") == ["out go second"])
    #expect(try rows("func go() { set(4) }\n\(overloads)") == ["out go first"])
  }

  @Test("are each walked where nothing tells them apart, and none is sure")
  func open() throws {
    let overloads = """
      private func set(_ n: Int) { state = .first }
      private func set(_ text: String) { state = .second }
      """
    #expect(
      try rows("func go() { set(load()) }\n\(overloads)") == [
        "out go first (inferred)", "out go second (inferred)",
      ])
  }

  @Test(
    "of one that waits and one that does not, `await` means the first, whatever it is handed",
    arguments: ["get()", "api.number", "api.get()", "1"])
  func waiting(argument: String) throws {
    let found = try rows(
      """
      func go() async { await set(\(argument)) }
      func get() -> Int { 1 }
      private func set(_ n: Int) { state = .first }
      private func set(_ n: Int) async { state = .second }
      """)
    #expect(found.contains("out go second") && !found.contains { $0.contains("first") })
  }

  @Test("a list that is written out is nothing that takes one text")
  func lists() throws {
    try expectTransitions(
      """
      final class Client {
        enum State { case off, on }
        private(set) var state = State.off
        func connect() { state = .on }
        func emit(_ event: String) { emit([event]) }
        func emit(_ events: [String], ack: Int? = nil) { if state == .on { engine.send(events) } }
      }
      """,
      [
        "off connect on", "on connect ignored", "off emit(_:) ignored",
        "on emit(_:)/engine.send on",
        "off emit(_:ack:) ignored", "on emit(_:ack:)/engine.send on",
      ])
  }

  @Test("what a superclass has is waited for, not what a protocol gives that does not wait")
  func superclass() throws {
    try expectTransitions(
      """
      protocol Screen: AnyObject {
        associatedtype Action
        func respond(to action: Action)
      }
      extension Screen {
        func send(_ action: Action) { respond(to: action) }
      }
      class Model {
        func send<Value>(_ request: Request<Value>) async throws -> Value { try await client.send(request) }
        func send(_ request: Request<Void>) async throws { try await client.send(request) }
      }
      final class Reset: Model, Screen {
        enum Action { case cancel, retry }
        enum State { case idle, busy }
        private var state: State = .idle
        func respond(to action: Action) { state = .busy }
        func reset(_ request: Request<Void>) async throws {
          try await send(request)
          state = .idle
        }
      }
      """,
      [
        "idle respond busy", "busy respond ignored", "idle reset/send idle", "busy reset/send busy",
        "idle reset#send.success ignored", "busy reset#send.success idle",
      ])
  }

  @Test("what a typed throw binds may be what a method takes")
  func typedThrow() throws {
    let found = try machine(
      """
      struct Info: Error { var code = 0 }
      @MainActor final class Room {
        enum State { case idle, attaching, failed }
        private var state = State.idle
        private let channel: Channel
        init(channel: Channel) { self.channel = channel }
        func attach() async {
          state = .attaching
          do { try await channel.attach() } catch { change(to: .failed, error: error) }
        }
        private func change(to next: State, error: Info?) { state = next }
      }
      """
    ).transitions.map(describe)
    #expect(found.contains("attaching attach#channel.attach.failure failed"))
  }
}
