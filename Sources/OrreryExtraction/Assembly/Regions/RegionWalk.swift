import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition

/// The values of some state variables, by their positions among all of them.
typealias Assignment = [Int: String]

/// The walks of one event over a struct state, split on the variables that its handlers ask for.
///
/// A walk begins with variables that are not known. Where it asks for one, it is made anew for each
/// value of that: a decision tree, whose leaves ask for nothing that they do not know. What a handler
/// does not ask for never multiplies its walks.
struct RegionWalk {
  /// One way to begin: what is known of the state, and the ends of the walk from there.
  struct Leaf {
    var known: Assignment
    /// Whether there is no state at all.
    var isAbsent = false
    var outcomes: [Outcome]
  }

  /// What a walk from some values has found.
  private struct Walked {
    /// The variables that it has asked for, in that order.
    var asked: [Int]
    /// Whether it had too many ways to tell them all apart: split, it would only cost more.
    var isLong: Bool
    var cost: Int
    var outcomes: [Outcome]
  }

  /// What the walks of one event may cost together, in steps and with so much for each walk itself:
  /// what is asked beyond that is a guard.
  private static let room = 1_500
  private static let leastCost = room / 64

  /// The wait that the walk goes on after.
  var later: Continuation? { walk.resumption?.continuation }
  /// The event of the handler that waits.
  var root: Event.ID { walk.root }

  private var walk: HandlerWalk
  private let variables: [StateVariable]
  private let naming: MachineBuilder.Renaming
  private var walked: [Assignment: Walked] = [:]
  private var absent: [Outcome]?
  private var ways: [Assignment: [StepWay]] = [:]

  init(
    _ walk: HandlerWalk, _ variables: [StateVariable], naming: @escaping MachineBuilder.Renaming
  ) {
    (self.walk, self.variables, self.naming) = (walk, variables, naming)
    self.walk.isProjected = true
  }

  /// The leaves, in the order of the values.
  ///
  /// - Parameter values: The values that each variable may have.
  mutating func leaves(among values: [[String]]) -> [Leaf] {
    var result: [Leaf] = []
    split([:], among: values, room: Self.room, into: &result)
    return result
  }

  /// What the walk does where there is no state.
  mutating func leafWithoutState() -> Leaf {
    let outcomes = absent ?? report(from: .absent, [:], within: ownBudget).outcomes
    absent = outcomes
    let known = variables.indices.map { ($0, Site.absent) }
    return Leaf(
      known: Dictionary(uniqueKeysWithValues: known), isAbsent: true, outcomes: outcomes)
  }

  /// The ways of a leaf, which are read once.
  mutating func ways(of leaf: Leaf, _ read: (Leaf) -> [StepWay]) -> [StepWay] {
    if !leaf.isAbsent, let ways = ways[leaf.known] { return ways }
    let found = read(leaf)
    if !leaf.isAbsent { ways[leaf.known] = found }
    return found
  }

  private mutating func split(
    _ known: Assignment, among values: [[String]], room: Int, into leaves: inout [Leaf]
  ) {
    let found = walked(from: known)
    let next = found.asked.first { known[$0] == nil && values[$0].count * found.cost <= room }
    guard let next, !found.isLong else {
      leaves.append(Leaf(known: known, outcomes: found.outcomes))
      return
    }
    for value in values[next] {
      var known = known
      known[next] = value
      split(known, among: values, room: room / values[next].count, into: &leaves)
    }
  }

  private mutating func walked(from known: Assignment) -> Walked {
    if let walked = walked[known] { return walked }
    let asked = AskedFields()
    var (state, facts) = start(known)
    state.asked = asked
    let budget = ownBudget
    let outcomes = report(from: .object(state), facts, within: budget).outcomes
    let found = Walked(
      // What a stack holds is asked for by its elements, of which nothing is known.
      asked: asked.names.compactMap { name in
        variables.firstIndex { $0.name == name && $0.stack == nil }
      },
      isLong: budget.isLong, cost: max(budget.steps, Self.leastCost), outcomes: outcomes)
    walked[known] = found
    return found
  }

  /// What one walk may cost; where it stops is known from the walk of the whole state.
  private var ownBudget: Budget {
    Budget(walk.budget.suspensions, handlers: walk.site.handlers.count)
  }

  private func report(
    from state: Value, _ facts: Facts, within budget: Budget
  ) -> HandlerWalk.Report {
    var walk = walk
    (walk.state, walk.facts, walk.budget) = (state, facts, budget)
    walk.resumption?.how.state = state
    var report = walk.run()
    naming(&report)
    return report
  }

  /// A state of which some variables are known, and nothing else.
  private func start(_ known: Assignment) -> (ObjectValue, Facts) {
    var object = ObjectValue(
      base: Unknown(.start, text: "state", type: walk.site.state.key))
    var facts: Facts = [:]
    for (position, variable) in variables.enumerated() {
      guard let value = known[position] else {
        object.fields[variable.name] = .unknown(
          walk.scope.symbols.field(variable.name, of: object.base, type: variable.type))
        continue
      }
      object.fields[variable.name] = variable.value(value, walk.scope.symbols)
      if variable.isFlag, value == "some" {
        facts[variable.presence(walk.scope.symbols)] = .isNot(["none"])
      }
    }
    return (object, facts)
  }
}

extension StateVariable {
  /// What an optional holds, where nothing else is known of it.
  func presence(_ symbols: SymbolTable) -> Symbol {
    symbols.symbol(.payload(.start, name: name, index: -1))
  }

  /// What a walk is told of a value.
  fileprivate func value(_ value: String, _ symbols: SymbolTable) -> Value {
    if isOptional, value == "nil" { return .absent }
    if isFlag { return .unknown(Unknown(presence(symbols), text: name)) }
    guard let type else { return .bool(value == "true") }
    return .enumCase(CaseValue(name: value, payload: [], type: type, text: "state.\(name)"))
  }
}
