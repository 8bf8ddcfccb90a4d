import OrreryExecution
import OrreryRecognition

/// What a way through a handler makes of a state variable.
enum Landing: Hashable {
  /// What it was.
  case same
  case value(String)
  /// The source does not tell.
  case open
}

/// Where the ways through a handler may leave the state variables.
extension MachineBuilder {
  /// What becomes of each of them.
  struct Target {
    var landings: [Landing] = []
    /// What holds where a property was given this one of the values that it may have.
    var clauses: [Clause] = []
    var isInferred = false
    /// The values that were chosen for what the source does not tell, by their ids.
    private var chosen: [String: String] = [:]

    init(landings: [Landing] = []) { self.landings = landings }

    /// - Returns: Nothing where the choice denies an earlier one for the same value.
    fileprivate func adding(_ choice: Choice) -> Target? {
      var target = self
      target.landings.append(choice.landing)
      target.isInferred = isInferred || choice.isInferred
      guard let clause = choice.clause, let id = choice.id, case .value(let value) = choice.landing
      else { return target }
      if let known = chosen[id] { return known == value ? target : nil }
      // Of values that are no constants one may decide the other.
      target.isInferred = target.isInferred || !chosen.isEmpty && !choice.isConstant
      target.clauses.append(clause)
      target.chosen[id] = value
      return target
    }
  }

  /// A value that a property may have, and what holds then.
  fileprivate struct Choice {
    var landing = Landing.open
    var clause: Clause?
    var isInferred = false
    /// What the property was given.
    var id: String?
    var isConstant = false
  }

  /// More of them than this are told as one that is open.
  private static let mostTargets = 64

  /// The ways that an outcome is told as, each with where it leaves the variables.
  func ways(
    of outcome: Outcome, _ variables: [StateVariable]
  ) -> [(outcome: Outcome, target: Target)] {
    let optionals = variables.filter(\.isFlag).map(\.name)
    let outcomes = variables.compactMap(\.stack).reduce([outcome]) { outcomes, stack in
      outcomes.flatMap(stack.apart)
    }
    return optionals.reduce(outcomes) { outcomes, name in
      outcomes.flatMap { apart($0, byPayloadIn: name) }
    }.flatMap { outcome in
      targets(of: outcome, variables).map { (outcome, $0) }
    }
  }

  /// A way that puts an optional of its event into a property, once without a value and once with one.
  private func apart(_ outcome: Outcome, byPayloadIn name: String) -> [Outcome] {
    guard case .object(let object) = outcome.state,
      case .unknown(let payload)? = object.fields[name], isOptionalPayload(payload)
    else { return [outcome] }
    return [true, false].map { isAbsent in
      var outcome = outcome
      var object = object
      for (field, value) in object.fields {
        guard case .unknown(let other) = value, other.symbol == payload.symbol else { continue }
        object.fields[field] = isAbsent ? .absent : value.found
      }
      outcome.state = .object(object)
      outcome.guards.append(Clause(text: "\(payload.text) == nil", isNegated: !isAbsent))
      return outcome
    }
  }

  /// Where an outcome may leave the variables.
  ///
  /// One that was given a value which the source does not tell has each of those that its type has, on
  /// the condition that the value is that one.
  private func targets(of outcome: Outcome, _ variables: [StateVariable]) -> [Target] {
    if case .absent = outcome.state, site.isHandedOptional {
      return [Target(landings: variables.map { _ in .value(Site.absent) })]
    }
    guard case .object(let object) = outcome.state else {
      return [Target(landings: variables.map { _ in .open })]
    }
    let choices = variables.map { variable in
      if let stack = variable.stack { return self.choices(object, stack, outcome) }
      return object.keeps(variable, scope.symbols)
        ? [Choice(landing: .same)] : self.choices(object.fields[variable.name], variable, outcome)
    }
    let count = choices.reduce(1) { min($0 * $1.count, Self.mostTargets + 1) }
    return choices.reduce([Target()]) { targets, choices in
      let isOpen = choices.count > 1 && count > Self.mostTargets
      return targets.flatMap { target in
        (isOpen ? [Choice()] : choices).compactMap { target.adding($0) }
      }
    }
  }

  /// The screens that may be on top of a stack after an outcome.
  private func choices(
    _ object: ObjectValue, _ stack: ScreenStack, _ outcome: Outcome
  ) -> [Choice] {
    let isInferred = stack.source(of: outcome) != nil
    return stack.landings(of: outcome, object).map { Choice(landing: $0, isInferred: isInferred) }
  }

  /// The values that a property may have after an outcome.
  ///
  /// One that an optional property is given is taken to be there, where the source says nothing of
  /// `nil`, and the edge is marked as inferred.
  private func choices(
    _ value: Value?, _ variable: StateVariable, _ outcome: Outcome
  ) -> [Choice] {
    switch value {
    case .absent: return [Choice(landing: .value("nil"))]
    case .unknown(let unknown) where unknown.symbol == variable.presence(scope.symbols):
      return [Choice(landing: .same)]
    case .unknown(let unknown) where variable.isFlag && unknown.isPresent:
      return [Choice(landing: .value("some"))]
    case .unknown(let unknown) where variable.isFlag && !unknown.mayBeAbsent:
      return [Choice(landing: .value("some"), isInferred: true)]
    case .unknown(let unknown): return choices(unknown, variable, outcome)
    case .some where variable.isFlag: return [Choice(landing: .value("some"))]
    case .bool(let value): return [Choice(landing: .value("\(value)"))]
    case .enumCase(let value): return [Choice(landing: .value(value.name))]
    default: return [Choice()]
    }
  }

  /// The values of a property that was given one which the source does not tell.
  private func choices(
    _ unknown: Unknown, _ variable: StateVariable, _ outcome: Outcome
  ) -> [Choice] {
    let values = variable.values.filter { isPossible($0, outcome.facts[unknown.symbol]) }
    guard values.count > 1 else {
      return [Choice(landing: values.first.map(Landing.value) ?? .open)]
    }
    guard !unknown.text.isEmpty, unknown.text.count <= Execution.longestGuard,
      !unknown.text.contains("\n"), isGiven(unknown, variable, outcome)
    else { return [Choice()] }
    // What the conditions ask of the value may rule some of them out.
    let names = unknown.text.namesInCode.subtracting(["state"])
    let isAsked = outcome.guards.contains { !$0.text.namesInCode.isDisjoint(with: names) }
    return values.map { value in
      Choice(
        landing: .value(value), clause: clause(value, of: unknown.text, variable),
        isInferred: isAsked,
        id: comesWithEvent(unknown) ? "\(unknown.symbol)" : unknown.text,
        isConstant: comesWithEvent(unknown))
    }
  }

  /// Whether a value is worded by what the property was given, not by what is no longer known of it.
  private func isGiven(_ unknown: Unknown, _ variable: StateVariable, _ outcome: Outcome) -> Bool {
    guard case .object(let object) = outcome.state else { return false }
    if comesWithEvent(unknown) { return true }
    let write = object.writes.last { $0.path == variable.name || $0.isWhole }
    guard let write else { return false }
    return write.path == variable.name && write.op == "=" && write.value == unknown.text
  }

  /// Whether a value is what an event carries, of a type that is written as an optional.
  private func isOptionalPayload(_ value: Unknown) -> Bool {
    scope.symbols.isPayload(value.symbol) && !value.isPresent
      && (value.domain?.isOptional ?? false || value.declared?.hasSuffix("?") ?? false)
  }

  private func isPossible(_ value: String, _ fact: Fact?) -> Bool {
    switch fact {
    case .isCase(let known): known.isNamed(value)
    case .isNot(let names): !names.contains(value == "nil" ? "none" : value)
    case .bool(let known): value == "\(known)"
    case nil: true
    }
  }

  private func clause(_ value: String, of text: String, _ variable: StateVariable) -> Clause {
    if variable.isFlag || value == "nil" {
      return Clause(text: "\(text) \(value == "nil" ? "==" : "!=") nil")
    }
    guard variable.type != nil else { return Clause(text: text, isNegated: value == "false") }
    return Clause(text: "case .\(value) = \(text)")
  }
}

extension ObjectValue {
  /// Whether a variable of the state is what it was: neither written nor lent to be changed.
  fileprivate func keeps(_ variable: StateVariable, _ symbols: SymbolTable) -> Bool {
    let name = variable.name
    // A walk begins with all fields; code that may have changed any takes them away.
    guard base.symbol == .start, let value = fields[name], isFromStart(value, name, symbols) else {
      return false
    }
    return !writes.contains { $0.isWhole || $0.path == name || $0.isWithin(name) }
  }

  private func isFromStart(_ value: Value, _ name: String, _ symbols: SymbolTable) -> Bool {
    guard case .unknown(let unknown) = value else { return true }
    return switch symbols.origin(of: unknown.symbol) {
    case .member(.start, name), .payload(.start, name: name, index: -1): true
    default: false
    }
  }
}

extension Write {
  /// Whether it changes a part of a property.
  func isWithin(_ name: String) -> Bool { path.hasPrefix(name) && path.hasPrefix(name + ".") }
}
