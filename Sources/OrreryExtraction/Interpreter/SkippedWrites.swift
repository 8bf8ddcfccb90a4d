import OrreryLowering
import SwiftSyntax

// Conditions that ask for a value only to spare the write of an equal one: what is there behind them is
// the new value, whatever was there before.

extension Interpreter {
  /// The ways where conditions hold, and those where one does not.
  ///
  /// - Parameter isSpared: Whether they only spare the write of what is there already: that is no
  ///   question about the state.
  func branch(
    _ conditions: ConditionElementListSyntax, _ path: Path, sparing isSpared: Bool
  ) -> (yes: [Path], no: [Path]) {
    guard isSpared else { return branch(conditions, path) }
    let kept = isSkippingEqual
    isSkippingEqual = true
    defer { isSkippingEqual = kept }
    return branch(conditions, path)
  }
}

extension GuardStmtSyntax {
  /// Whether it only spares a write: `guard state != next else { return }; state = next`.
  var skipsEqual: Bool {
    guard body.statements.count == 1,
      let exit = body.statements.first?.item.as(ReturnStmtSyntax.self), exit.expression == nil,
      let condition = conditions.inequality,
      let item = parent?.parent?.as(CodeBlockItemSyntax.self)
        ?? parent?.as(CodeBlockItemSyntax.self),
      let items = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return false }
    return items.contains { $0.position > item.position && condition.isSettled(by: $0) }
  }
}

extension IfExprSyntax {
  /// Whether it only spares a write: `if state != next { state = next }`.
  var skipsEqual: Bool {
    guard let condition = conditions.inequality, elseBody == nil else { return false }
    return body.statements.contains { condition.isSettled(by: $0) }
  }
}

/// What `left != right` asks.
private struct Inequality {
  var left: String
  var right: String

  /// Whether a statement makes both the same.
  func isSettled(by item: CodeBlockItemSyntax) -> Bool {
    guard let (target, value) = Self.written(by: item) else { return false }
    return (target, value) == (left, right) || (target, value) == (right, left)
  }

  /// What a statement writes, and where: `state = next`, `subject.send(next)`.
  private static func written(by item: CodeBlockItemSyntax) -> (target: String, value: String)? {
    if let sequence = item.item.as(SequenceExprSyntax.self),
      case .assignment(let target, op: "=", let value) = Operation(Array(sequence.elements)).form
    {
      return (target.folded.droppingSelf, value.text.droppingSelf)
    }
    guard let call = item.item.as(FunctionCallExprSyntax.self), call.calleeName == "send",
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let value = call.arguments.first, call.arguments.count == 1
    else { return nil }
    return (base.folded.droppingSelf + ".value", value.expression.folded.droppingSelf)
  }
}

extension ConditionElementListSyntax {
  fileprivate var inequality: Inequality? {
    guard count == 1, case .expression(let node)? = first?.condition,
      let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      case .binary(let left, "!=", let right) = Operation(Array(sequence.elements)).form
    else { return nil }
    return Inequality(left: left.text.droppingSelf, right: right.text.droppingSelf)
  }
}
