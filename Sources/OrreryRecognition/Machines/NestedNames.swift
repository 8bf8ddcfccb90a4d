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
    guard let owner,
      let info = index.info(index.resolve(type, in: owner, module: owner.module))
    else { return false }
    return info.kind == .enum && info.enumCase(name) != nil && info.key.hasPrefix(owner.key + ".")
  }
}

extension Handler {
  /// Whether a pattern of the body names an inner action in an outer one.
  package func names(_ inner: String, in outer: String) -> Bool {
    NestedNames.find(outer, inner, in: body)
  }
}

/// Looks for `.outer(.inner)`, as a pattern names a nested case.
private final class NestedNames: SyntaxVisitor {
  private let outer: String
  private let inner: String
  private var found = false

  static func find(_ outer: String, _ inner: String, in body: CodeBlockItemListSyntax) -> Bool {
    let finder = NestedNames(outer, inner)
    finder.walk(body)
    return finder.found
  }

  private init(_ outer: String, _ inner: String) {
    (self.outer, self.inner) = (outer, inner)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == outer, node.isInPattern, let first = node.arguments.first?.expression {
      let call = first.as(FunctionCallExprSyntax.self)?.calledExpression ?? first
      let name = call.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      found = found || name.map(Naming.identifier) == inner
    }
    return found ? .skipChildren : .visitChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether a value is matched with it, or compared to it.
  fileprivate var isInPattern: Bool {
    let operators = parent?.as(ExprListSyntax.self)?.compactMap {
      $0.as(BinaryOperatorExprSyntax.self)?.operator.text
    }
    if operators?.contains(where: ["==", "!=", "~="].contains) == true { return true }
    var current = parent
    while let node = current, !node.is(CodeBlockItemSyntax.self) {
      if node.is(ExpressionPatternSyntax.self) || node.is(ValueBindingPatternSyntax.self) {
        return true
      }
      current = node.parent
    }
    return false
  }
}
