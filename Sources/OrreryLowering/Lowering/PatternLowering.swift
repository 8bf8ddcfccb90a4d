import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Patterns, from either of the two ways in which the parser spells them.
extension FunctionLowering {
  /// - Parameter specifier: The `let` or the `var` before it.
  func pattern(_ node: PatternSyntax, behind specifier: TokenSyntax? = nil) -> Pattern {
    PatternBinder(self, isMutable: specifier?.isVar ?? false).pattern(node)
  }

  func pattern(_ node: ExprSyntax) -> Pattern {
    PatternBinder(self).pattern(node, isBinding: false)
  }
}

/// Lowers the patterns of one clause: a name that several of them bind is one variable.
package final class PatternBinder {
  /// What declares the variables; where there is nothing, only their names count.
  private let function: FunctionLowering?
  private var bound: [String: Variable] = [:]
  /// Whether a `var` declares what is bound.
  private var isMutable = false

  init(_ function: FunctionLowering, isMutable: Bool = false) {
    (self.function, self.isMutable) = (function, isMutable)
  }

  /// Reads patterns for what they ask.
  package init() { function = nil }

  /// - Parameter isBinding: Whether a `let` or a `var` around it makes a bare name a variable.
  package func pattern(_ node: PatternSyntax, isBinding: Bool = false) -> Pattern {
    switch node.as(PatternSyntaxEnum.self) {
    case .wildcardPattern: return .any
    case .identifierPattern(let name): return .bind(variable(name.identifier))
    case .valueBindingPattern(let binding):
      isMutable = binding.bindingSpecifier.isVar
      defer { isMutable = false }
      return pattern(binding.pattern, isBinding: true)
    case .tuplePattern(let tuple):
      let elements = tuple.elements.map { element in
        Pattern.Element(
          element.label.map { Naming.identifier($0.text) },
          pattern(element.pattern, isBinding: isBinding))
      }
      return flattened(elements)
    case .isTypePattern(let test): return .type(test.type.lastName, .any)
    case .missingPattern:
      function?.note(unsupported: "a pattern that the parser could not read")
      return .opaque(bindings: [])
    case .expressionPattern(let node): return pattern(node.expression, isBinding: isBinding)
    }
  }

  func pattern(_ node: ExprSyntax, isBinding: Bool) -> Pattern {
    switch node.as(ExprSyntaxEnum.self) {
    case .patternExpr(let inner): return pattern(inner.pattern, isBinding: isBinding)
    case .discardAssignmentExpr: return .any
    case .nilLiteralExpr: return .absent
    case .booleanLiteralExpr(let value):
      return .bool(value.literal.tokenKind == .keyword(.true))
    case .optionalChainingExpr(let optional):
      return .some(pattern(optional.expression, isBinding: isBinding))
    case .memberAccessExpr(let member):
      return member.isCaseName
        ? .enumCase(name: Naming.identifier(member.declName.baseName.text), values: nil)
        : .literal(node.trimmedText)
    case .tupleExpr(let tuple): return flattened(elements(tuple.elements, isBinding))
    case .functionCallExpr(let call): return pattern(call, isBinding)
    case .declReferenceExpr(let name):
      return isBinding ? .bind(variable(name.baseName)) : .literal(name.baseName.text)
    case .keyPathExpr(let path):
      return path.properties.map(Self.pattern(keyPath:)) ?? .opaque(bindings: [])
    case .integerLiteralExpr, .stringLiteralExpr, .floatLiteralExpr, .prefixOperatorExpr:
      return .literal(node.trimmedText)
    case .sequenceExpr(let chain): return cast(chain, isBinding) ?? opaque(chain)
    default: return opaque(node)
    }
  }

  private func elements(_ list: LabeledExprListSyntax, _ isBinding: Bool) -> [Pattern.Element] {
    list.map { element in
      Pattern.Element(
        element.label.map { Naming.identifier($0.text) },
        pattern(element.expression, isBinding: isBinding))
    }
  }

  /// `(x)` is `x`.
  private func flattened(_ elements: [Pattern.Element]) -> Pattern {
    if elements.count == 1, elements[0].label == nil { return elements[0].pattern }
    return .tuple(elements)
  }

  private func pattern(_ call: FunctionCallExprSyntax, _ isBinding: Bool) -> Pattern {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), member.isCaseName
    else { return opaque(call) }
    return .enumCase(
      name: Naming.identifier(member.declName.baseName.text),
      values: elements(call.arguments, isBinding))
  }

  /// `let error as Timeout`.
  private func cast(_ chain: SequenceExprSyntax, _ isBinding: Bool) -> Pattern? {
    let elements = Array(chain.elements)
    guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
      let type = elements[2].as(TypeExprSyntax.self)?.type
    else { return nil }
    return .type(type.lastName, pattern(elements[0], isBinding: isBinding))
  }

  /// `\.name`, `\.$name`: which property a binding is for is told as which case a value is.
  private static func pattern(keyPath properties: [String]) -> Pattern {
    let names = properties.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
    return .enumCase(name: "\\." + names.joined(separator: "."), values: nil)
  }

  /// A pattern of another kind, with the names that it binds.
  private func opaque(_ node: some SyntaxProtocol) -> Pattern {
    .opaque(bindings: node.all(IdentifierPatternSyntax.self).map { variable($0.identifier) })
  }

  private func variable(_ token: TokenSyntax) -> Variable {
    let name = Naming.identifier(token.text)
    if let known = bound[name] { return known }
    let variable = function?.declare(name) ?? Variable(slot: 0, name: name)
    if isMutable { function?.mutable.insert(variable.slot) }
    bound[name] = variable
    return variable
  }
}

extension PatternText {
  /// How a pattern is worded, and each element of a tuple: with the `let` around all of them.
  init(_ node: PatternSyntax) {
    self.init(text: node.folded, elements: Self.elements(of: node))
  }

  private static func elements(of node: PatternSyntax) -> [String] {
    if let tuple = node.as(TuplePatternSyntax.self) {
      return tuple.elements.map { $0.pattern.folded }
    }
    if let binding = node.as(ValueBindingPatternSyntax.self) {
      return elements(of: binding.pattern).map { "\(binding.bindingSpecifier.text) \($0)" }
    }
    let tuple = node.as(ExpressionPatternSyntax.self)?.expression.as(TupleExprSyntax.self)
    return tuple?.elements.map { $0.expression.folded } ?? []
  }
}

extension TokenSyntax {
  fileprivate var isVar: Bool { tokenKind == .keyword(.var) }
}

extension TypeSyntax {
  /// `Loaded` of `Actions.Loaded`.
  var lastName: String {
    let name = self.as(MemberTypeSyntax.self)?.name ?? self.as(IdentifierTypeSyntax.self)?.name
    return name.map { Naming.identifier($0.text) } ?? trimmedText
  }
}
