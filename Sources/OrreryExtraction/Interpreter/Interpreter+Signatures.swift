import OrreryLowering
import OrreryTrace
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

  /// The label of the parameter by which a call lends a closure to a function that waits, and may end
  /// without having run it; nothing where it surely runs it, or that is not told.
  func openLabel(
    of label: String?, lentBy node: FunctionCallExprSyntax, _ path: Path
  ) -> String? {
    guard awaitsAreSteps, let known = index.signatures.waiting[node.calleeName] else { return nil }
    let meant = known.filter { means($0, node, path, onStrangers: false) }
    guard meant.count == 1, let body = meant[0].body,
      let parameter = meant[0].parameters.last(where: { parameter in
        parameter.type.isLent && (label == nil || parameter.firstName.text == label)
      }), case let name = parameter.secondName ?? parameter.firstName,
      body.statements.surelyCalls(Naming.identifier(name.text)) == false
    else { return nil }
    return parameter.firstName.text
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

extension CodeBlockItemListSyntax {
  /// Whether statements call something whatever comes before; nothing where they do not call it
  /// themselves.
  fileprivate func surelyCalls(_ name: String) -> Bool? {
    var mayEnd = false
    for item in self {
      if let call = item.call(of: name) { return !mayEnd && !call.isConditional(in: Syntax(item)) }
      mayEnd = mayEnd || item.mayEnd
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// The first call of a name in a node.
  fileprivate func call(of name: String) -> Syntax? {
    if let call = self.as(FunctionCallExprSyntax.self),
      call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    {
      return Syntax(call)
    }
    for child in children(viewMode: .sourceAccurate) {
      if let call = child.call(of: name) { return call }
    }
    return nil
  }

  /// Whether a statement may end its function: it returns, throws, or tries something.
  fileprivate var mayEnd: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      switch token.tokenKind {
      case .keyword(.return), .keyword(.throw): true
      case .keyword(.try): token.parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
      default: false
      }
    }
  }

  /// Whether a condition or a loop of a statement decides whether it comes to a node in it.
  fileprivate func isConditional(in item: Syntax) -> Bool {
    var current = parent
    while let node = current, node.id != item.id {
      switch node.kind {
      case .ifExpr, .switchExpr, .guardStmt, .forStmt, .whileStmt, .ternaryExpr, .catchClause,
        .closureExpr:
        return true
      default: current = node.parent
      }
    }
    return false
  }
}
