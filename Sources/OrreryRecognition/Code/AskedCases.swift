import OrreryLowering
import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// A case, or a type, that a pattern asks for.
package struct AskedCase {
  package var name: String
  /// How many associated values a pattern takes apart.
  package var values = 0
  /// Whether the pattern asks for a type: `case let loaded as Loaded`.
  package var isType = false
  /// Whether it stands for all that no pattern names, which a `default` takes.
  package var isRest = false
  var node: Syntax

  /// The event that stands for all that no pattern names.
  package static let restName = "default"

  /// The type that stands before the case: `PlayerAction` of `PlayerAction.stop`.
  var base: String? {
    let pattern =
      node.as(SwitchCaseItemSyntax.self)?.pattern
      ?? node.as(MatchingPatternConditionSyntax.self)?.pattern
    return pattern?.caseBase?.trimmedText
  }
}

/// The cases, or the types, that patterns ask of a variable.
struct AskedCases {
  private let name: String
  /// The property of the variable whose cases are asked for; nothing where they are its own.
  private let field: String?
  private var found: [AskedCase] = []
  /// The properties that a `switch` asks instead, in order of appearance.
  private var fields: [String] = []
  private var rest: Syntax?

  /// In order of appearance, each name once.
  static func find(
    _ name: String, field: String? = nil, in node: some SyntaxProtocol
  ) -> [AskedCase] {
    AskedCases(name, field, in: node).found
  }

  /// What a `default` takes of a variable whose type may have more cases than the patterns name.
  static func rest(
    of name: String, field: String? = nil, in node: some SyntaxProtocol
  ) -> AskedCase? {
    AskedCases(name, field, in: node).rest.map {
      AskedCase(name: AskedCase.restName, isType: true, isRest: true, node: $0)
    }
  }

  /// The property by which a variable is told apart: `switch action.actionType { … }`.
  static func field(of name: String, in node: some SyntaxProtocol) -> String? {
    let finder = AskedCases(name, nil, in: node)
    return finder.found.isEmpty ? finder.fields.first : nil
  }

  private init(_ name: String, _ field: String?, in node: some SyntaxProtocol) {
    (self.name, self.field) = (name, field)
    for part in node.all(Syntax.self, without: { Self.hides(name, $0) }) {
      if let node = part.as(SwitchExprSyntax.self) { add(node) }
      if let node = part.as(MatchingPatternConditionSyntax.self),
        let place = place(in: node.initializer.value)
      {
        add(Self.pattern(node.pattern), place, part)
      }
    }
  }

  private mutating func add(_ node: SwitchExprSyntax) {
    guard let place = place(in: node.subject) else {
      if let member = node.subject.as(MemberAccessExprSyntax.self), let base = member.base,
        isNamed(base)
      {
        fields.append(Naming.identifier(member.declName.baseName.text))
      }
      return
    }
    for element in node.cases {
      guard case .switchCase(let clause) = element else { continue }
      guard case .case(let label) = clause.label else {
        if case .whole = place { rest = rest ?? Syntax(clause) }
        continue
      }
      for item in label.caseItems { add(Self.pattern(item.pattern), place, Syntax(item)) }
    }
  }

  /// Where a cast takes the name, patterns ask the cases of the type that it names.
  private static func hides(_ name: String, _ node: Syntax) -> Bool {
    guard case .case(let label)? = node.as(SwitchCaseSyntax.self)?.label else { return false }
    return label.caseItems.contains { item in
      guard case .type(_, .bind(let variable)) = pattern(item.pattern) else { return false }
      return variable.name == name
    }
  }

  private static func pattern(_ node: PatternSyntax) -> Pattern {
    PatternBinder().pattern(node)
  }

  private enum Place {
    case whole
    case element(Int)
  }

  private func place(in subject: ExprSyntax) -> Place? {
    if isVariable(subject) { return .whole }
    let elements = subject.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
    return elements.firstIndex(where: isVariable).map { elements.count > 1 ? .element($0) : .whole }
  }

  private func isVariable(_ node: ExprSyntax) -> Bool {
    if let field { return owner(of: field, in: node).map(isNamed) ?? false }
    // Some libraries hand events over in a box: `action.value`.
    return isNamed(owner(of: "value", in: node) ?? node)
  }

  private func owner(of property: String, in node: ExprSyntax) -> ExprSyntax? {
    node.as(MemberAccessExprSyntax.self).flatMap { member in
      Naming.identifier(member.declName.baseName.text) == property ? member.base : nil
    }
  }

  private func isNamed(_ node: ExprSyntax) -> Bool {
    node.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) == name }
      ?? false
  }

  private mutating func add(_ pattern: Pattern, _ place: Place, _ node: Syntax) {
    var pattern = pattern
    if case .element(let index) = place {
      guard case .tuple(let parts) = pattern, parts.indices.contains(index) else { return }
      pattern = parts[index].pattern
    }
    switch pattern {
    case .some(let inner): add(inner, .whole, node)
    case .enumCase(let name, let values):
      add(AskedCase(name: name, values: values?.count ?? 0, node: node))
    case .type(let name, _): add(AskedCase(name: name, isType: true, node: node))
    default: break
    }
  }

  private mutating func add(_ asked: AskedCase) {
    if let index = found.firstIndex(where: { $0.name == asked.name }) {
      found[index].values = max(found[index].values, asked.values)
    } else {
      found.append(asked)
    }
  }
}
