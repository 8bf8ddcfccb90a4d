import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// `if` and `guard`, and the conditions that they and loops ask.
extension FunctionLowering {
  func lower(_ node: IfExprSyntax, to destination: Destination) {
    let (own, label) = (statement, takeLabel())
    branch(on: Array(node.conditions)[...], under: label) {
      emit(.enter(context.place(of: node.body.statements)))
      lower(node.body.statements, to: destination)
    } otherwise: {
      statement = own
      switch node.elseBody {
      case .ifExpr(let next):
        if deeper({ lower(next, to: destination) }) == nil { skip(Self.tooDeep) }
      case .codeBlock(let block): lower(block.statements, to: destination)
      case nil: break
      }
    }
  }

  /// Asks conditions; those behind one that waits are asked where it has gone on.
  func branch(
    on conditions: ArraySlice<ConditionElementSyntax>, under label: String? = nil,
    then: () -> Void, otherwise: () -> Void
  ) {
    let (own, known) = (statement, names)
    var rest = conditions
    let asked = lower(next: &rest)
    let start = open()
    let (yes, no, behind) = (block(in: start), block(in: start), block())
    finish(.branch(asked, then: yes, otherwise: no, behind: behind), own)
    within(Exit(label: label, behind: behind, takesBreak: false)) {
      fill(yes, then: .jump(behind)) {
        if rest.isEmpty {
          then()
        } else {
          branch(on: rest, then: then) { finish(.jump(no), nil) }
        }
      }
      names = known
      fill(no, then: .jump(behind), otherwise)
    }
    names = known
    resume(behind)
  }

  func lower(_ node: GuardStmtSyntax) {
    var rest = Array(node.conditions)[...]
    while !rest.isEmpty {
      let (own, known) = (statement, names)
      let conditions = lower(next: &rest)
      let bound = names
      let start = open()
      let (then, otherwise) = (block(), block(in: start))
      finish(.branch(conditions, then: then, otherwise: otherwise, behind: nil), own)
      names = known
      fill(otherwise, then: .unreachable) {
        emit(.enter(context.place(of: node.body.statements)))
        lower(node.body.statements)
      }
      (names, statement) = (bound, own)
      resume(then)
    }
  }

  /// The label in front of a statement, for it alone.
  func takeLabel() -> String? {
    defer { label = nil }
    return label
  }

  /// Lowers what stands inside of a statement that may be left.
  func within(_ exit: Exit, _ work: () -> Void) {
    exits.append(exit)
    work()
    exits.removeLast()
  }
}

// MARK: - Conditions

extension FunctionLowering {
  /// Lowers conditions; what they bind is known to all that follows.
  func lower(_ conditions: ConditionElementListSyntax) -> [Condition] {
    conditions.map { lower($0) }
  }

  /// Lowers conditions up to the next one that waits, other than the first.
  private func lower(next rest: inout ArraySlice<ConditionElementSyntax>) -> [Condition] {
    var result: [Condition] = []
    while let element = rest.first {
      let known = names
      let condition = lower(element)
      if condition.waits, !result.isEmpty {
        names = known
        break
      }
      result.append(condition.mapExpression { suspending($0) })
      rest.removeFirst()
    }
    return result
  }

  private func lower(_ element: ConditionElementSyntax) -> Condition {
    switch element.condition {
    case .expression(let node): .holds(lower(node))
    case .matchingPattern(let node): lower(node)
    case .optionalBinding(let node): lower(node)
    case .availability(let node): .unknown(text: node.folded)
    }
  }

  private func lower(_ node: MatchingPatternConditionSyntax) -> Condition {
    if let turned = node.turned {
      return .matches(
        pattern(turned.pattern), PatternText(text: turned.pattern.folded), lower(turned.subject))
    }
    let subject = lower(node.initializer.value)
    return .matches(pattern(node.pattern), PatternText(node.pattern), subject)
  }

  private func lower(_ node: OptionalBindingConditionSyntax) -> Condition {
    let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier
    let words = "\(node.bindingSpecifier.text) \(node.pattern.folded)"
    if let value = node.initializer?.value {
      let value = value.isChoice ? unsupported(value, "an `if` as a condition") : lower(value)
      let text = node.initializer.map { "\(words) = \($0.value.folded)" } ?? words
      return .binds(pattern(node.pattern), value, text: text)
    }
    let value = reference(to: name ?? .wildcardToken(), at: node.pattern)
    return .binds(pattern(node.pattern), value, text: words)
  }
}

extension MatchingPatternConditionSyntax {
  /// `case state.phase = Phase.idle`: a comparison, with the value in the pattern's place.
  fileprivate var turned: (subject: ExprSyntax, pattern: ExprSyntax)? {
    guard let subject = pattern.as(ExpressionPatternSyntax.self)?.expression,
      subject.as(MemberAccessExprSyntax.self).map({ !$0.isCaseName })
        ?? subject.is(DeclReferenceExprSyntax.self),
      let value = initializer.value.as(MemberAccessExprSyntax.self), value.isCaseName
    else { return nil }
    return (subject, ExprSyntax(value))
  }
}
