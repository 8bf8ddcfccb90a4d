import OrreryModel
import OrreryRendering
import Testing

@Suite("Tables")
struct TableTests {
  @Test(
    "of Markdown have as many cells in each row as in the header",
    arguments: 0..<100 as Range<UInt64>)
  func cells(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let text = Renderer(format: .markdown).render(machine)
    var width: Int?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        width = nil
        continue
      }
      // A bar inside a cell has a backslash before it.
      let count = line.replacing("\\|", with: "").count { $0 == "|" }
      #expect(width ?? count == count, "\(line)")
      width = count
    }
  }

  @Test("of CSV hold what the machine holds", arguments: 0..<100 as Range<UInt64>)
  func csv(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let rows = CSVReader.rows(Renderer(format: .csv).render(machine))
    #expect(rows.allSatisfy { $0.count == 15 })
    #expect(rows.dropFirst().map { $0[1] } == machine.transitions.map(\.from))
    #expect(rows.dropFirst().map { $0[3] } == machine.transitions.map(\.event.name))
    #expect(rows.dropFirst().map { $0[4] } == machine.transitions.map { $0.guard ?? "" })
  }

  @Test(
    "of answers have a column for each state, and empty cells", arguments: 0..<50 as Range<UInt64>)
  func matrix(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let rows = CSVReader.rows(Renderer(format: .matrix).render(machine))
    #expect(rows.first == ["event"] + machine.states.map(\.name))
    #expect(rows.allSatisfy { $0.count == machine.states.count + 1 })
    for (column, state) in machine.states.enumerated() {
      let filled = Set(machine.transitions.filter { $0.from == state.name }.map(\.event)).count
      #expect(rows.dropFirst().count { !$0[column + 1].isEmpty } == filled)
    }
  }

  @Test("of Markdown show the pairs that the source does not name as empty cells")
  func emptyCells() {
    let text = Renderer(format: .markdown).render(Samples.login)
    #expect(text.contains("| `retry` |  |  |  |  |  | ? |"))
  }

  @Test("of Markdown tell late answers as such")
  func lateAnswers() {
    var machine = Samples.login
    machine.transitions[0].certainty = .inferred
    #expect(!Renderer(format: .markdown).render(machine).contains("late |"))
    machine.transitions[0].isLate = true
    #expect(Renderer(format: .markdown).render(machine).contains("| move, late |"))
  }

  @Test("of Markdown do not tell an answer apart as late that is the same in time elsewhere")
  func answersInAllStates() {
    let answers: [(event: String, kind: Transition.Kind)] = [
      ("done", .stay), ("skip", .ignore), ("go", .move),
    ]
    let machine = Samples.machine(
      ["a", "b", "c"],
      ["a", "b", "c"].flatMap { name in
        answers.map { answer in
          var row = Samples.edge(
            name, answer.event, to: answer.kind == .move ? "c" : name, kind: answer.kind,
            certainty: name == "a" ? .exact : .inferred)
          row.isLate = name != "a"
          return row
        }
      })
    let text = Renderer(format: .markdown).render(machine)
    #expect(text.contains("| any state | `done` |  | stays |  | stay | 20 |"))
    #expect(text.contains("| ignore | any state | `skip` |  |  | 20 |"))
    #expect(text.contains("| `b`, `c` | `go` |  | `c` |  | move, late | 20 |"))
  }

  @Test("of Markdown tell what is ignored by states or by events, whichever takes fewer rows")
  func ignored() {
    func rows(_ pairs: [(String, String)]) -> [String] {
      let machine = Samples.machine(
        ["a", "b", "c"], pairs.map { Samples.edge($0, $1, to: $0, kind: .ignore) })
      return Renderer(format: .markdown).render(machine).split(separator: "\n").map(String.init)
        .filter { $0.hasPrefix("| ignore |") }
    }
    #expect(
      rows([("a", "x"), ("a", "y"), ("b", "x"), ("b", "z")]) == [
        "| ignore | `a` | `x`, `y` |  |  | 20 |", "| ignore | `b` | `x`, `z` |  |  | 20 |",
      ])
    #expect(
      rows([("a", "x"), ("b", "x"), ("b", "y"), ("c", "x")]) == [
        "| ignore | any state | `x` |  |  | 20 |", "| ignore | `b` | `y` |  |  | 20 |",
      ])
    #expect(rows([("a", "x"), ("a", "y"), ("b", "y"), ("b", "x")]).count == 1)
  }

  @Test("of Markdown are followed by what is not resolved, with the places of what is said once")
  func unresolved() {
    var machine = Samples.empty
    machine.unresolved = ["a", "b"].enumerated().map { number, event in
      Unresolved(
        location: SourceLocation(file: "A.swift", line: number + 1), event: event,
        "cannot be told")
    }
    let text = Renderer(format: .markdown).render(machine)
    #expect(text.contains("- `A.swift:1`, `2`: a and b cannot be told\n"))
  }
}

/// Reads RFC 4180.
enum CSVReader {
  static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.append("\"")
        scalars.removeFirst()
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        row.append(String(field))
        field.removeAll()
      case "\n" where !isQuoted:
        rows.append(row + [String(field)])
        row = []
        field.removeAll()
      default: field.append(scalar)
      }
    }
    return rows
  }
}
