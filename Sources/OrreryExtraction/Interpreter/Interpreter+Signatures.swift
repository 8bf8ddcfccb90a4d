import SwiftSyntax

/// What is known of a call that is not walked, by the functions that it can mean.
extension Interpreter {
  /// Whether a call means a function that never returns.
  func isEndless(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    index.signatures.endless[node.calleeName]?.contains { function in
      means(function, node, path, onStrangers: false)
    } ?? false
  }

  /// Whether a call means a function that runs the code it is handed before it returns.
  func isImmediate(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    index.signatures.immediate[node.calleeName]?.contains { function in
      means(function, node, path, onStrangers: true)
    } ?? false
  }

  /// Whether a call means a function that says of the code it is handed that it may outlive the call.
  func isKeeping(_ node: FunctionCallExprSyntax, _ path: Path) -> Bool {
    index.signatures.keeping[node.calleeName]?.contains { function in
      means(function, node, path, onStrangers: false)
    } ?? false
  }

  /// Whether a call can mean a function, by its labels and by what it is called on.
  ///
  /// - Parameter onStrangers: Whether what is called on something of which the type is not known
  ///   means what an extension gives to a type of others.
  private func means(
    _ function: FunctionInfo, _ node: FunctionCallExprSyntax, _ path: Path, onStrangers: Bool
  ) -> Bool {
    guard accepts(function, node) else { return false }
    let own = path.frames[path.depth - 1].selfType
    let isGivenToOthers = [.extensionOnly, .protocol].contains(index.info(function.owner)?.kind)
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self) else {
      let isVariable =
        path.place(of: function.name) != nil || index.info(own)?.property(function.name) != nil
      return !isVariable && (function.owner == nil || function.owner == own || isGivenToOthers)
    }
    guard let base = member.base, let owner = function.owner else { return false }
    if base.isPlainSelf { return owner == own || isGivenToOthers }
    if starts(base, withType: owner, path) { return true }
    let type = place(of: base, path).flatMap { self.type(at: $0, path) }
    return type == owner
      || (onStrangers && isGivenToOthers && !function.isStatic && index.info(type) == nil)
  }

  /// Whether an expression starts with the name of a type: `Log.shared`, `Log("audio")`.
  private func starts(_ node: ExprSyntax, withType key: String, _ path: Path) -> Bool {
    if typeKey(of: node, path) == key { return true }
    let inner =
      node.as(MemberAccessExprSyntax.self)?.base
      ?? node.as(FunctionCallExprSyntax.self)?.calledExpression
    return inner.map { starts($0, withType: key, path) } ?? false
  }
}
