import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Finds the children that a body composes.
final class ChildFinder: SyntaxVisitor {
  private var found: [(child: Child, position: AbsolutePosition)] = []

  static func find(in node: some SyntaxProtocol) -> [Child] {
    let finder = ChildFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found.sorted { $0.position < $1.position }.map(\.child)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? member
    guard let name, let via = Self.ways[name], let first = node.arguments.first?.expression,
      first.is(KeyPathExprSyntax.self) || first.is(PrefixOperatorExprSyntax.self)
        || node.trailingClosure != nil
    else { return .visitChildren }
    let path = first.folded.drop { $0 == "\\" || $0 == "." || $0 == "$" || $0 == "/" }
    let child = Child(machine: Self.reducer(of: node), via: via, path: String(path))
    found.append((child, first.position))
    return .visitChildren
  }

  /// The reducer that a call is given, as written; empty where it names none.
  private static func reducer(of node: FunctionCallExprSyntax) -> String {
    if let closure = node.trailingClosure {
      let made = closure.statements.first?.item.as(FunctionCallExprSyntax.self)?.calledExpression
      return made?.trimmedText ?? closure.statements.folded
    }
    let maker = node.arguments.lazy.compactMap { $0.expression.as(MemberAccessExprSyntax.self) }
      .first { $0.declName.baseName.text == "init" }
    return maker?.base?.trimmedText ?? ""
  }

  private static let ways: [String: Child.Via] = [
    "Scope": .scope, "ifLet": .ifLet, "ifCaseLet": .ifLet, "forEach": .forEach,
  ]
}
