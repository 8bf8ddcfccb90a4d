extension Body {
  /// The body with those of its calls marked behind which nothing comes, until the function ends or waits
  /// for the next element of a loop.
  package var markingLastCalls: Body {
    var marked = self
    for (number, block) in blocks.enumerated() where !isInDefer(number) {
      switch block.end {
      case .suspend(var point) where point.expression.isCallAlone && isQuiet(point.next):
        point.expression = point.expression.markedLast
        marked.blocks[number].end = .suspend(point)
        continue
      case .return(let value?) where value.isCallAlone:
        marked.blocks[number].end = .return(value.markedLast)
        continue
      default: break
      }
      guard let place = block.instructions.indices.last,
        case .evaluate(let node) = block.instructions[place].operation, node.isCallAlone,
        isQuiet(block.end)
      else { continue }
      marked.blocks[number].instructions[place].operation = .evaluate(node.markedLast)
    }
    return marked
  }

  /// Whether statements are put off in a construct around a block: these come behind it.
  private func isInDefer(_ number: Block.Number) -> Bool {
    constructs(around: number).contains {
      if case .deferring = blocks[$0].end { true } else { false }
    }
  }

  private func isQuiet(_ number: Block.Number) -> Bool {
    guard blocks.indices.contains(number) else { return false }
    return blocks[number].instructions.allSatisfy(\.isMark) && isQuiet(blocks[number].end)
  }

  private func isQuiet(_ end: Terminator) -> Bool {
    switch end {
    case .end, .return(nil): return true
    // What has been waited for.
    case .return(let value?): return value.isUnnamed
    // Jumps lead forwards, or back to a loop.
    case .jump(let target): return isQuiet(target)
    case .loop(let loop):
      if case .forEach(_, _, _, isWaiting: true) = loop.kind { return true }
      return false
    default: return false
    }
  }
}

extension Instruction {
  /// Whether it only says where its path is.
  package var isMark: Bool { if case .enter = operation { true } else { false } }
}

extension Expression {
  fileprivate var markedLast: Expression { mapCall { $0.isLast = true } }

  /// The expression with its call changed, where it is one, be it behind a `try` or an `await`.
  package func mapCall(_ change: (inout Call) -> Void) -> Expression {
    switch form {
    case .call(var call):
      change(&call)
      return replaced(by: .call(call))
    case .attempt, .wait: return mapChildren { $0.mapCall(change) }
    default: return self
    }
  }

  /// Whether it is a variable that the source does not name: what gives its value stands before.
  package var isUnnamed: Bool {
    if case .variable(let variable) = form { variable.name.isEmpty } else { false }
  }

  /// What stands behind `try` and `await`.
  package var unwaited: Expression {
    switch form {
    case .attempt(_, let inner), .wait(let inner): inner.unwaited
    default: self
    }
  }

  fileprivate var isCallAlone: Bool {
    if case .call(let call) = unwaited.form { call.isStatement || call.isReturned } else { false }
  }

  /// Whether it is `self`, be that kept weakly.
  package var isPlainSelf: Bool {
    switch form {
    case .selfValue: true
    case .chain(let base), .unwrap(let base): base.isPlainSelf
    default: false
    }
  }
}

extension Call {
  /// Whether it is of a member of `self`, or of a bare name.
  package var isOnSelf: Bool {
    switch callee {
    case .name, .localFunction: true
    case .member(let base, _): base.isPlainSelf
    default: false
    }
  }
}
