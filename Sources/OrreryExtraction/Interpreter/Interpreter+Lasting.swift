import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Conditions that hold behind a wait if they held before: they ask for nothing but parameters,
/// local variables, and properties that are never assigned again.
extension Interpreter {
  func isLasting(_ element: ConditionElementSyntax, _ path: Path) -> Bool {
    guard isBeforeWait(path) else { return false }
    switch element.condition {
    case .expression(let node): return isLasting(node, path)
    case .matchingPattern(let node): return isLasting(node.initializer.value, path)
    case .optionalBinding(let node):
      if let value = node.initializer?.value { return isLasting(value, path) }
      let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      return name.map { isLasting(Naming.identifier($0), at: Syntax(node), path) } ?? false
    case .availability: return false
    }
  }

  func isLasting(_ node: SwitchExprSyntax, _ path: Path) -> Bool {
    isBeforeWait(path) && isLasting(node.subject, path)
      && node.cases.allSatisfy { clause in
        guard case .switchCase(let clause) = clause else { return false }
        guard case .case(let label) = clause.label else { return true }
        return label.caseItems.allSatisfy { $0.whereClause == nil }
      }
  }

  /// Whether the walk is on its way to the wait that it goes on behind: no other asks.
  private func isBeforeWait(_ path: Path) -> Bool { resumption != nil && path.segment == nil }

  private func isLasting(_ node: ExprSyntax, _ path: Path) -> Bool {
    switch node.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr,
      .stringLiteralExpr, .binaryOperatorExpr:
      return true
    case .declReferenceExpr(let name):
      return isLasting(Naming.identifier(name.baseName.text), at: Syntax(name), path)
    case .memberAccessExpr(let member): return isLasting(member, path)
    case .optionalChainingExpr(let node): return isLasting(node.expression, path)
    case .forceUnwrapExpr(let node): return isLasting(node.expression, path)
    case .prefixOperatorExpr(let node): return isLasting(node.expression, path)
    case .sequenceExpr(let node): return node.elements.allSatisfy { isLasting($0, path) }
    case .tupleExpr(let node): return node.elements.allSatisfy { isLasting($0.expression, path) }
    default: return false
    }
  }

  private func isLasting(_ name: String, at node: Syntax, _ path: Path) -> Bool {
    if let place = path.place(of: name) {
      guard place.name != "self", place.path.isEmpty, let value = path.value(at: place),
        !LocalDeclaration.isVariable(name, at: node)
      else { return false }
      return ![Self.stateID, Self.originID, Self.probeID, "error"].contains { value.holds($0) }
    }
    return isConstantProperty(name, path) || type(named: name, path) != nil
  }

  private func isLasting(_ node: MemberAccessExprSyntax, _ path: Path) -> Bool {
    guard let base = node.base else { return true }
    let name = Naming.identifier(node.declName.baseName.text)
    if base.isPlainSelf { return isConstantProperty(name, path) }
    if let info = index.info(typeKey(of: base, path)) { return info.enumCase(name) != nil }
    return ["isEmpty", "count", "rawValue"].contains(name) && isValue(base)
      && isLasting(base, path)
  }

  /// Whether a name is declared with a type whose values nobody else changes.
  private func isValue(_ node: ExprSyntax) -> Bool {
    guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text,
      case .type(let type)? = LocalDeclaration.find(Naming.identifier(name), at: node)
    else { return false }
    let inside = type.wrappedType ?? type
    if inside.is(ArrayTypeSyntax.self) || inside.is(DictionaryTypeSyntax.self) { return true }
    let word = inside.as(IdentifierTypeSyntax.self)?.name.text ?? ""
    return ["String", "Substring", "Array", "Dictionary", "Set", "Data"].contains(word)
  }

  /// Whether a name is a property of `self` that is never assigned again.
  private func isConstantProperty(_ name: String, _ path: Path) -> Bool {
    let info = index.info(path.frames[path.depth - 1].selfType)
    return info?.property(name)?.property.isLet ?? false
  }
}
