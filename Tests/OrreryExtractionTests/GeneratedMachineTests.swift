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

  @Test(
    "do so, too, where they are of other kinds",
    arguments: [
      ("classes", 100), ("actors", 100), ("errors", 100), ("observers", 1), ("waits", 100),
      ("tasks", 100), ("waits,tasks", 100),
    ] as [(String, UInt64)])
  func kinds(_ names: String, _ seed: UInt64) async throws {
    let features = try #require(Features(names))
    let outcome = try await Round(seed: seed, count: 12, size: .small, features: features).run()
    #expect(outcome.differences.map(\.description) == [])
    #expect(outcome.comparisons.count > 8)
    #expect(outcome.rows > 60)
  }

  /// In turn: an answer that a constant names; a state that a task takes away; waits of one name; an act
  /// of a row that stands for many; a flag and a count that other events may have changed; waits that
  /// an argument tells apart; what a helper answers that is waited for.
  @Test("are told as they run, also where a row says less than a run")
  func less() async throws {
    let seeds: [UInt64] = [700_224, 500_341, 500_043, 500_095, 90_053, 710_304, 960_402, 5_102_354]
    let machines = seeds.map { GeneratedMachine(seed: $0, size: .small, features: .all) }
    #expect(try await Round(machines).run().differences.map(\.description) == [])
  }

  @Test("come to an end, whatever an observer sets")
  func ends() async throws {
    let machine = GeneratedMachine(seed: 720_483, size: .small, features: .all)
    let outcome = try await Round([machine]).run()
    #expect(outcome.runs > 0)
    #expect(outcome.differences.map(\.description) == [])
  }

  @Test("show that a row is missing, step by step")
  func sensitivity() async throws {
    let round = Round(seed: 100, count: 12, size: .small, features: [.actors, .waits, .tasks])
    let comparisons = try await round.run().comparisons
    var found = (moves: 0, missed: 0)
    for comparison in comparisons {
      for row in comparison.model.transitions where comparison.isMade(row) {
        var changed = comparison
        changed.model.transitions.removeAll {
          $0.from == row.from && $0.event == row.event && $0.to == row.to
        }
        found.moves += 1
        found.missed += changed.differences.contains { $0.kind == .missing } ? 1 : 0
      }
    }
    #expect(found.moves > 15)
    #expect(found.missed * 10 > found.moves * 9, "\(found)")
  }

  @Test("follow from their seed")
  func seeds() {
    for features in [[], Features.all] {
      let texts = (0..<20).map {
        GeneratedMachine(seed: $0, size: .large, features: features).text
      }
      #expect(
        texts
          == (0..<20).map { GeneratedMachine(seed: $0, size: .large, features: features).text })
      #expect(Set(texts).count == 20)
    }
  }

  @Test("are read without what notes their steps")
  func notes() {
    let texts = (0..<20).map { GeneratedMachine(seed: $0, size: .large, features: .all).text }
    #expect(texts.allSatisfy { !$0.contains("recorder") && !$0.contains("//") })
  }

  @Test("have features by name")
  func names() {
    #expect(Features("actors,waits") == [.actors, .waits])
    #expect(Features("all") == .all)
    #expect(Features("actors,sleep") == nil)
  }
}

extension Comparison {
  /// Whether a run that starts in the first state makes a row that is a move.
  fileprivate func isMade(_ row: Transition) -> Bool {
    row.kind == .move
      && runs.contains { run in
        guard run.step?.start == "a", run.step?.isAmongOthers == false, run.from == row.from,
          run.to == row.to
        else { return false }
        guard let wait = run.step?.wait else { return row.event.name == run.event }
        return row.event.name == "\(run.event)#\(wait)"
      }
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

  @Test("a row that stands for many tells each of its acts, or none")
  func several() {
    let many = Self.row("a", "c", .sequence([.run(".x?"), .run(".y?")]), .move, "p")
    #expect(differences([many] + rows.dropFirst()) == [])
    let none = Self.row("a", nil, .run(".x?"), .stay, "!p")
    #expect(differences([rows[0], none, rows[2]]) == [])
    let other = Self.row("a", "c", .run(".y?"), .move, "p")
    #expect(
      differences([other] + rows.dropFirst()) == [
        "1 missing a go -> c return .x e.g. a p=true", "1 false a go -> c move .y? [p] line 7",
      ])
  }

  @Test("what a model leaves open is not held against it")
  func open() {
    var open = Self.row("a", nil, nil, .unresolved)
    open.certainty = .unresolved
    #expect(differences([open, rows[2]]) == [])
  }
}
