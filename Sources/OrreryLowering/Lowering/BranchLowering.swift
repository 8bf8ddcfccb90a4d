import OrreryProgram
import SwiftSyntax

/// `if` and `guard`, and the conditions that they and loops ask.
extension FunctionLowering {
  func lower(_ node: IfExprSyntax, to destination: Destination) {
    let (own, label) = (statement, takeLabel())
    branch(on: Conditions(node.conditions), under: label) {
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
    on conditions: Conditions, under label: String? = nil, then: () -> Void,
    otherwise: () -> Void
  ) {
    let (own, known) = (statement, names)
    var rest = conditions
    let (asked, other) = next(of: &rest)
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
      fill(no, then: .jump(behind)) {
        guard let other else { return otherwise() }
        statement = own
        branch(on: Conditions(lowered: [.holds(other)]), then: { finish(.jump(yes), nil) }) {
          otherwise()
        }
      }
    }
    names = known
    resume(behind)
  }

  func lower(_ node: GuardStmtSyntax) {
    var rest = Conditions(node.conditions)
    while !rest.isEmpty {
      let (own, known) = (statement, names)
      let conditions = next(of: &rest, hasElse: false).asked
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

/// Conditions that are still to be asked, of which the first may be lowered already.
struct Conditions {
  var lowered: [Condition] = []
  var elements: ArraySlice<ConditionElementSyntax> = []

  init(_ list: ConditionElementListSyntax) { elements = Array(list)[...] }

  init(lowered: [Condition]) { self.lowered = lowered }

  var isEmpty: Bool { lowered.isEmpty && elements.isEmpty }
}

extension FunctionLowering {
  /// Lowers conditions up to the next one that waits, other than the first.
  ///
  /// - Returns: The conditions, and what is asked where they do not hold: the other side of a `||`.
  private func next(
    of rest: inout Conditions, hasElse: Bool = true
  ) -> (asked: [Condition], other: Expression?) {
    var result: [Condition] = []
    while let condition = first(of: &rest) {
      if case .holds(let value) = condition, hasWaits {
        let value = coveringOperands(of: value)
        if case .and(let left, let right) = value.form, right.waits {
          rest.lowered.insert(contentsOf: [.holds(left), .holds(right)], at: 0)
          continue
        }
        if case .or(let left, let right) = value.form, right.waits, hasElse, result.isEmpty {
          return ([.holds(suspending(left))], right)
        }
      }
      if condition.waits, !result.isEmpty {
        rest.lowered.insert(condition, at: 0)
        break
      }
      result.append(condition.mapExpression { suspending($0) })
    }
    return (result, nil)
  }

  private func first(of rest: inout Conditions) -> Condition? {
    if !rest.lowered.isEmpty { return rest.lowered.removeFirst() }
    return rest.elements.popFirst().map { lower($0) }
  }

  /// Lowers a condition; what it binds is known to all that follows.
  func lower(_ element: ConditionElementSyntax) -> Condition {
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
    let written = node.initializer?.value
    let text = written.map { "\(words) = \($0.folded)" } ?? words
    let value =
      written.map { $0.isChoice ? unsupported($0, "an `if` as a condition") : lower($0) }
      ?? reference(to: name ?? .wildcardToken(), at: node.pattern)
    return .binds(pattern(node.pattern, behind: node.bindingSpecifier), value, text: text)
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
