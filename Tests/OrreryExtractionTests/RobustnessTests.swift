import OrreryExtraction
import OrreryModel
import Testing

@Suite("Whatever the source") struct RobustnessTests {
  private let door = """
    struct Door {
      enum State { case open, shut }
      private var state = State.open
      mutating func push(_ force: Int) -> Bool? {
        switch self.state {
        case .open where force > 3:
          self.state = .shut
          return true
        case .open: return nil
        case .shut:
          defer { self.state = .open }
          return false
        }
      }
    }
    """

  @Test("a source cut at any byte is read without a crash")
  func truncations() {
    let bytes = Array(door.utf8)
    for end in bytes.indices {
      let text = String(decoding: bytes[..<end], as: UTF8.self)
      let found = extract(text)
      #expect(found.machines.allSatisfy { $0.id == "App.Door" })
      #expect(end < 20 || end > bytes.count - 2 || !found.diagnostics.isEmpty)
    }
  }

  @Test("a control character between a blank and an equals sign is an error, and the rest is read")
  func controlCharacter() {
    for sign in ["\u{10}=", "=\u{1}"] {
      let found = extract(door.replacing("state = State", with: "state \(sign) State"))
      #expect(found.machines.map(\.id) == ["App.Door"])
      #expect(found.diagnostics.contains { $0.id == "syntax" && $0.location.line == 3 })
    }
  }

  @Test("deleted lines are read without a crash, and the same source gives the same model")
  func deletedLines() {
    let lines = door.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices {
      var rest = lines
      rest.remove(at: index)
      let text = rest.joined(separator: "\n")
      #expect(extract(text) == extract(text))
    }
  }

  @Test("broken Swift yields what can be read, with the parser's message")
  func brokenSwift() {
    let found = extract(door + "\nfunc broken( {")
    #expect(found.machines.map(\.id) == ["App.Door"])
    #expect(found.diagnostics.first?.severity == .error)
    #expect(found.diagnostics.first?.location.line == 16)
  }

  @Test("two machines in one file are two")
  func twoMachines() {
    let second = door.replacing("Door", with: "Gate")
    #expect(extract(door + "\n" + second).machines.map(\.name) == ["Door", "Gate"])
  }

  @Test("endless recursion ends")
  func recursion() throws {
    let door = try machine(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func push() { if state == .open { state = .shut }; pull() }
        mutating func pull() { if state == .shut { state = .open }; push() }
      }
      """)
    #expect(Set(door.transitions.map(\.event.name)) == ["push", "pull"])
  }

  /// A handler with as many ways as there are subsets of some flags, each with variables of its own.
  private func door(_ value: String, else other: String, flags: Int = 14) throws -> Machine {
    let conditions = (0..<flags).map { number in
      "var seen\(number) = \(other)\n    if flag\(number) { seen\(number) = \(value) }"
    }
    return try machine(
      """
      struct Door {
        enum State { case open, shut }
        var state = State.open
        mutating func push() -> [String] {
          guard state == .open else { return [] }
          var log: [Entry] = []
          \(conditions.joined(separator: "\n    "))
          state = .shut
          return log
        }
      }
      """)
  }

  @Test("a handler with more ways than can be walked is walked with fewer told apart, and says so")
  func coarse() throws {
    let door = try door("true", else: "false")
    let moves = door.transitions.filter { $0.kind == .move }
    #expect(moves.map(\.certainty) == [.inferred])
    #expect(moves.map(describe) == ["open push shut"])
    #expect(door.unresolved.map(\.reason).contains { $0.contains("some edges may be impossible") })
  }

  @Test("a handler with more ways than even that is unresolved, not incomplete")
  func workLimit() throws {
    let door = try door(".yes(1)", else: ".no(2)", flags: 1_500)
    #expect(door.transitions.contains { $0.kind == .unresolved })
    #expect(door.unresolved.map(\.reason).contains { $0.contains("some edges are missing") })
  }

  @Test("raw identifiers are names like any other")
  func rawIdentifiers() throws {
    try expectTransitions(
      """
      struct Door {
        enum State { case `wide open`, `class` }
        var state = State.`wide open`
        mutating func `push it`() {
          switch state {
          case .`wide open`: state = .class
          case .class: state = .`wide open`
          }
        }
      }
      """,
      ["wide open push it class", "class push it wide open"])
  }
}
