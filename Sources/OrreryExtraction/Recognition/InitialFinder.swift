import OrrerySyntax
import SwiftSyntax

/// The expression that an initializer assigns to a property last.
final class InitialFinder: SyntaxVisitor {
  private let name: String
  private var found: ExprSyntax?
  /// The call of another initializer, of the same type or of the one that it inherits from.
  private var delegation: FunctionCallExprSyntax?

  static func find(_ name: String, in node: some SyntaxProtocol) -> ExprSyntax? {
    let finder = InitialFinder(name)
    finder.walk(node)
    return finder.found
  }

  static func delegation(in node: some SyntaxProtocol) -> FunctionCallExprSyntax? {
    let finder = InitialFinder("")
    finder.walk(node)
    return finder.delegation
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      ["self.\(name)", name].contains(elements[0].trimmedText)
    {
      found = elements[2]
    }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.as(MemberAccessExprSyntax.self)
    if callee?.declName.baseName.tokenKind == .keyword(.`init`), let base = callee?.base,
      base.isPlainSelf || base.is(SuperExprSyntax.self)
    {
      delegation = node
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
