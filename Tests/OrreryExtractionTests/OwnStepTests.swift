import OrreryExtraction
import OrreryModel
import Testing

@Suite("Enums that answer with their next value") struct OwnStepTests {
  private func source(_ answer: String, _ next: String, more: String = "") -> String {
    """
    enum Call { case idle, ringing, active }
    enum CallEvent { case incoming, accept }
    enum Tone { case play, stop }
    extension Call {
      func applying(_ event: CallEvent) -> \(answer) {
        switch (self, event) {
        \(next)
        }
      }
    }
    \(more)
    """
  }
  private let plain = """
    case (.idle, .incoming): return .ringing
    case (.ringing, .accept): return .active
    default: return self
    """
  private let rows = [
    "idle incoming ringing", "idle accept ignored", "ringing incoming ignored",
    "ringing accept active", "active incoming ignored", "active accept ignored",
  ]

  @Test("such a method is a machine with the cases of the event", arguments: ["Call", "Self"])
  func plain(_ answer: String) throws {
    let found = try machine(source(answer, plain))
    #expect(found.name == "Call")
    #expect(found.transitions.map(describe) == rows)
  }

  @Test("an optional answer that is nil leaves the state as it is")
  func optional() throws {
    let next = plain.replacing("return self", with: "return nil")
    try expectTransitions(source("Self?", next), rows)
  }

  @Test("the rest of a tuple is the effect")
  func tuple() throws {
    let next = """
      case (.idle, .incoming): return (.ringing, [.play])
      case (.ringing, .accept): return (.active, [.stop])
      default: return (self, [])
      """
    let expected = rows.map {
      $0.replacing("incoming ringing", with: "incoming/.play ringing")
        .replacing("accept active", with: "accept/.stop active")
    }
    try expectTransitions(source("(Call, [Tone])", next), expected)
  }

  @Test("a store that hands its events on is the machine itself")
  func store() throws {
    let store = """
      final class Line {
        private(set) var call: Call = .idle
        func send(_ event: CallEvent) { call = call.applying(event) }
      }
      """
    let found = try machine(source("Call", plain, more: store))
    #expect(found.name == "Line")
    #expect(found.transitions.map(describe) == rows)
  }

  @Test("a store with other events leaves the enum its own")
  func otherEvents() throws {
    let store = """
      final class Line {
        private(set) var call: Call = .idle
        func answer() { if call == .ringing { call = call.applying(.accept) } }
      }
      """
    let found = extract(source("Call", plain, more: store)).machines
    #expect(found.map(\.name) == ["Call", "Line"])
  }

  @Test(
    "an object that is handed the event by the same name leaves the enum its own",
    arguments: ["private let log = Log()", ""])
  func otherReceiver(_ property: String) throws {
    let store = """
      struct Log { func applying(_ event: CallEvent) {} }
      final class Line {
        private(set) var call: Call = .idle
        \(property)
        func send(_ event: CallEvent) {
          \(property.isEmpty ? "let log = Log()" : "")
          log.applying(event)
          switch (call, event) {
          case (.idle, .accept): call = .active
          default: break
          }
        }
      }
      """
    let found = extract(source("Call", plain, more: store)).machines
    #expect(found.map(\.name) == ["Call", "Line"])
  }

  @Test("a second method over the same event is an event itself")
  func second() throws {
    let undo = """
      extension Call {
        func after(undoing event: CallEvent) -> Call {
          switch (self, event) {
          case (.active, .accept): return .ringing
          default: return self
          }
        }
      }
      """
    let found = try machine(source("Call", plain, more: undo))
    #expect(
      found.transitions.map(describe) == rows + [
        "idle after ignored", "ringing after ignored", "active after[case .accept = event] ringing",
        "active after[!(case .accept = event)] ignored",
      ])
  }

  @Test("an answer that asks for no event, or for no state, is a mere value")
  func values() {
    let found = extract(
      """
      enum Side { case left, right
        func other() -> Side { switch self { case .left: .right; case .right: .left } }
        func or(_ side: Side) -> Side { switch self { case .left: side; case .right: self } }
        func named(_ text: String) -> Side? { switch self { case .left: nil; case .right: self } }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  @Test("an enum that changes itself is told by the methods that do")
  func mutating() throws {
    let next = "case (.idle, .incoming): return .ringing\n default: return self"
    let more = """
      extension Call {
        mutating func apply(_ event: CallEvent) { self = applying(event) }
        mutating func reset() { self = .idle }
      }
      """
    let found = try machine(source("Call", next, more: more))
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe).contains("ringing reset idle"))
  }

  @Test("a conversion that some other enum parametrises is none")
  func conversion() {
    let found = extract(
      """
      enum System { case metric, imperial }
      enum Unit { case metre, foot
        func converted(to system: System) -> Unit {
          switch (self, system) {
          case (.metre, .imperial): .foot
          case (.foot, .metric): .metre
          default: self
          }
        }
      }
      """)
    #expect(found.machines.isEmpty)
  }
}

@Suite("Functions that answer a reducer") struct AnsweredReducerTests {
  private func source(_ body: String) -> String {
    """
    enum State { case a, b, c }
    enum Action { case x, y }
    func makeReducer(_ strict: Bool) -> (inout State, Action) -> Void {
    \(body)
    }
    """
  }

  @Test("are machines where one closure is all that they answer")
  func one() {
    let found = extract(
      source("  return { state, action in if action == .x { state = .b } }"))
    #expect(found.machines.count == 1)
  }

  @Test("and none where a condition chooses between closures")
  func several() {
    let found = extract(
      source(
        """
          if strict { return { state, action in if action == .x { state = .c } } }
          return { state, action in if action == .y { state = .b } }
        """))
    #expect(!found.machines.contains { $0.transitions.contains { $0.to == "b" } })
  }
}
