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
    constructs(around: number).contains {
      if case .branch(_, _, _, nil) = blocks[$0].end { true } else { false }
    }
  }
}

extension Condition {
  /// `let self`.
  fileprivate var bindsSelf: Bool {
    if case .binds(_, let value, _) = self, case .selfValue = value.form { true } else { false }
  }
}

extension Expression {
  /// Whether it stands for what a suspension point before it has waited for.
  fileprivate var isAwaited: Bool { unwaited.isUnnamed }

  /// Whether it is a name that stands alone.
  var isName: Bool {
    switch form {
    case .name, .variable: true
    default: false
    }
  }

  /// The method of `self` that the expression is a call of, be it in a closure that is run at once.
  fileprivate var ownCallee: String? {
    guard case .call(let call) = unwaited.form,
      !call.arguments.contains(where: \.value.isChosen)
    else { return nil }
    if let closure = call.closure {
      return Library.use(by: call) == nil ? nil : closure.body?.forwarding
    }
    switch call.callee {
    case .name(let name): return name
    case .member(let base, let name): return base.isPlainSelf ? name : nil
    default: return nil
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
