import OrreryProgram

/// Code that does nothing but to hand on to a method.
extension Body {
  /// The method of `self` that the code calls, where it does nothing else:
  /// `{ [weak self] in self?.load() }`.
  var forwarding: String? { handsOn(Array(blocks.indices), conditions: false) }

  /// The method of `self` that the code hands on to, be it under conditions: it calls no other, and
  /// does nothing else but give a value.
  var handsOnTo: String? { handsOn(Array(blocks.indices), conditions: true) }

  /// The method of `self` that a round of a loop calls, where it does nothing else.
  ///
  /// - Parameter number: The block that the loop ends.
  func forwarding(inRoundOf loop: Loop, at number: Block.Number) -> String? {
    handsOn(region(from: loop.body, in: number).sorted(), conditions: false)
  }

  private func handsOn(
    _ numbers: [Block.Number], conditions areAllowed: Bool
  ) -> String? {
    var steps: [Expression] = []
    var branches = 0
    for number in numbers where !isElseOfGuard(number) {
      let block = blocks[number]
      for instruction in block.instructions {
        switch instruction.operation {
        case .evaluate(let expression): if !expression.isAwaited { steps.append(expression) }
        case .enter: break
        case .declare, .start, .assume: return nil
        }
      }
      switch block.end {
      case .jump, .end, .unreachable, .return(nil): break
      // What stands in the parentheses of a call is no step of its own.
      case .suspend(let point): if point.outer == nil { steps.append(point.expression) }
      case .return(let value?):
        if !value.isAwaited, !areAllowed || !value.isName { steps.append(value) }
      case .branch(let asked, _, _, nil):
        if !areAllowed, !asked.allSatisfy(\.bindsSelf) { return nil }
      case .branch:
        branches += 1
        guard areAllowed, branches == 1 else { return nil }
      default: return nil
      }
    }
    return steps.count == 1 ? steps[0].ownCallee : nil
  }

  /// Whether a block is only come to where a `guard` does not hold.
  private func isElseOfGuard(_ number: Block.Number) -> Bool {
    var current = blocks[number].around
    while let outer = current {
      if case .branch(_, _, _, nil) = blocks[outer].end { return true }
      current = blocks[outer].around
    }
    return false
  }
}

extension Condition {
  /// `let self`.
  fileprivate var bindsSelf: Bool {
    guard case .binds(_, let value, _) = self, case .selfValue = value.form else { return false }
    return true
  }
}

extension Expression {
  /// Whether it stands for what a suspension point before it has waited for.
  fileprivate var isAwaited: Bool {
    switch form {
    case .attempt(_, let inner), .wait(let inner): inner.isAwaited
    case .variable(let variable): variable.name.isEmpty
    default: false
    }
  }

  fileprivate var isName: Bool {
    switch form {
    case .name, .variable: true
    default: false
    }
  }

  /// The method of `self` that the expression is a call of, be it in a closure that is run at once.
  fileprivate var ownCallee: String? {
    switch form {
    case .attempt(_, let inner), .wait(let inner): return inner.ownCallee
    case .call(let call):
      guard !call.arguments.contains(where: \.value.isChosen) else { return nil }
      if case .closure(let closure)? = call.arguments.last?.value.form {
        return Library.use(by: call) == nil ? nil : closure.body?.forwarding
      }
      switch call.callee {
      case .name(let name): return name
      case .member(let base, let name): return base.isSelf ? name : nil
      default: return nil
      }
    default: return nil
    }
  }

  private var isSelf: Bool {
    switch form {
    case .selfValue: true
    case .chain(let base), .unwrap(let base): base.isSelf
    default: false
    }
  }

  /// Whether an argument is a value that is chosen where it stands: `.idle`, `isOn ? .busy : .idle`.
  private var isChosen: Bool {
    switch form {
    case .implicitMember: true
    case .call(let call): if case .implicitMember = call.callee { true } else { false }
    case .conditional(_, let yes, let no): yes.isChosen || no.isChosen
    default: false
    }
  }
}
