import OrreryModel

/// The abstract states in which a way through a handler may end.
extension MachineBuilder {
  /// One of them.
  struct Target {
    /// The value of each projected property; nothing for one that is not known.
    var values: [String?] = []
    /// What holds where a property was given this one of the values that it may have.
    var clauses: [Clause] = []
    var isInferred = false

    fileprivate func adding(_ choice: Choice) -> Target {
      Target(
        values: values + [choice.value], clauses: clauses + [choice.clause].compactMap(\.self),
        isInferred: isInferred || choice.isInferred)
    }
  }

  /// A value that a property may have, and what holds then.
  fileprivate struct Choice {
    var value: String?
    var clause: Clause?
    var isInferred = false
  }

  /// More of them than this are told as one that is open.
  private static let mostTargets = 16

  /// The abstract states after an outcome.
  ///
  /// A property that was given a value which the source does not tell has each of those that its type
  /// has, on the condition that the value is that one.
  func targets(of outcome: Outcome, _ values: [String], _ axes: [Axis]) -> [Target] {
    guard case .object(let object) = outcome.state else {
      return [Target(values: axes.map { _ in nil })]
    }
    let choices = zip(axes, values).map { axis, old in
      self.choices(object.fields[axis.name], axis, old, outcome)
    }
    let count = choices.reduce(1) { min($0 * $1.count, Self.mostTargets + 1) }
    return choices.reduce([Target()]) { targets, choices in
      let isOpen = choices.count > 1 && count > Self.mostTargets
      return targets.flatMap { target in
        (isOpen ? [Choice()] : choices).map { target.adding($0) }
      }
    }
  }

  /// The values that a property may have after an outcome.
  ///
  /// One that an optional property is given is taken to be there, where the source says nothing of
  /// `nil`, and the edge is marked as inferred.
  private func choices(
    _ value: Value?, _ axis: Axis, _ old: String, _ outcome: Outcome
  ) -> [Choice] {
    switch value {
    case .absent: return [Choice(value: "nil")]
    case .unknown(let unknown) where unknown.id == "$some.\(axis.name)":
      return [Choice(value: old)]
    case .unknown(let unknown) where axis.isOptional && unknown.isPresent:
      return [Choice(value: "some")]
    case .unknown(let unknown) where axis.isOptional && !unknown.isOptional:
      return [Choice(value: "some", isInferred: true)]
    case .unknown(let unknown): return choices(unknown, axis, outcome)
    case .some where axis.isOptional: return [Choice(value: "some")]
    case .bool(let value): return [Choice(value: "\(value)")]
    case .enumCase(let value): return [Choice(value: value.name)]
    default: return [Choice()]
    }
  }

  /// The values of a property that was given one which the source does not tell.
  private func choices(_ unknown: Unknown, _ axis: Axis, _ outcome: Outcome) -> [Choice] {
    let values = axis.values.filter { isPossible($0, outcome.facts[unknown.id]) }
    guard values.count > 1 else { return [Choice(value: values.first)] }
    guard !unknown.text.isEmpty, unknown.text.count <= Interpreter.longestGuard,
      !unknown.text.contains("\n"), isGiven(unknown, axis, outcome)
    else { return [Choice()] }
    // What the conditions ask of the value may rule some of them out.
    let isAsked = outcome.guards.contains { $0.text.contains(unknown.text) }
    return values.map {
      Choice(value: $0, clause: clause($0, of: unknown.text, axis), isInferred: isAsked)
    }
  }

  /// Whether a value is worded by what the property was given, not by what is no longer known of it.
  private func isGiven(_ unknown: Unknown, _ axis: Axis, _ outcome: Outcome) -> Bool {
    guard case .object(let object) = outcome.state else { return false }
    if ["$event.", "parameter."].contains(where: unknown.id.hasPrefix) { return true }
    let write = object.writes.last { $0.path == axis.name || $0.isWhole }
    return write.map { $0.path == axis.name && $0.op == "=" && $0.value == unknown.text } ?? false
  }

  private func isPossible(_ value: String, _ fact: Fact?) -> Bool {
    switch fact {
    case .isCase(let known): known.isNamed(value)
    case .isNot(let names): !names.contains(value == "nil" ? "none" : value)
    case .bool(let known): value == "\(known)"
    case nil: true
    }
  }

  private func clause(_ value: String, of text: String, _ axis: Axis) -> Clause {
    if axis.isOptional { return Clause(text: "\(text) \(value == "nil" ? "==" : "!=") nil") }
    guard axis.type != nil else { return Clause(text: text, isNegated: value == "false") }
    return Clause(text: "case .\(value) = \(text)")
  }
}
