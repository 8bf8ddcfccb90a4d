import OrreryModel
import OrreryTrace
import OrreryTraceAnalysis
import Testing

/// What is judged region by region, against the same machine with all its states multiplied out.
@Suite("Regions, against all combinations of their values")
struct RegionProductTests {
  private typealias Make = Fixtures

  /// A machine of regions, and the steps that it declares.
  private struct Declared {
    var machine: Machine
    /// The positions of the rows of each step.
    var steps: [[Int]]

    init(_ random: inout SplitMix) {
      let regions = (0..<Int.random(in: 2...4, using: &random)).map { number in
        Region(
          name: "r\(number)",
          states: (0..<Int.random(in: 2...3, using: &random)).map { "r\(number)=v\($0)" },
          initial: "r\(number)=v0")
      }
      var rows: [Transition] = []
      steps = []
      for number in 0..<Int.random(in: 3...12, using: &random) {
        let event = "e\(Int.random(in: 0..<4, using: &random))"
        let changed = regions.shuffled(using: &random)
          .prefix(Int.random(in: 1...2, using: &random))
        let asked = regions.filter { !changed.contains($0) }.randomElement(using: &random)
        var positions: [Int] = []
        for region in changed {
          let ends = region.states.shuffled(using: &random)
          var row = Make.edge(ends[0], event, ends[1])
          row.step = changed.count > 1 ? number : nil
          // A step of several regions happens where each of them has its source.
          for other in changed where other != region {
            row.when.append(Transition.Condition(region: other.name, values: []))
          }
          if let asked, Bool.random(using: &random) {
            row.when.append(
              Transition.Condition(region: asked.name, values: [Self.value(asked.states[0])]))
          }
          positions.append(rows.count)
          rows.append(row)
        }
        Self.close(&rows, positions)
        steps.append(positions)
      }
      machine = Make.machine(rows, kind: .struct)
      machine.states = regions.flatMap(\.states).map { State($0) }
      machine.regions = regions
      machine.initial = nil
    }

    /// Gives the rows of one step the same conditions: each other's sources, and what any asks.
    private static func close(_ rows: inout [Transition], _ positions: [Int]) {
      let sources = positions.map { rows[$0].from }
      let asked = positions.flatMap { rows[$0].when }.filter { !$0.values.isEmpty }
      for position in positions {
        let others = sources.filter { $0 != rows[position].from }.map {
          Transition.Condition(region: String($0.prefix { $0 != "=" }), values: [value($0)])
        }
        rows[position].when = others + asked.prefix(1)
      }
    }

    static func value(_ state: String) -> String { String(state.drop { $0 != "=" }.dropFirst()) }

    /// Every combination of the values, as it is recorded.
    var combinations: [[String]] {
      machine.regions.reduce([[]]) { combinations, region in
        combinations.flatMap { start in region.states.map { start + [$0] } }
      }
    }

    /// The combination that a step leads to; nothing where it cannot be taken.
    func target(of step: [Int], from states: [String]) -> [String]? {
      var states = states
      for row in step.map({ machine.transitions[$0] }) {
        let holds = row.when.allSatisfy { condition in
          condition.values.contains { states.contains("\(condition.region)=\($0)") }
        }
        guard holds, states.contains(row.from) else { return nil }
      }
      for row in step.map({ machine.transitions[$0] }) {
        guard let index = states.firstIndex(of: row.from), let to = row.to else { return nil }
        states[index] = to
      }
      return states
    }

    /// The machine with a state for each combination, and the step of each of its rows.
    var product: (machine: Machine, steps: [[Int]]) {
      var rows: [Transition] = []
      var origins: [[Int]] = []
      for states in combinations {
        for step in steps {
          guard let to = target(of: step, from: states) else { continue }
          let event = machine.transitions[step[0]].event.name
          rows.append(Make.edge(name(states), event, name(to)))
          origins.append(step)
        }
      }
      var product = Make.machine(rows, kind: .struct)
      product.events = machine.events
      product.states = combinations.map { State(name($0)) }
      return (product, origins)
    }

    func name(_ states: [String]) -> String { states.joined(separator: ", ") }
  }

  /// A run that takes declared steps, and now and then another one.
  private static func run(_ declared: Declared, _ random: inout SplitMix) -> [Record] {
    let all = declared.combinations
    var states = all[0]
    return (1...80).map { seq in
      let possible = declared.steps.filter { declared.target(of: $0, from: states) != nil }
      var event = "e\(Int.random(in: 0..<4, using: &random))"
      var to = all.randomElement(using: &random) ?? states
      let strays = Int.random(in: 0..<4, using: &random) == 0
      if !strays, let step = possible.randomElement(using: &random) {
        event = declared.machine.transitions[step[0]].event.name
        to = declared.target(of: step, from: states) ?? states
      }
      defer { states = to }
      return Make.step(declared.name(states), event, declared.name(to), seq: UInt64(seq))
    }
  }

  @Test("agree on each step, and on what it confirms", arguments: 0..<200)
  func conformance(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let declared = Declared(&random)
    let records = Self.run(declared, &random)
    let product = declared.product
    let byRegion = try #require(
      Conformance.judge(records: records, declared: [declared.machine]).machines.first)
    let whole = try #require(
      Conformance.judge(records: records, declared: [product.machine]).machines.first)
    #expect(byRegion.undeclaredSteps == whole.undeclaredSteps)
    #expect(byRegion.fitness == whole.fitness)
    let confirmed = whole.ordinals(of: .confirmed).flatMap {
      $0 < product.steps.count ? product.steps[$0] : []
    }
    #expect(
      Set(byRegion.ordinals(of: .confirmed).filter { $0 < declared.machine.transitions.count })
        == Set(confirmed))
  }
}
