import OrreryLowering
import OrreryTrace
import SwiftSyntax

extension Site {
  /// Whether a pattern names an inner action in an outer one, or a function that is handed an inner
  /// action asks for a case of it.
  package func names(_ inner: String, in outer: String, _ index: SourceIndex) -> Bool {
    if handlers.contains(where: { $0.names(inner, in: outer) }) { return true }
    return owner?.functions.contains { function in
      guard let body = function.body else { return false }
      return function.parameters.contains { parameter in
        isInnerAction(parameter.type, with: inner, index)
          && AskedCases.find(parameter.ownName, in: body).contains { $0.name == inner }
      }
    } ?? false
  }

  private func isInnerAction(_ type: TypeSyntax, with name: String, _ index: SourceIndex) -> Bool {
    guard let owner, let info = index.type(type, in: owner) else { return false }
    return info.kind == .enum && info.enumCase(name) != nil && info.key.hasPrefix(owner.key + ".")
  }
}

extension Handler {
  /// Whether a pattern of the body names an inner action in an outer one.
  package func names(_ inner: String, in outer: String) -> Bool {
    body.all(FunctionCallExprSyntax.self).contains { node in
      guard node.calleeName == outer, node.isInPattern, let first = node.arguments.first?.expression
      else { return false }
      let call = first.as(FunctionCallExprSyntax.self)?.calledExpression ?? first
      let name = call.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      return name.map(Naming.identifier) == inner
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether a value is matched with it, or compared to it.
  fileprivate var isInPattern: Bool {
    let operators = parent?.as(ExprListSyntax.self)?.compactMap {
      $0.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    if operators?.contains(where: ["==", "!=", "~="].contains) == true { return true }
    return ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) }.contains {
      $0.is(ExpressionPatternSyntax.self) || $0.is(ValueBindingPatternSyntax.self)
    }
  }
}
