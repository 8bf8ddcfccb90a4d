import OrreryProgram

// Conditions that ask for a value only to spare the write of an equal one: what is there behind them is
// the new value, whatever was there before.

extension Execution {
  /// Whether a branch only spares a write: `if state != next { state = next }`, or
  /// `guard state != next else { return }; state = next`.
  func skipsEqual(
    _ conditions: [Condition], _ then: Block.Number, _ otherwise: Block.Number,
    _ behind: Block.Number?, of body: Body
  ) -> Bool {
    guard conditions.count == 1, case .holds(let condition)? = conditions.first,
      case .equal(let left, let right, "!=") = condition.form
    else { return false }
    let (first, second) = (left.text.withoutSelf, right.text.withoutSelf)
    let skipped = body.blocks[otherwise]
    switch skipped.end {
    case .return(nil) where behind == nil && skipped.instructions.allSatisfy(\.isMark): break
    case .jump(behind) where skipped.instructions.isEmpty: break
    default: return false
    }
    return body.blocks[then].instructions.contains { instruction in
      guard case .evaluate(let node) = instruction.operation, let (a, b) = node.written else {
        return false
      }
      return (a, b) == (first, second) || (a, b) == (second, first)
    }
  }
}

extension Expression {
  /// What is written, and where: `state = next`, `subject.send(next)`.
  fileprivate var written: (target: String, value: String)? {
    switch form {
    case .assign(let target, "=", let value):
      return (target.text.withoutSelf, value.text.withoutSelf)
    case .call(let call):
      guard case .member(let base, "send") = call.callee, call.arguments.count == 1,
        let value = call.arguments.first?.value
      else { return nil }
      return (base.text.withoutSelf + ".value", value.text.withoutSelf)
    default: return nil
    }
  }
}
