import OrrerySyntax

/// Optionals that an event carries into properties of a struct's phases.
extension MachineBuilder {
  /// A way that puts an optional of its event into a property, once without a value and once with one.
  func apart(_ outcome: Outcome, byPayloadsIn names: [String]) -> [Outcome] {
    names.reduce([outcome]) { outcomes, name in
      outcomes.flatMap { apart($0, byPayloadIn: name) }
    }
  }

  private func apart(_ outcome: Outcome, byPayloadIn name: String) -> [Outcome] {
    guard case .object(let object) = outcome.state,
      case .unknown(let payload)? = object.fields[name], payload.isOptionalPayload
    else { return [outcome] }
    return [true, false].map { isAbsent in
      var outcome = outcome
      var object = object
      for (field, value) in object.fields {
        guard case .unknown(let other) = value, other.id == payload.id else { continue }
        object.fields[field] = isAbsent ? .absent : value.found
      }
      outcome.state = .object(object)
      outcome.guards.append(Clause(text: "\(payload.text) == nil", isNegated: !isAbsent))
      return outcome
    }
  }
}

extension Unknown {
  /// Whether it is what an event carries, of a type that is written as an optional.
  fileprivate var isOptionalPayload: Bool {
    id.hasPrefix("$event.") && !isPresent
      && (domain?.isOptional ?? false || declared?.hasSuffix("?") ?? false)
  }
}
