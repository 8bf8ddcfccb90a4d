import GeneratedMachines
import OrreryModel
import Testing

/// A short round of what `Tests/Generated` does for longer.
@Suite("Machines of chance") struct GeneratedMachineTests {
  @Test("do what the model tells, and nothing else")
  func round() async throws {
    let outcome = try await Round(seed: 1, count: 40, size: .small).run()
    #expect(outcome.differences.map(\.description) == [])
    #expect(outcome.comparisons.count > 30)
    #expect(outcome.rows > 300)
  }

  @Test("follow from their seed")
  func seeds() {
    let texts = (0..<20).map { GeneratedMachine(seed: $0, size: .large).text }
    #expect(texts == (0..<20).map { GeneratedMachine(seed: $0, size: .large).text })
    #expect(Set(texts).count == 20)
  }
}

@Suite("Held against its runs") struct ComparisonTests {
  private let machine = GeneratedMachine(seed: 1, size: .small)
  private let runs = [
    Run(from: "a", event: "go", to: "c", act: ".x", example: "a p=true"),
    Run(from: "a", event: "go", to: "a", example: "a p=false"),
    Run(from: "c", event: "go", to: "c", throwsError: true, example: "c"),
  ]
  private let rows = [
    Self.row("a", "c", .run(".x"), .move), Self.row("a", nil, nil, .ignore),
    Self.row("c", nil, nil, .throw),
  ]

  private static func row(
    _ from: String, _ to: String?, _ effect: Effect?, _ kind: Transition.Kind,
    _ condition: String? = nil
  ) -> Transition {
    Transition(
      from: from, event: Event.ID(.input, "go"), guard: condition, to: to, effect: effect,
      location: SourceLocation(file: "Machine1.swift", line: 7), kind: kind)
  }

  private func differences(_ rows: [Transition]) -> [String] {
    var model = Machine(
      id: "Generated.Machine1", name: "Machine1", style: .mutating,
      location: SourceLocation(file: "Machine1.swift", line: 1), stateKind: .enum)
    model.transitions = rows
    return Comparison(machine: machine, runs: runs, model: model).differences
      .map(\.description)
  }

  @Test("a model that is right differs in nothing")
  func same() { #expect(differences(rows) == []) }

  @Test("a row taken away is missing", arguments: 0..<3)
  func missing(_ number: Int) {
    var rows = rows
    rows.remove(at: number)
    let missing = [
      "1 missing a go -> c return .x e.g. a p=true", "1 missing a go -> a return - e.g. a p=false",
      "1 missing c go -> c throw - e.g. c",
    ]
    #expect(differences(rows) == [missing[number]])
  }

  @Test("a row that no run makes is false, where its state is reached")
  func untrue() {
    let added = [
      Self.row("a", "d", nil, .move, "p"), Self.row("c", "c", .run(".y"), .stay),
      Self.row("d", "a", nil, .move),
    ]
    #expect(
      differences(rows + added) == [
        "1 false a go -> d move - [p] line 7", "1 false c go -> c stay .y line 7",
      ])
  }

  @Test("what a model leaves open is not held against it")
  func open() {
    var open = Self.row("a", nil, nil, .unresolved)
    open.certainty = .unresolved
    #expect(differences([open, rows[2]]) == [])
  }
}
