import OrreryExecution

/// `case .name(…) = subject`, of one case.
struct CaseClause {
  var name: Substring
  var subject: Substring

  init?(_ clause: Clause) {
    guard !clause.isNegated, clause.isCase,
      let equals = clause.text.firstRange(of: " = ")
    else { return nil }
    let pattern = clause.text[..<equals.lowerBound].dropFirst("case ".count)
    let cased = pattern.hasPrefix("let ") ? pattern.dropFirst("let ".count) : pattern
    guard cased.hasPrefix(".") else { return nil }
    name = cased.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = cased.dropFirst(name.count + 1)
    guard rest.isEmpty || rest.isOneList else { return nil }
    subject = clause.text[equals.upperBound...]
    guard Self.isName(subject) else { return nil }
  }

  /// Whether a text names a value: what a call gives may be another each time.
  private static func isName(_ text: Substring) -> Bool {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_.?!`".contains($0) }
  }

  /// Whether a value of the case is none of what a clause denies: of `.other`, or of that under
  /// further conditions.
  func rulesOut(_ clause: Clause) -> Bool {
    guard clause.isNegated, clause.text.hasPrefix("case .") else { return false }
    let name = clause.text.dropFirst("case .".count).prefix {
      $0.isLetter || $0.isNumber || $0 == "_"
    }
    let rest = clause.text.dropFirst("case .".count + name.count)
    guard !name.isEmpty, name != self.name, rest.hasPrefix(" = \(subject)") else { return false }
    let further = rest.dropFirst(" = ".count + subject.count)
    return further.isEmpty || further.hasPrefix(" && ")
  }
}

extension Substring {
  /// Whether a text is one pair of parentheses with what stands in it.
  var isOneList: Bool {
    var depth = 0
    for (index, character) in zip(indices, self) {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return self.index(after: index) == endIndex }
    }
    return false
  }
}

extension Row {
  /// The clauses under which either of two rows holds, as ``joinable(_:_:)`` finds them, or where one
  /// case of a value rules out what the other row denies: `.a` or neither `.a` nor `.b` is not `.b`.
  static func either(_ a: [Clause], _ b: [Clause]) -> [Clause]? {
    Clause.joinable(a, b) ?? covering(a, b) ?? covering(b, a)
  }

  private static func covering(_ one: [Clause], _ other: [Clause]) -> [Clause]? {
    // Few clauses are denied by the other row: what they say is read of these alone.
    guard
      let clause = one.first(where: { clause in
        !clause.isNegated && clause.isCase && other.contains { $0.denies(clause) }
      }), let known = CaseClause(clause)
    else { return nil }
    let own = one.filter { !other.contains($0) }
    let others = other.filter { !one.contains($0) }
    guard own.allSatisfy({ $0 == clause || known.rulesOut($0) }),
      others.allSatisfy({ $0 == clause.negated || known.rulesOut($0) })
    else { return nil }
    return other.filter { $0 != clause.negated }
  }
}
