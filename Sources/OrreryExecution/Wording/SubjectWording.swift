import OrreryProgram

/// How a switch's subject is worded in a guard.
struct SubjectWording {
  private var text: String
  /// The elements of a tuple, one by one.
  private var parts: [(text: String, value: Value)] = []
  /// How far the answers can be relied on.
  var standing = Clause.Standing()
  /// Whether an `@unknown default` tells of cases that the files do not show.
  var mayBeNew = false

  /// Whether the event is a part of the subject: each alternative is a row then, in a state of its own.
  var holdsEventBesideOthers: Bool { parts.contains(where: \.text.isEmpty) }

  /// - Parameter worded: How the subject, or an element of it, is worded.
  init(_ expression: Expression, _ value: Value, worded: (Expression, Value) -> String) {
    text = worded(expression, value)
    if case .enumCase(let known) = value, known.text.isEmpty { self.text = "" }
    if case .tuple(let elements) = expression.form, elements.count > 1,
      case .tuple(let values) = value, values.count == elements.count
    {
      parts = zip(elements, values).map { element, labelled in
        let isEvent = labelled.value.caseValue.map { $0.text.isEmpty } ?? false
        return (isEvent ? "" : worded(element.value, labelled.value), labelled.value)
      }
    }
  }

  /// The condition that a clause's pattern stands for: what the known parts do not decide.
  func condition(_ written: PatternText, _ pattern: Pattern) -> String {
    guard !parts.isEmpty, case .tuple(let patterns) = pattern, patterns.count == parts.count,
      written.elements.count == parts.count
    else { return Self.worded(written.text, pattern, subject: text) }
    let open = parts.indices.filter { !patterns[$0].pattern.isDecided(by: parts[$0].value) }
    return open.map { index in
      Self.worded(written.elements[index], patterns[index].pattern, subject: parts[index].text)
    }.joined(separator: " && ")
  }

  /// The condition that a clause's pattern stands for, as a clause.
  func clause(
    _ written: PatternText, _ pattern: Pattern, isNegated: Bool = false,
    choice: Clause.Choice? = nil
  ) -> Clause {
    Clause(
      text: condition(written, pattern), isNegated: isNegated, choice: choice,
      patterns: [asked(pattern)].compactMap(\.self)
    ).standing(standing)
  }

  /// The condition that some of several patterns matches, as a clause.
  func clause(anyOf items: [Match.Item], choice: Clause.Choice?) -> Clause {
    let patterns = items.compactMap { asked($0.pattern) }
    return Clause(
      text: condition(anyOf: items), choice: choice,
      patterns: patterns.count == items.count ? patterns : []
    ).standing(standing)
  }

  /// What of a pattern a condition is worded by; nothing where that is several.
  private func asked(_ pattern: Pattern) -> Pattern? {
    guard parts.isEmpty else { return nil }
    guard text.isEmpty, case .enumCase(_, let values?) = pattern else { return pattern }
    return values.count == 1 ? values[0].pattern : nil
  }

  /// The condition that some of several patterns matches: `case .a, .b = subject`.
  private func condition(anyOf items: [Match.Item]) -> String {
    guard parts.isEmpty, !text.isEmpty else {
      let texts = items.map { condition($0.text, $0.pattern) }
      // Of an event only what it carries shows: `case .network, .login`.
      let isPlain = texts.allSatisfy {
        $0.hasPrefix("case ") && !$0.contains(" = ") && !$0.contains(" && ")
      }
      return isPlain
        ? "case " + texts.map { $0.dropFirst("case ".count) }.joined(separator: ", ")
        : "(" + texts.joined(separator: ") || (") + ")"
    }
    return "case \(items.map(\.text.text).joined(separator: ", ")) = \(text)"
  }

  private static func worded(_ text: String, _ pattern: Pattern, subject: String) -> String {
    guard subject.isEmpty else { return "case \(text) = \(subject)" }
    // An event's own name is known: only what is inside is a condition.
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return "case \(text)" }
    let isPrefixed = text.hasPrefix("let ") || text.hasPrefix("var ")
    let inner = text[text.index(after: open)...].dropLast()
    return "case \(isPrefixed ? "let " : "")" + (pattern.isOfSeveral ? "(\(inner))" : String(inner))
  }
}

extension Pattern {
  /// Whether the value alone tells that the pattern matches.
  fileprivate func isDecided(by value: Value) -> Bool {
    switch (self, value) {
    case (.any, _), (.bind, _): true
    case (.enumCase(let name, let values), .enumCase(let known)):
      known.isNamed(name) && (values ?? []).allSatisfy(\.pattern.isIrrefutable)
    case (.enumCase(let name, let values), .absent): name == "none" && values == nil
    case (.bool(let a), .bool(let b)): a == b
    default: false
    }
  }
}
