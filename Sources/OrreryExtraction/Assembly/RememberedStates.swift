import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// Former states that are kept until they are set back: in private properties, `before = phase`, and
/// later `phase = before`; or in what a case carries, `phase = .paused(phase)`.
struct RememberedStates {
  /// Where former states are kept.
  fileprivate struct Keeper {
    /// The id of the value that a walk finds there.
    var id: String
    /// The property; nothing where a case carries them.
    var property: String?
    var carrier: String?
    var place = 0
  }

  /// What is kept at the end of a way.
  private enum Kept: Hashable {
    case unchanged
    case state(String)
    case unknown
  }

  /// A state, and what is kept in it.
  private struct Pair: Hashable {
    var state: String
    var value: String
  }

  private struct Step {
    var from: String
    /// Nothing where it may be any.
    var to: String?
    /// Whether it sets the state back.
    var isBack: Bool
    var kept: Kept
    /// What the way has found out of what is kept before.
    var fact: Fact?
  }

  /// More former states than this are told as one that is open.
  private static let mostStates = 8

  private let site: Site
  /// For each keeper, by the id of its value, what it may keep in each state.
  private var values: [String: [String: Set<String>]] = [:]

  init(_ builder: MachineBuilder, _ reports: [(handler: Handler, walked: [MachineBuilder.Walked])])
  {
    site = builder.site
    let keepers =
      builder.scope.remembered.map { Keeper(id: "self.\($0)", property: $0) }
      + Self.carriers(of: builder)
    guard !keepers.isEmpty,
      !reports.contains(where: { $0.walked.contains(where: \.report.isExhausted) })
    else { return }
    let ends = reports.flatMap { report in
      report.walked.flatMap { walked in walked.report.outcomes.map { (walked.from, $0) } }
    }
    let first = builder.isOwn ? builder.initialCase.map { [$0] } : nil
    for keeper in keepers where ends.contains(where: { $0.1.state.unknown?.id == keeper.id }) {
      let start = keeper.property.map { builder.start(ofRemembered: $0) } ?? Site.absent
      guard let start, let steps = steps(keeper, ends) else { continue }
      values[keeper.id] = Self.pairs(
        from: first ?? site.stateNames, start, steps, among: site.stateNames,
        isOpen: !builder.isOwn)
    }
  }

  /// The cases that carry another state, where no one else can make them.
  private static func carriers(of builder: MachineBuilder) -> [Keeper] {
    let state = builder.site.state
    return !builder.isOwn
      ? []
      : state.cases.flatMap { item in
        item.values.indices.filter { place in
          item.name != builder.initialCase
            && builder.index.resolve(name: item.values[place].type, in: state, module: state.module)
              == state.key
        }.map {
          Keeper(id: "\(Interpreter.stateID).\(item.name).\($0)", carrier: item.name, place: $0)
        }
      }
  }

  /// An outcome that sets a former state back, once for each state that may be.
  func recalled(_ outcome: Outcome, from: String) -> [Outcome] {
    guard case .unknown(let unknown) = outcome.state, let known = values[unknown.id] else {
      return [outcome]
    }
    let fact = outcome.event.origin == .internal ? nil : outcome.remembered[unknown.id]?.fact
    let found = site.stateNames.filter {
      known[from]?.contains($0) == true && $0 != Site.absent && Self.admits($0, fact)
    }
    guard (1...Self.mostStates).contains(found.count) else { return [outcome] }
    let text = unknown.text.hasPrefix("self.") ? String(unknown.text.dropFirst(5)) : unknown.text
    return found.map { state in
      var outcome = outcome
      outcome.state = .enumCase(
        CaseValue(
          name: state, payload: unknown.payload(of: site.state.enumCase(state)),
          type: site.state.key, text: unknown.text))
      if found.count > 1 {
        outcome.guards.append(Clause(text: "case .\(state) = \(text)"))
      }
      return outcome
    }
  }

  /// What the ways do; nothing where one leaves what is not known.
  private func steps(_ keeper: Keeper, _ ends: [(from: String, outcome: Outcome)]) -> [Step]? {
    var steps: [Step] = []
    for (from, outcome) in ends where outcome.ending != .trapped {
      let isBack = outcome.state.unknown?.id == keeper.id
      let isChanged = outcome.isWritten && !outcome.state.isStart
      let value = isChanged || keeper.property != nil ? keeper.value(after: outcome) : nil
      let kept = Self.kept(value, keeper.id, from)
      guard kept != .unknown else { return nil }
      steps.append(
        Step(
          from: from, to: isChanged ? outcome.state.stateName : from, isBack: isBack, kept: kept,
          // What was found out before a wait may not hold behind it.
          fact: outcome.event.origin == .internal ? nil : outcome.remembered[keeper.id]?.fact))
    }
    return steps
  }

  /// Whether what a way has found out may hold of a former state, or of none.
  private static func admits(_ value: String, _ fact: Fact?) -> Bool {
    let isAbsent = value == Site.absent
    return switch fact {
    case .isCase(let known)? where known.name == "none": isAbsent
    case .isCase(let known)? where known.name == "some": !isAbsent
    case .isCase(let known)?: known.isNamed(value)
    case .isNot(let names)?:
      !names.contains(value) && !names.contains(isAbsent ? "none" : "some")
    case .bool?, nil: true
    }
  }

  private static func kept(_ value: Value?, _ id: String, _ from: String) -> Kept {
    switch value {
    case nil: .unchanged
    case .unknown(let unknown)? where unknown.id == id: .unchanged
    case .absent?: .state(Site.absent)
    case .enumCase(let value)? where value.isStart: .state(from)
    case .enumCase?: value?.stateName.map { .state($0) } ?? .unknown
    default: .unknown
    }
  }

  /// All that is kept in each state which the machine comes to.
  ///
  /// - Parameter isOpen: Whether others may assign the state, whatever is kept then.
  private static func pairs(
    from first: [String], _ start: String, _ steps: [Step], among states: [String], isOpen: Bool
  ) -> [String: Set<String>] {
    var open = first.map { Pair(state: $0, value: start) }
    var seen: [String: Set<String>] = [:]
    let steps = Dictionary(grouping: steps, by: \.from)
    while let pair = open.popLast() {
      guard seen[pair.state, default: []].insert(pair.value).inserted else { continue }
      if isOpen { open += states.map { Pair(state: $0, value: pair.value) } }
      for step in steps[pair.state] ?? [] where admits(pair.value, step.fact) {
        var value = pair.value
        if case .state(let next) = step.kept { value = next }
        let targets = step.isBack ? [pair.value] : step.to.map { [$0] } ?? states
        open += targets.map { Pair(state: $0, value: value) }
      }
    }
    return seen
  }
}

extension RememberedStates.Keeper {
  /// What it keeps at the end of a way; nothing where the way leaves it alone, or where it is none.
  fileprivate func value(after outcome: Outcome) -> Value? {
    if property != nil { return outcome.remembered[id]?.value }
    guard case .enumCase(let state) = outcome.state, !state.isStart,
      outcome.state.stateName == carrier, state.payload.indices.contains(place)
    else { return nil }
    return state.payload[place].value
  }
}

extension Unknown {
  /// The associated values of a former state, of which nothing is known.
  fileprivate func payload(of item: EnumCase?) -> [Argument] {
    (item?.values ?? []).enumerated().map { offset, value in
      let inner = Unknown(id: "\(id).\(offset)", text: value.label ?? "$\(offset)")
      return Argument(label: value.label, value: .unknown(inner))
    }
  }
}
