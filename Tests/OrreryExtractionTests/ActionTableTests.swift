import OrreryModel
import Testing

@Suite("A table that actions keep of the states they lead to") struct ActionTableTests {
  private func found(_ table: String, attribute: String = "@Stateful") -> Extract {
    extract(
      """
      \(attribute) final class Search {
        enum State { case initial, busy, content }
        enum Action {
          case go(String), stop
          var transition: Transition {
            \(table)
          }
        }
        private func _go(_ text: String) {}
      }
      """)
  }

  private func rows(_ table: String) throws -> [String] {
    try #require(found(table).machines.first).transitions.map(describe)
  }

  private func notes(_ table: String) throws -> [String] {
    try #require(found(table).machines.first).unresolved.map(\.reason)
  }

  @Test("may be one entry for all actions")
  func single() throws {
    #expect(
      try rows(".to(.busy)").sorted() == [
        "busy go busy", "busy stop busy", "content go busy", "content stop busy",
        "initial go busy", "initial stop busy",
      ])
  }

  @Test("tells where an action is allowed")
  func allowed() throws {
    let table = """
      switch self {
      case .go: .to(.busy).required([.initial, .content])
      case .stop: .to(.initial).invalid(.initial)
      }
      """
    #expect(
      try rows(table) == [
        "initial go busy", "content go busy", "busy go rejected", "busy stop initial",
        "content stop initial", "initial stop rejected",
      ])
  }

  @Test("is open where an action goes back to where it began, which is listed")
  func back() throws {
    let table = "switch self { case .go: .loop(.busy)\ncase .stop: .none }"
    #expect(try rows(table).contains("busy go#success ?"))
    #expect(try rows(table).contains("busy stop ignored"))
    #expect(
      try notes(table) == [
        "'go' goes back to the state that it began in, which the table does not tell"
      ])
  }

  @Test(
    "has a guard where it asks",
    arguments: [
      "case .go(let text): text.isEmpty ? .to(.initial) : .to(.busy)",
      "case .go(let text): if text.isEmpty { .to(.initial) } else { .to(.busy) }",
    ])
  func guards(clause: String) throws {
    let rows = try rows("switch self { \(clause)\ncase .stop: .none }")
    #expect(rows.contains("busy go[text.isEmpty] initial"))
    #expect(rows.contains("content go[!(text.isEmpty)] busy"))
  }

  @Test("has a guard where it asks for what an action carries; the rest is where it does not hold")
  func parts() throws {
    let table = """
      switch self {
      case .go("home"): .to(.initial)
      case .go(let text) where text.isEmpty: .none
      default: .to(.busy)
      }
      """
    let rows = try rows(table).filter { $0.hasPrefix("content") }
    #expect(
      rows == [
        #"content go[case .go("home") = event] initial"#,
        #"content go[!(case .go("home") = event) && text.isEmpty] ignored"#,
        #"content go[!(case .go("home") = event) && !(text.isEmpty)] busy"#,
        "content stop busy",
      ])
  }

  @Test("denies no pattern where another one matches, and names a state by a case with its values")
  func nested() throws {
    let found = extract(
      """
      @Stateful final class Connection {
        enum State { case initial, connected(Int), lost }
        enum Answer { case yes(Int), no }
        enum Action {
          case answer(Answer)
          var transition: Transition {
            switch self {
            case let .answer(.yes(port)): .to(.connected(port))
            case .answer(.no): .to(.lost)
            }
          }
        }
      }
      """)
    let rows = try #require(found.machines.first).transitions.map(describe)
    #expect(rows.count == 6)
    #expect(rows.contains("initial answer[case let .answer(.yes(port)) = event] connected"))
    #expect(rows.contains("initial answer[case .answer(.no) = event] lost"))
  }

  @Test("tells what an action does where it is sent to run in the background")
  func background() throws {
    let table = """
      switch self { case .go: .to(.busy, then: .content).whenBackground(.refreshing)
      case .stop: .none }
      """
    #expect(try rows(table).contains("content go busy"))
    #expect(try rows(table).contains("content background.go/background(.refreshing) content"))
    #expect(try notes(table) == [])
  }

  @Test("is a machine beside one of another property, and named after the state's")
  func beside() throws {
    let found = extract(
      """
      @Stateful final class Player {
        enum State { case initial, playing }
        enum Status { case low, high }
        enum Action {
          case play
          var transition: Transition { .to(.playing) }
        }
        private var status = Status.low
        func rise() { if status == .low { status = .high } }
      }
      """)
    #expect(found.machines.map(\.id) == ["App.Player", "App.Player.state"])
    #expect(
      found.machines.last?.transitions.map(describe) == [
        "initial play playing", "playing play playing",
      ])
  }

  @Test(
    "is `?` where it is not written out, and says so",
    arguments: [".to(.elsewhere)", ".to(next)", ".to(.busy, onError: .content)", "make()"])
  func open(entry: String) throws {
    let table = "switch self { case .go: \(entry)\ncase .stop: .to(.initial) }"
    #expect(try rows(table).contains("initial go ?"))
    #expect(
      try notes(table) == ["the table does not write out where 'go' leads"])
  }

  @Test("is inferred where a word is not known, which is listed")
  func unknown() throws {
    let table = "switch self { case .go: .to(.busy).onRepeat(.cancel)\ncase .stop: .none }"
    let rows = try #require(found(table).machines.first).transitions
    #expect(rows.filter { $0.event.name == "go" }.allSatisfy { $0.certainty == .inferred })
    #expect(try notes(table) == ["Orrery does not know what '.onRepeat' of a table says"])
  }

  @Test("is none where it enters no state, or no attribute reads it")
  func none() {
    #expect(found(".slide").machines.isEmpty)
    #expect(found(".to(.busy)", attribute: "").machines.isEmpty)
  }
}
