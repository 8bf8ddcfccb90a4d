/// A pattern of a `case`, of a `let` or of a loop, with the variables that it binds.
package indirect enum Pattern: Sendable {
  case any
  case bind(Variable)
  case enumCase(name: String, values: [Element]?)
  case tuple([Element])
  /// `x?`: the value of an optional that holds one.
  case some(Pattern)
  case absent
  case bool(Bool)
  case literal(String)
  /// `is Name`, `let x as Module.Name`: the last part of the type's name.
  case type(String, Pattern)
  /// A range or another expression that only the running program can match.
  case opaque(bindings: [Variable])

  package struct Element: Sendable {
    package var label: String?
    package var pattern: Pattern

    package init(_ label: String?, _ pattern: Pattern) {
      (self.label, self.pattern) = (label, pattern)
    }
  }
}

extension Pattern {
  /// The pattern as one text, for patterns that ask for the same; nothing where it asks for more than
  /// cases.
  package var name: String? {
    switch self {
    case .any, .bind: return "_"
    case .absent: return "nil"
    case .bool(let value): return "\(value)"
    case .some(let inner): return inner.name.map { $0 + "?" }
    case .enumCase(let name, let values):
      let parts = (values ?? []).map(\.pattern.name)
      guard !parts.contains(nil) else { return nil }
      return ".\(name)(\(parts.compactMap { $0 }.joined(separator: ",")))"
    default: return nil
    }
  }

  /// Whether the pattern takes every value.
  package var isIrrefutable: Bool {
    switch self {
    case .any, .bind: true
    case .tuple(let elements): elements.allSatisfy(\.pattern.isIrrefutable)
    default: false
    }
  }

  /// Whether the pattern takes more than one case of an enum.
  package var isWide: Bool {
    switch self {
    case .any, .bind: true
    case .tuple(let elements): elements.contains(where: \.pattern.isWide)
    default: false
    }
  }

  package var isAny: Bool { if case .any = self { true } else { false } }

  /// Whether the pattern takes apart several values of a case.
  package var isOfSeveral: Bool {
    if case .enumCase(_, let values?) = self { values.count > 1 } else { false }
  }

  /// Whether no value can match both.
  package func isDisjoint(from other: Pattern) -> Bool {
    switch (self, other) {
    case (.enumCase(let a, let left), .enumCase(let b, let right)):
      a != b || Self.areDisjoint(left ?? [], right ?? [])
    case (.tuple(let left), .tuple(let right)): Self.areDisjoint(left, right)
    case (.bool(let a), .bool(let b)): a != b
    case (.literal(let a), .literal(let b)): Self.areOther(a, b)
    case (.absent, .some), (.some, .absent): true
    case (.absent, .enumCase(let name, _)), (.enumCase(let name, _), .absent): name != "none"
    case (.some, .enumCase(let name, _)), (.enumCase(let name, _), .some): name == "none"
    case (.some(let a), .some(let b)): a.isDisjoint(from: b)
    default: false
    }
  }

  /// Whether two literals are surely not the same: a name may mean anything.
  private static func areOther(_ a: String, _ b: String) -> Bool {
    if let a = Double(a), let b = Double(b) { return a != b }
    if let range = RangeUpTo(a), let b = Double(b) { return !range.contains(b) }
    if let range = RangeUpTo(b), let a = Double(a) { return !range.contains(a) }
    return a != b && (a.isPlainText && b.isPlainText || a.isConstant && b.isConstant)
  }

  private static func areDisjoint(_ a: [Element], _ b: [Element]) -> Bool {
    zip(a, b).contains { $0.pattern.isDisjoint(from: $1.pattern) }
  }

  /// The variables that the pattern binds.
  package var variables: [Variable] {
    switch self {
    case .bind(let variable): [variable]
    case .enumCase(_, let values): (values ?? []).flatMap(\.pattern.variables)
    case .tuple(let elements): elements.flatMap(\.pattern.variables)
    case .some(let inner), .type(_, let inner): inner.variables
    case .opaque(let bindings): bindings
    case .any, .absent, .bool, .literal: []
    }
  }
}

extension String {
  /// Whether this is written as a string in which nothing is escaped.
  package var isPlainText: Bool { first == "\"" && last == "\"" && !contains("\\") }

  /// Whether it is a member of a type: nobody writes two clauses for the same.
  fileprivate var isConstant: Bool { first?.isUppercase ?? false && contains(".") }
}

/// `..<0`, `...9`.
private struct RangeUpTo {
  private let limit: Double
  private let holdsLimit: Bool

  init?(_ text: String) {
    guard text.hasPrefix("..<") || text.hasPrefix("..."), let limit = Double(text.dropFirst(3))
    else {
      return nil
    }
    (self.limit, holdsLimit) = (limit, text.hasPrefix("..."))
  }

  func contains(_ number: Double) -> Bool { number < limit || holdsLimit && number == limit }
}
