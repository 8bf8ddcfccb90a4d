extension Body {
  /// The body with those of its calls marked behind which it does nothing to its owner, until it ends or
  /// waits for somebody else.
  package var markingLastCalls: Body {
    var marked = self
    for (number, block) in blocks.enumerated() {
      for (place, instruction) in block.instructions.enumerated() {
        guard case .evaluate(let node) = instruction.operation, isQuiet(block, from: place + 1)
        else { continue }
        marked.blocks[number].instructions[place].operation = .evaluate(node.markedLast)
      }
      switch block.end {
      case .suspend(var point) where isQuiet(point.next):
        point.expression = point.expression.markedLast
        marked.blocks[number].end = .suspend(point)
      case .return(let value?): marked.blocks[number].end = .return(value.markedLast)
      default: break
      }
    }
    return marked
  }

  private func isQuiet(_ number: Block.Number, depth: Int = 0) -> Bool {
    guard blocks.indices.contains(number), depth < blocks.count else { return false }
    return isQuiet(blocks[number], from: 0, depth: depth)
  }

  private func isQuiet(_ block: Block, from place: Int, depth: Int = 0) -> Bool {
    guard block.instructions.dropFirst(place).allSatisfy(\.isQuiet) else { return false }
    switch block.end {
    case .end, .return(nil): return true
    case .jump(let target): return isQuiet(target, depth: depth + 1)
    case .suspend(let point): return point.expression.asksOther
    case .loop(let loop):
      if case .forEach(_, _, _, isWaiting: true) = loop.kind { return true }
      return false
    default: return false
    }
  }
}

extension Instruction {
  fileprivate var isQuiet: Bool {
    switch operation {
    case .enter: true
    case .evaluate(let node): node.asksOther
    default: false
    }
  }
}

extension Expression {
  fileprivate var markedLast: Expression {
    var marked = self
    switch form {
    case .call(var call):
      call.isLast = true
      marked.form = .call(call)
    case .attempt(let kind, let inner): marked.form = .attempt(kind, inner.markedLast)
    case .wait(let inner): marked.form = .wait(inner.markedLast)
    default: break
    }
    return marked
  }

  /// Whether it is a call of something else, without code that is handed over.
  fileprivate var asksOther: Bool {
    switch form {
    case .attempt(_, let inner), .wait(let inner): return inner.asksOther
    case .call(let call):
      guard case .member(let base, _) = call.callee, !base.isOwner else { return false }
      return !call.arguments.contains {
        switch $0.value.form {
        case .closure, .lend: true
        default: false
        }
      }
    default: return false
    }
  }

  private var isOwner: Bool {
    switch form {
    case .selfValue, .superValue: true
    case .chain(let base), .unwrap(let base): base.isOwner
    default: false
    }
  }
}
