import OrreryProgram

/// What a body does whatever it comes to.
extension Body {
  /// Whether a variable is called whatever comes before; nothing where the body does not call it.
  func surelyCalls(_ variable: Variable) -> Bool? {
    var mayEnd = false
    for (number, block) in blocks.enumerated() {
      let isAlways = block.around == nil && !mayEnd
      let steps = block.instructions.flatMap(\.operation.expressions) + block.end.expressions
      for step in steps {
        if let isSure = step.surelyCalls(variable) { return isAlways && isSure && !mayEnd }
        mayEnd = mayEnd || step.mayThrow
      }
      mayEnd = mayEnd || mayLeave(by: number)
    }
    return nil
  }

  /// Whether a body may be left before its end where a block ends.
  private func mayLeave(by number: Block.Number) -> Bool {
    switch blocks[number].end {
    case .branch(_, _, let otherwise, nil):
      region(from: otherwise, in: number).contains(where: mayLeave)
    case .return, .throw: blocks[number].around != nil
    default: false
    }
  }

  /// Whether a variable is called in it, be it in code that a call runs at once or as a task.
  func runs(_ variable: Variable) -> Bool {
    contains { node in
      guard case .call(let call) = node.form else { return false }
      if case .variable(variable) = call.callee { return true }
      var inner = variable
      inner.depth += 1
      return call.closuresRun.contains { $0.runs(inner) }
    }
  }
}

extension Expression {
  /// Whether a variable is called in it, and not only in a closure or where an operator comes to that;
  /// nothing where it is not called.
  fileprivate func surelyCalls(_ variable: Variable) -> Bool? {
    var outer = variable
    outer.depth += 1
    switch form {
    case .call(let call):
      if case .variable(variable) = call.callee { return true }
    case .closure(let function):
      return function.body?.surelyCalls(outer) == nil ? nil : false
    case .and, .or, .coalesce, .conditional:
      return children.contains { $0.surelyCalls(variable) != nil } ? false : nil
    default: break
    }
    for child in children {
      if let found = child.surelyCalls(variable) { return found }
    }
    return nil
  }

  /// Whether something is tried in it, an error of which nothing in it catches.
  fileprivate var mayThrow: Bool {
    if case .attempt(.plain, _) = form { return true }
    return children.contains(where: \.mayThrow)
  }
}
