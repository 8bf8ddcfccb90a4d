import SwiftSyntax

/// Whether patterns leave nothing to a `default`.
extension Interpreter {
  /// Whether some patterns match whatever a value, of which something is known, may be.
  func exhausts(_ patterns: [Pattern], _ value: Value, _ path: Path) -> Bool {
    guard !patterns.isEmpty else { return false }
    guard case .tuple(let parts) = value else {
      return exhausts(patterns.map { [$0] }, [value][...], path)
    }
    let rows = patterns.compactMap { pattern -> [Pattern]? in
      guard case .tuple(let elements) = pattern, elements.count == parts.count else { return nil }
      return elements.map(\.pattern)
    }
    return exhausts(rows, parts.map(\.value)[...], path)
  }

  /// - Parameters:
  ///   - rows: The patterns of each row, one for each value; those that are done stand in front.
  private func exhausts(_ rows: [[Pattern]], _ values: ArraySlice<Value>, _ path: Path) -> Bool {
    guard !rows.isEmpty else { return false }
    guard let value = values.first else { return true }
    let column = values.startIndex
    // What asks for nothing, or costs too much to find out, tells no cases apart.
    if rows.allSatisfy({ $0[column].isIrrefutable }) {
      return exhausts(rows, values.dropFirst(), path)
    }
    guard spend() else { return false }
    let rest = values.dropFirst()
    guard let answers = domain(of: value, rows.map { $0[column] }, path) else {
      return exhausts(rows.filter { $0[column].isIrrefutable }, rest, path)
    }
    return answers.allSatisfy { answer in
      exhausts(rows.filter { $0[column].takes(answer) }, rest, path)
    }
  }

  /// All that a value may be; nothing where that is not known.
  private func domain(
    of value: Value, _ patterns: [Pattern], _ path: Path
  ) -> [Pattern]? {
    switch value {
    case .enumCase(let known): return [.enumCase(name: known.name, values: nil)]
    case .bool(let known): return [.bool(known)]
    case .unknown(let unknown):
      let asksBool = patterns.contains { if case .bool = $0 { true } else { false } }
      if asksBool, !unknown.isOptional { return [.bool(true), .bool(false)] }
      if case .isCase(let known)? = path.facts[unknown.id] {
        return [.enumCase(name: known.name, values: nil)]
      }
      guard let info = index.info(unknown.domain), info.kind == .enum, !info.cases.isEmpty else {
        return nil
      }
      return info.cases.map { .enumCase(name: $0.name, values: nil) }
    default: return nil
    }
  }
}

extension Pattern {
  /// Whether the pattern matches one of the values of a domain, whatever is inside of that.
  fileprivate func takes(_ answer: Pattern) -> Bool {
    switch (self, answer) {
    case (.any, _), (.bind, _): true
    case (.enumCase(let name, let values), .enumCase(let other, _)):
      name == other && (values ?? []).allSatisfy(\.pattern.isIrrefutable)
    case (.bool(let a), .bool(let b)): a == b
    default: false
    }
  }
}

extension TypeSyntax {
  /// Whether values of the type may be absent, as far as is written: another word than a name may
  /// hide an optional.
  var isOptional: Bool { !self.is(IdentifierTypeSyntax.self) && !self.is(MemberTypeSyntax.self) }
}

extension Value {
  /// The value as one of the cases of a type.
  func limited(to domain: String?) -> Value {
    guard domain != nil, case .unknown(var unknown) = self else { return self }
    unknown.domain = domain
    return .unknown(unknown)
  }
}
