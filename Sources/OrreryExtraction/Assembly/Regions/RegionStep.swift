import OrderedCollections
import OrreryExecution
import OrreryModel
import OrreryRecognition

/// One way through a handler, as what it asks of the state variables and makes of them.
struct StepWay {
  /// The values that the way asks for, or never begins without, by variable.
  var known: [Int: Set<String>]
  /// Whether it begins without a state.
  var isAbsent: Bool
  /// What each variable becomes.
  var alternatives: [RegionStep.Alternative]
  /// All that the way says besides; its kind is that of a variable which stays as it is.
  var row: Row
  /// Whether it changes something that is no variable.
  var changesMore = false
  /// Whether it leaves no state.
  var endsAbsent = false
  /// What it has left to be gone on with later.
  var started: [Continuation] = []

  var landings: [Landing] { alternatives.map(\.landing) }

  /// The variables of which the source does not tell the value.
  var untold: [Int] { alternatives.indices.filter { alternatives[$0].landing == .open } }

  var changesNothing: Bool { !changesMore && alternatives.allSatisfy { $0.landing == .same } }

  /// The way as it is told where a wait is only met in some values: of what it changes, in these.
  ///
  /// - Parameter values: The values in which it may begin, by variable; nothing for any.
  func limited(to values: [Set<String>?]) -> StepWay {
    let open = values.indices.filter { values[$0] != nil && known[$0] == nil }
    let changed = open.filter { alternatives[$0].landing != .same }
    var way = self
    for variable in landings.allSatisfy({ $0 == .same }) ? Array(open.prefix(1)) : changed {
      way.known[variable] = values[variable]
    }
    return way
  }
}

/// What an event does in one step, in all regions that it changes.
struct RegionStep: Hashable {
  /// What a step makes of the variables.
  struct Change: Hashable {
    /// What each variable becomes: one thing, or one of several, each on a condition of its own that
    /// decides nothing else.
    var alternatives: [[Alternative]]
    var isAbsent: Bool
  }

  /// What a variable becomes where a condition holds.
  struct Alternative: Hashable {
    var landing: Landing
    /// Where it is written.
    var place: SourceLocation?
    /// Whether it is given something new under the same name.
    var isCarrying: Bool
    var clauses: [Clause] = []
  }

  var change: Change
  var clauses: [Clause]
  /// The values that the step asks for, by variable; a variable that is not named may have any.
  var known: [Int: Set<String>]
  /// Event, guard, effect and place; without states.
  var transition: Transition
  var effectDetail: String

  /// The variables of which the source does not tell the value.
  var untold: [Int] {
    change.alternatives.indices.filter { variable in
      change.alternatives[variable].contains { $0.landing == .open }
    }
  }

  /// The steps that ways tell: those of one start are joined where they differ in a condition and its
  /// opposite, those of several where they differ in what they ask of one variable.
  ///
  /// - Parameter values: The values that each variable is ever in.
  static func merged(_ ways: [StepWay], values: [[String]]) -> [RegionStep] {
    var starts: OrderedSet<[Int: Set<String>]> = []
    var changes: OrderedSet<Change> = []
    let rows = ways.map { way in
      var row = way.row
      row.transition.from = String(starts.append(way.known).index)
      let change = Change(alternatives: way.alternatives.map { [$0] }, isAbsent: way.isAbsent)
      row.transition.to = String(changes.append(change).index)
      return row
    }
    let steps = Row.merged(rows).compactMap { row -> RegionStep? in
      guard let start = Int(row.transition.from),
        let change = row.transition.to.flatMap({ Int($0) })
      else { return nil }
      var transition = row.tellingOwnCalls.transition
      (transition.from, transition.to) = ("", nil)
      return RegionStep(
        change: changes[change], clauses: row.clauses, known: starts[start],
        transition: transition, effectDetail: row.effectDetail)
    }
    return factored(joined(steps, values.map(Set.init)))
  }

  /// Joins steps that are one but for what they ask for.
  private static func joined(_ steps: [RegionStep], _ values: [Set<String>]) -> [RegionStep] {
    let groups = OrderedDictionary(grouping: steps) { step in
      var kind = step
      (kind.known, kind.transition.wildcard) = ([:], nil)
      return kind
    }
    let wildcards = Dictionary(
      steps.map { ($0.transition.location, $0.transition.wildcard) },
      uniquingKeysWith: { first, _ in first })
    return groups.flatMap { kind, steps in
      joined(steps.map(\.known), values).map { known in
        var step = kind
        step.known = known
        step.transition.wildcard = wildcards[step.transition.location] ?? nil
        return step
      }
    }
  }

  /// Joins conjunctions that differ in one variable alone, until none do.
  private static func joined(
    _ starts: [[Int: Set<String>]], _ values: [Set<String>]
  ) -> [[Int: Set<String>]] {
    var result: [[Int: Set<String>]] = []
    for var start in starts {
      while let (index, join) = result.indices.lazy.compactMap({ index in
        Self.join(result[index], start, values).map { (index, $0) }
      }).first {
        result.remove(at: index)
        start = join
      }
      result.append(start)
    }
    return result
  }

  private static func join(
    _ a: [Int: Set<String>], _ b: [Int: Set<String>], _ values: [Set<String>]
  ) -> [Int: Set<String>]? {
    var differing: Int?
    for variable in a.keys.lazy.filter({ a[$0] != b[$0] }) + b.keys.lazy.filter({ a[$0] == nil }) {
      if differing != nil { return nil }
      differing = variable
    }
    guard let only = differing else { return a }
    var result = a
    guard let left = a[only], let right = b[only] else {
      result[only] = nil
      return result
    }
    let union = left.union(right)
    result[only] = union.isSuperset(of: values[only]) ? nil : union
    return result
  }
}

// MARK: - Conditions of one variable

extension RegionStep {
  /// Steps with those as one that differ in a condition and its opposite, and in what that makes of
  /// one variable: the condition is of that variable alone.
  private static func factored(_ steps: [RegionStep]) -> [RegionStep] {
    let events = OrderedDictionary(grouping: steps) { $0.transition.event }
    return events.values.flatMap { steps -> [RegionStep] in
      // By when each was made: one that is made of others comes behind those before it.
      var groups: [RegionStep: OrderedDictionary<Int, RegionStep>] = [:]
      for (number, var step) in steps.enumerated() {
        let base = step.base
        var group = groups.removeValue(forKey: base) ?? [:]
        while let (index, whole) = group.values.indices.lazy.compactMap({ index in
          group.values[index].factored(with: step).map { (index, $0) }
        }).first {
          group.remove(at: index)
          step = whole
        }
        group[number] = step
        groups[base] = group
      }
      return groups.values.joined().sorted { $0.key < $1.key }.map(\.value.worded)
    }
  }

  /// What steps share of which one may be made.
  private var base: RegionStep {
    var base = self
    (base.change.alternatives, base.clauses) = ([], [])
    (base.transition.guard, base.transition.wildcard) = (nil, nil)
    return base
  }

  private func factored(with other: RegionStep) -> RegionStep? {
    guard let only = onlyDifference(from: other),
      let common = Clause.joinable(clauses, other.clauses)
    else { return nil }
    var whole = self
    whole.change.alternatives[only] =
      own(only, besides: common) + other.own(only, besides: common)
    whole.clauses = common
    return whole
  }

  /// The variable of which two steps make something else, where it is one alone.
  private func onlyDifference(from other: RegionStep) -> Int? {
    let differing = change.alternatives.indices.filter {
      change.alternatives[$0] != other.change.alternatives[$0]
    }
    return differing.count == 1 ? differing[0] : nil
  }

  private var worded: RegionStep {
    guard change.alternatives.contains(where: { $0.count > 1 }) else { return self }
    var step = self
    step.transition.guard = Clause.wording(of: clauses)
    return step
  }

  /// What a variable becomes, each on the conditions that not all of the step has.
  private func own(_ variable: Int, besides common: [Clause]) -> [Alternative] {
    let more = clauses.filter { !common.contains($0) }
    return change.alternatives[variable].map { alternative in
      var alternative = alternative
      alternative.clauses = more + alternative.clauses
      return alternative
    }
  }
}

/// Makes regions, and their rows, of steps.
struct RegionRows {
  let variables: [StateVariable]
  /// The values that each variable is ever in.
  let values: [[String]]
  /// Whether there may be no state at all.
  let mayBeAbsent: Bool
  /// Whether that may be so to begin with.
  let mayStartAbsent: Bool

  /// The variables that are ever more than one thing.
  private var regions: [Int] { variables.indices.filter { values[$0].count > 1 } }

  func add(_ steps: [RegionStep], to machine: inout Machine) {
    // Only with all regions in place are its states named.
    machine.regions = regions.map { Region(name: variables[$0].name, states: [], initial: nil) }
    for (number, position) in regions.enumerated() {
      let variable = variables[position]
      let states = values[position].map { value in
        State(
          machine.state(value, in: variable.name),
          isInitial: variable.initial == value && !mayStartAbsent)
      }
      machine.regions[number].states = states.map(\.name)
      machine.regions[number].initial = states.first(where: \.isInitial)?.name
      machine.states += states
    }
    machine.initial = regions.count == 1 ? machine.regions[0].initial : nil
    guard !regions.isEmpty else { return }
    let told = steps.enumerated().map { rows(of: $1, number: $0, in: machine) }
    machine.transitions = regions.enumerated().flatMap { number, region in
      let rows = Dictionary(grouping: told.flatMap { $0[region] ?? [] }, by: \.from)
      return machine.regions[number].states.flatMap { rows[$0] ?? [] }
    }
    machine.unresolved += steps.compactMap(unresolved)
  }

  private func unresolved(_ step: RegionStep) -> Unresolved? {
    let names = step.untold.map { variables[$0].name }
    guard !names.isEmpty else { return nil }
    let place = step.untold.compactMap { step.change.alternatives[$0].first?.place }.max()
    let subject = names.count == 1 ? "value" : "values"
    return Unresolved(
      location: place ?? step.transition.location,
      "the source does not tell the \(subject) of \(names.joined(separator: ", "))",
      after: step.transition.event.name)
  }

  // MARK: Rows

  /// The rows of a step by region: one for each state that it leaves.
  ///
  /// A step that leaves all regions as they are is told in one of them, the first that it asks for.
  private func rows(
    of step: RegionStep, number: Int, in machine: Machine
  ) -> [Int: [Transition]] {
    let changed = regions.filter { region in
      step.change.alternatives[region].contains { $0.landing != .same }
    }
    let home = changed.first ?? regions.first { step.known[$0] != nil } ?? regions[0]
    let told = changed.isEmpty ? [home] : changed
    return Dictionary(
      uniqueKeysWithValues: told.map { region in
        let rows = starts(of: step, in: region).flatMap { value in
          step.change.alternatives[region].compactMap { alternative -> Transition? in
            var row = row(of: step, alternative, from: value, in: region, home: home, machine)
            row?.when = step.change.isAbsent ? [] : conditions(of: step, besides: region)
            row?.step = regions.count > 1 ? number : nil
            return row
          }
        }
        return (region, rows)
      })
  }

  /// The values of a region from which a step may be taken.
  private func starts(of step: RegionStep, in region: Int) -> [String] {
    let values = ordered(step.known[region], of: region)
    let hasState = mayBeAbsent && !step.change.isAbsent && !variables[region].isOptional
    return hasState ? values.filter { $0 != Site.absent } : values
  }

  private func ordered(_ values: Set<String>?, of region: Int) -> [String] {
    values.map { chosen in
      let known = self.values[region].filter(chosen.contains)
      return known + chosen.subtracting(known).sorted()
    } ?? self.values[region]
  }

  private func conditions(
    of step: RegionStep, besides region: Int
  ) -> [Transition.Condition] {
    regions.filter { $0 != region }.compactMap { other in
      step.known[other].map { values in
        .init(region: variables[other].name, values: ordered(values, of: other))
      }
    }
  }

  private func row(
    of step: RegionStep, _ alternative: RegionStep.Alternative, from value: String, in region: Int,
    home: Int, _ machine: Machine
  ) -> Transition? {
    let name = { machine.state($0, in: variables[region].name) }
    var row = step.transition
    row.from = name(value)
    row.location = alternative.place ?? row.location
    if !alternative.clauses.isEmpty {
      row.guard = Clause.wording(of: step.clauses + alternative.clauses)
    }
    switch alternative.landing {
    case .same where alternative.clauses.isEmpty:
      row.to = row.kind == .stay || row.kind == .ignore ? row.from : nil
    // The rest of the step is told in other regions.
    case .same: (row.to, row.kind, row.effect) = (row.from, .ignore, nil)
    case .open: (row.kind, row.certainty) = (.unresolved, .unresolved)
    case .value(let target) where target != value: (row.to, row.kind) = (name(target), .move)
    case .value where alternative.isCarrying: (row.to, row.kind) = (row.from, .stay)
    case .value:
      guard region == home || !alternative.clauses.isEmpty else { return nil }
      if row.kind == .throw { row.effect = nil } else { row.to = row.from }
    }
    return row
  }
}
