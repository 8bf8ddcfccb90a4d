import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension SourceIndex {
  /// Whether an associated value is surely there: its type is written and is no optional, by another
  /// name either.
  package func isPresent(_ offset: Int, of item: EnumCase, in info: TypeInfo?) -> Bool {
    guard let parameters = item.element.parameterClause?.parameters.map({ $0 }),
      parameters.indices.contains(offset)
    else { return false }
    return expanded(parameters[offset].type, in: info).isPresent
  }

  /// The type of a property: as written, or that of the case or the instance that it starts as.
  package func type(of property: StoredProperty, in info: TypeInfo) -> String? {
    if let type = property.type { return resolve(type, in: info) }
    let call = property.initializer?.as(FunctionCallExprSyntax.self)
    let made = call?.calledExpression
    let maker = made?.as(GenericSpecializationExprSyntax.self)?.expression ?? made
    if let name = maker?.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return name.first?.isUppercase ?? false
        ? resolve(name: name, in: info) : nil
    }
    guard
      let member = (call?.calledExpression ?? property.initializer)?
        .as(MemberAccessExprSyntax.self), let base = member.base,
      let type = self.info(resolve(name: base.trimmedText, in: info)),
      type.enumCase(Naming.identifier(member.declName.baseName.text)) != nil
    else { return nil }
    return type.key
  }
}

extension TypeInfo {
  /// The raw value of a case of an enum of whole numbers: the one that is written, or counted on.
  package func rawNumber(of name: String) -> Int? {
    guard let type = inherited.first, Self.wholeNumbers.contains(type) else { return nil }
    var next = 0
    for item in cases {
      if let written = item.element.rawValue?.value {
        guard let number = Int(written.trimmedDescription) else { return nil }
        next = number
      }
      if item.name == name { return next }
      next += 1
    }
    return nil
  }

  private static let wholeNumbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
}

/// The cases that an expression may be, as far as syntax tells.
package enum CaseNames {
  /// `.a`, `State.a(1)`, both sides of a ternary, or a variable by its name.
  package static func named(by node: ExprSyntax) -> [String] {
    switch node.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node): [Naming.identifier(node.declName.baseName.text)]
    case .functionCallExpr(let node): named(by: node.calledExpression)
    case .declReferenceExpr(let node): [Naming.identifier(node.baseName.text)]
    case .tryExpr(let node): named(by: node.expression)
    case .awaitExpr(let node): named(by: node.expression)
    case .unresolvedTernaryExpr(let node): named(by: node.thenExpression)
    default: []
    }
  }

  /// The case of an enum that an expression makes, also inside the box that starts with it.
  package static func made(by node: ExprSyntax, of state: TypeInfo, depth: Int = 0) -> String? {
    if let start = state.constant(node), depth < 4 {
      return made(by: start, of: state, depth: depth + 1)
    }
    let call = node.as(FunctionCallExprSyntax.self)
    let member = (call?.calledExpression ?? node).as(MemberAccessExprSyntax.self)
    if let name = member.map({ Naming.identifier($0.declName.baseName.text) }),
      state.enumCase(name) != nil
    {
      return name
    }
    return call?.arguments.first.flatMap { made(by: $0.expression, of: state) }
  }
}

extension TypeInfo {
  /// What a constant of the type is that an expression names: `.initial`, `State.initial`.
  package func constant(_ node: ExprSyntax) -> ExprSyntax? {
    guard let member = node.as(MemberAccessExprSyntax.self),
      case let base = member.base?.trimmedText.split(separator: ".").last,
      base == nil || base == "Self" || base.map(String.init) == self.name,
      case let name = Naming.identifier(member.declName.baseName.text), enumCase(name) == nil
    else { return nil }
    if let stored = stored.first(where: { $0.property.name == name && $0.property.isStatic }) {
      return stored.property.isLet ? stored.property.initializer : nil
    }
    return computed.first { $0.name == name && $0.isStatic }?.body.onlyValue
  }
}
