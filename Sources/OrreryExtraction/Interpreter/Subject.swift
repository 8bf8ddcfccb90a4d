import OrreryLowering
import SwiftSyntax

/// How a switch's subject is worded in a guard.
struct Subject {
  private var text: String
  /// The elements of a tuple, one by one.
  private var parts: [(text: String, value: Value)]

  private let cache: NodeCache

  /// Whether an `@unknown default` tells of cases that the files do not show.
  var mayBeNew = false
  /// Whether the switch asks for nothing that may change while a handler waits.
  var isLasting = false

  /// Whether the event is a part of the subject: each alternative is a row then, in a state of its own.
  var holdsEventBesideOthers: Bool { parts.contains(where: \.text.isEmpty) }

  init(_ expression: ExprSyntax, text: String, _ value: Value, _ cache: NodeCache) {
    (self.cache, self.text) = (cache, text)
    parts = []
    if case .enumCase(let known) = value, known.text.isEmpty { self.text = "" }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count > 1,
      case .tuple(let values) = value, values.count == tuple.elements.count
    {
      parts = zip(tuple.elements, values).map { element, argument in
        let isEvent = argument.value.caseValue.map { $0.text.isEmpty } ?? false
        return (isEvent ? "" : cache.text(of: element.expression), argument.value)
      }
    }
  }

  /// The condition that a clause's pattern stands for: what the known parts do not decide.
  func condition(_ syntax: PatternSyntax, _ pattern: Pattern) -> String {
    let elements = tupleElements(of: syntax)
    guard !parts.isEmpty, case .tuple(let patterns) = pattern, patterns.count == parts.count,
      elements.count == parts.count
    else { return Self.worded(cache.text(of: syntax), pattern, subject: text) }
    let open = parts.indices.filter { !patterns[$0].pattern.isDecided(by: parts[$0].value) }
    return open.map { index in
      Self.worded(elements[index], patterns[index].pattern, subject: parts[index].text)
    }.joined(separator: " && ")
  }

  /// The condition that some of several patterns matches: `case .a, .b = subject`.
  func condition(anyOf patterns: [(pattern: Pattern, syntax: PatternSyntax)]) -> String {
    guard parts.isEmpty, !text.isEmpty else {
      let texts = patterns.map { condition($0.syntax, $0.pattern) }
      // Of an event only what it carries shows: `case .network, .login`.
      let isPlain = texts.allSatisfy {
        $0.hasPrefix("case ") && !$0.contains(" = ") && !$0.contains(" && ")
      }
      return isPlain
        ? "case " + texts.map { $0.dropFirst("case ".count) }.joined(separator: ", ")
        : "(" + texts.joined(separator: ") || (") + ")"
    }
    return "case \(patterns.map { cache.text(of: $0.syntax) }.joined(separator: ", ")) = \(text)"
  }

  private static func worded(_ text: String, _ pattern: Pattern, subject: String) -> String {
    guard subject.isEmpty else { return "case \(text) = \(subject)" }
    // An event's own name is known: only what is inside is a condition.
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return "case \(text)" }
    let isPrefixed = text.hasPrefix("let ") || text.hasPrefix("var ")
    let inner = text[text.index(after: open)...].dropLast()
    return "case \(isPrefixed ? "let " : "")" + (pattern.isOfSeveral ? "(\(inner))" : String(inner))
  }

  private func tupleElements(of syntax: PatternSyntax) -> [String] {
    if let tuple = syntax.as(TuplePatternSyntax.self) {
      return tuple.elements.map { cache.text(of: $0.pattern) }
    }
    if let binding = syntax.as(ValueBindingPatternSyntax.self) {
      return tupleElements(of: binding.pattern).map { "\(binding.bindingSpecifier.text) \($0)" }
    }
    let tuple = syntax.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self)
    return tuple?.elements.map { cache.text(of: $0.expression) } ?? []
  }
}

extension Pattern {
  /// Whether the pattern takes more than one case of an enum.
  var isWide: Bool {
    switch self {
    case .any, .bind: true
    case .tuple(let elements): elements.contains(where: \.pattern.isWide)
    default: false
    }
  }

  /// Whether the pattern takes apart several values of a case.
  fileprivate var isOfSeveral: Bool {
    if case .enumCase(_, let values?) = self { values.count > 1 } else { false }
  }

  var isAny: Bool { if case .any = self { true } else { false } }

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
