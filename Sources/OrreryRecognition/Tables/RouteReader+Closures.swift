import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What the closures of a transition ask and do.
extension RouteReader {
  /// What a handler that is added by itself calls, and after which transitions.
  func reactions(_ found: RouteCalls.Found, _ file: SourceFile) -> [RouteReaction] {
    guard let first = found.call.arguments.first else { return [] }
    let effects = effects(found.call, mayAsk: false)
    let isInferred = found.isInferred || !found.conditions.isEmpty || effects.isOpen
    guard !effects.names.isEmpty else { return [] }
    if first.label?.text == "event" {
      return name(first.expression, of: event).map {
        [RouteReaction(event: $0, effects: effects.names, isInferred: isInferred)]
      } ?? []
    }
    return (pairs(first.expression) ?? []).map {
      RouteReaction(states: $0, effects: effects.names, isInferred: isInferred)
    }
  }

  /// The closure that decides whether a transition is taken.
  func condition(_ call: FunctionCallExprSyntax) -> String? {
    let labelled = call.arguments.first { $0.label?.text == "condition" }?.expression
    if let labelled, labelled.is(NilLiteralExprSyntax.self) { return nil }
    if let closure = labelled?.as(ClosureExprSyntax.self) { return text(of: closure) }
    if let labelled { return labelled.folded }
    guard call.calleeName != Self.chain else { return nil }
    return call.trailingClosure.flatMap { answers($0) ? text(of: $0) : nil }
  }

  private func text(of closure: ClosureExprSyntax) -> String {
    closure.statements.onlyValue?.folded
      ?? (closure.statements.count == 1
        ? closure.statements.folded : "{ \(closure.statements.folded) }")
  }

  /// Whether a closure decides: what it gives is a truth value, as far as syntax tells.
  private func answers(_ closure: ClosureExprSyntax) -> Bool {
    if let type = closure.signature?.returnClause?.type { return type.trimmedText == "Bool" }
    guard let last = closure.statements.last?.item else { return false }
    if let node = last.as(ReturnStmtSyntax.self) { return node.expression != nil }
    guard closure.statements.count == 1, let node = last.as(ExprSyntax.self) else { return false }
    switch node.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr, .declReferenceExpr, .memberAccessExpr, .prefixOperatorExpr:
      return true
    case .sequenceExpr(let chain):
      return chain.elements.contains(where: \.decides)
    case .functionCallExpr(let call):
      let callee = owner.functions.first { CallForm(call).calls($0) }
      return callee?.returnType?.trimmedText == "Bool"
    default: return false
    }
  }

  /// Whether nothing tells if the only closure decides or does something: what it calls is declared
  /// elsewhere.
  func isUndecided(_ call: FunctionCallExprSyntax) -> Bool {
    guard !call.arguments.contains(where: { $0.label?.text == "condition" }),
      call.additionalTrailingClosures.isEmpty, let closure = call.trailingClosure,
      closure.signature?.returnClause == nil, closure.statements.count == 1,
      let called = closure.statements.first?.item.as(FunctionCallExprSyntax.self),
      !owner.functions.contains(where: { CallForm(called).calls($0) })
    else { return false }
    // An optional is no truth value, and neither is what an initializer makes, or a printing function.
    let isOptional = called.calledExpression.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .postfixQuestionMark
    }
    let isMade = called.calleeName.first?.isUppercase ?? false
    return !isOptional && !isMade && !RouteCalls.printers.contains(called.calleeName)
      && called.trailingClosure == nil
  }

  /// What is called once a transition is taken.
  ///
  /// - Parameter mayAsk: Whether the only closure may decide instead.
  /// - Returns: What is called, and whether some of it is called on some ways only.
  func effects(
    _ call: FunctionCallExprSyntax, mayAsk: Bool = true
  ) -> (names: [String], isOpen: Bool) {
    let labelled = call.arguments.first { $0.label?.text == "handler" }?.expression
    let isChain = call.calleeName == Self.chain
    let trailing = call.trailingClosure.flatMap { mayAsk && !isChain && answers($0) ? nil : $0 }
    let second = call.additionalTrailingClosures.first { $0.label.text == "handler" }?.closure
    guard let closure = labelled?.as(ClosureExprSyntax.self) ?? second ?? trailing else {
      return (labelled.map { [$0.folded.callHead.droppingSelf] } ?? [], false)
    }
    var (names, isOpen, mayHaveEnded) = ([String](), false, false)
    for item in closure.statements where !item.bindsSelf {
      // The calls that are statements, however deep, but for those in closures.
      let nodes = item.all(Syntax.self) { $0.is(ClosureExprSyntax.self) || $0.statedCall != nil }
      for node in nodes {
        if node.is(ReturnStmtSyntax.self) { mayHaveEnded = true }
        guard let call = node.statedCall else { continue }
        names.append(call.folded.callHead.droppingSelf)
        if mayHaveEnded || node.id != Syntax(item).id { isOpen = true }
      }
    }
    return (names, isOpen)
  }
}

extension Syntax {
  /// The call that a statement is; nothing where it is no statement, or another one.
  fileprivate var statedCall: FunctionCallExprSyntax? {
    self.as(CodeBlockItemSyntax.self)?.item.as(ExprSyntax.self)?.attemptedCall
  }
}

extension ExprSyntax {
  /// Whether it is an operator that gives a truth value.
  fileprivate var decides: Bool {
    if self.is(UnresolvedIsExprSyntax.self) || self.is(UnresolvedTernaryExprSyntax.self) {
      return true
    }
    let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return [
      "==", "!=", "===", "!==", "<", "<=", ">", ">=", "~=", "&&", "||", "??",
    ].contains(name)
  }
}
