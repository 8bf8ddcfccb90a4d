import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Looks for tables that are asked for the state and a variable one after the other:
/// `table[state]?[event]`.
final class TablePairs: SyntaxVisitor {
  private let name: String
  private let states: Set<String>
  private var isFound = false

  static func stand(
    of name: String, with states: Set<String>, in node: some SyntaxProtocol
  ) -> Bool {
    let finder = TablePairs(name, states)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ name: String, _ states: Set<String>) {
    (self.name, self.states) = (name, states)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    let chain = node.calledExpression.as(OptionalChainingExprSyntax.self)?.expression
    if let inner = (chain ?? node.calledExpression).as(SubscriptCallExprSyntax.self),
      let key = node.key, let first = inner.key
    {
      isFound = isFound || key == name && states.contains(first)
      isFound = isFound || first == name && states.contains(key)
    }
    return isFound ? .skipChildren : .visitChildren
  }
}

extension SubscriptCallExprSyntax {
  /// The variable, or the property of `self`, that is asked for.
  fileprivate var key: String? {
    guard let first = arguments.first, first.label == nil else { return nil }
    if let name = first.expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return Naming.identifier(name)
    }
    guard let member = first.expression.as(MemberAccessExprSyntax.self),
      member.base?.isPlainSelf == true
    else { return nil }
    return Naming.identifier(member.declName.baseName.text)
  }
}
