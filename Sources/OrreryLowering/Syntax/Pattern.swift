import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A pattern of a `case`, read once from either of the two ways in which the parser spells it.
package indirect enum Pattern {
  case any
  case bind(String)
  case enumCase(name: String, values: [(label: String?, pattern: Pattern)]?)
  case tuple([(label: String?, pattern: Pattern)])
  /// `x?`: the value of an optional that holds one.
  case some(Pattern)
  case absent
  case bool(Bool)
  case literal(String)
  /// `is Name`, `let x as Module.Name`: the last part of the type's name.
  case type(String, Pattern)
  /// A range or another expression that only the running program can match.
  case opaque(bindings: [String])

  package init(_ syntax: PatternSyntax) {
    switch syntax.as(PatternSyntaxEnum.self) {
    case .wildcardPattern: self = .any
    case .identifierPattern(let name): self = .bind(Naming.identifier(name.identifier.text))
    case .valueBindingPattern(let binding): self = Pattern(binding.pattern).binding
    case .tuplePattern(let tuple):
      self = .tuple(tuple.elements.map { ($0.label?.text, Pattern($0.pattern)) }).flattened
    case .isTypePattern(let test): self = .type(Naming.lastName(of: test.type), .any)
    case .missingPattern: self = .opaque(bindings: [])
    case .expressionPattern(let expression): self = Pattern(expression.expression)
    }
  }

  package init(_ expression: ExprSyntax) {
    switch expression.as(ExprSyntaxEnum.self) {
    case .patternExpr(let inner): self = Pattern(inner.pattern)
    case .discardAssignmentExpr: self = .any
    case .nilLiteralExpr: self = .absent
    case .booleanLiteralExpr(let value):
      self = .bool(value.literal.tokenKind == .keyword(.true))
    case .optionalChainingExpr(let optional): self = .some(Pattern(optional.expression))
    case .memberAccessExpr(let member):
      self =
        member.isCaseName
        ? .enumCase(name: Naming.identifier(member.declName.baseName.text), values: nil)
        : .literal(expression.trimmedText)
    case .tupleExpr(let tuple):
      self = .tuple(tuple.elements.map { ($0.label?.text, Pattern($0.expression)) }).flattened
    case .functionCallExpr(let call): self = Pattern(call: call)
    case .declReferenceExpr(let name): self = .literal(name.baseName.text)
    case .keyPathExpr(let path):
      self = path.properties.map(Pattern.init(keyPath:)) ?? .opaque(bindings: [])
    case .integerLiteralExpr, .stringLiteralExpr, .floatLiteralExpr, .prefixOperatorExpr:
      self = .literal(expression.trimmedText)
    case .sequenceExpr(let chain):
      self = Pattern(cast: chain) ?? .opaque(bindings: Self.bindings(in: Syntax(chain)))
    default: self = .opaque(bindings: Self.bindings(in: Syntax(expression)))
    }
  }

  /// `\.name`, `\.$name`: which property a binding is for is told as which case a value is.
  package init(keyPath properties: [String]) {
    let names = properties.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
    self = .enumCase(name: "\\." + names.joined(separator: "."), values: nil)
  }

  /// `let error as Timeout`.
  private init?(cast chain: SequenceExprSyntax) {
    let elements = Array(chain.elements)
    guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
      let type = elements[2].as(TypeExprSyntax.self)?.type
    else { return nil }
    self = .type(Naming.lastName(of: type), Pattern(elements[0]))
  }

  private init(call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.isCaseName
    else {
      self = .opaque(bindings: Self.bindings(in: Syntax(call)))
      return
    }
    self = .enumCase(
      name: Naming.identifier(member.declName.baseName.text),
      values: call.arguments.map { ($0.label?.text, Pattern($0.expression)) })
  }

  /// The names that a pattern of another kind binds, such as `let error as Timeout`.
  private static func bindings(in node: Syntax) -> [String] {
    if let name = node.as(IdentifierPatternSyntax.self) { return [name.identifier.text] }
    return node.children(viewMode: .sourceAccurate).flatMap(bindings(in:))
  }
}

extension Pattern {
  /// `(x)` is `x`.
  private var flattened: Pattern {
    if case .tuple(let elements) = self, elements.count == 1, elements[0].label == nil {
      return elements[0].pattern
    }
    return self
  }

  /// Inside `let …` a bare name is a binding.
  private var binding: Pattern {
    switch self {
    case .literal(let name) where name.isName:
      .bind(Naming.identifier(name))
    case .enumCase(let name, let values):
      .enumCase(name: name, values: values?.map { ($0.label, $0.pattern.binding) })
    case .tuple(let elements): .tuple(elements.map { ($0.label, $0.pattern.binding) })
    case .some(let pattern): .some(pattern.binding)
    case .type(let name, let pattern): .type(name, pattern.binding)
    default: self
    }
  }
}

extension PatternSyntax {
  /// What stands before the case that the pattern asks for: `LoadError` of `LoadError.offline`.
  package var caseBase: ExprSyntax? {
    if let binding = self.as(ValueBindingPatternSyntax.self) { return binding.pattern.caseBase }
    let expression = self.as(ExpressionPatternSyntax.self)?.expression
    let callee = expression?.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
    return callee?.as(MemberAccessExprSyntax.self)?.base
  }
}

extension MemberAccessExprSyntax {
  /// Whether the member may be a case: it stands alone, or what is before it names a type.
  package var isCaseName: Bool { base?.namesType ?? true }
}

extension ExprSyntax {
  /// Whether an expression is the name of a type, by its capitals.
  fileprivate var namesType: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): name.baseName.text.first?.isUppercase ?? false
    case .memberAccessExpr(let member):
      (member.declName.baseName.text.first?.isUppercase ?? false)
        && (member.base?.namesType ?? true)
    case .genericSpecializationExpr(let type): type.expression.namesType
    case .typeExpr: true
    default: false
    }
  }
}

extension String {
  fileprivate var isName: Bool {
    (first.map { $0.isLetter || $0 == "_" || $0 == "`" } ?? false) && !contains(".")
  }
}

extension Naming {
  /// `Loaded` of `Actions.Loaded`.
  fileprivate static func lastName(of type: TypeSyntax) -> String {
    let name = type.as(MemberTypeSyntax.self)?.name ?? type.as(IdentifierTypeSyntax.self)?.name
    return name.map { identifier($0.text) } ?? type.trimmedText
  }
}
