import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The methods that are handed a variable: `state` and `apply` of `state.apply(event)`, and no property
/// where it is a method of `self`.
final class ReceiverFinder: SyntaxVisitor {
  private let name: String
  private var found: [(property: String?, method: String)] = []

  static func find(
    _ name: String, in node: some SyntaxProtocol
  ) -> [(property: String?, method: String)] {
    let finder = ReceiverFinder(name)
    finder.walk(node)
    return finder.found
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.arguments.contains(where: isVariable) else { return .visitChildren }
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      found.append((nil, Naming.identifier(name.baseName.text)))
    }
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base {
      let method = Naming.identifier(member.declName.baseName.text)
      if base.isSelf || base.trimmedText == "Self" {
        found.append((nil, method))
      } else if let property = property(base) {
        found.append((property, method))
      }
    }
    return .visitChildren
  }

  private func isVariable(_ argument: LabeledExprSyntax) -> Bool {
    let node = argument.expression.as(DeclReferenceExprSyntax.self)
    return node.map { Naming.identifier($0.baseName.text) == name } ?? false
  }

  /// The property of `self` that an expression names.
  private func property(_ node: ExprSyntax) -> String? {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    guard let member = node.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false else {
      return nil
    }
    return Naming.identifier(member.declName.baseName.text)
  }
}
