import OrreryProgram
import SwiftSyntax

/// Chains of operators, folded by the precedence of those that matter to a machine.
///
/// The parser leaves chains flat. Operators that are not listed are only ever part of a text.
/// Source: https://developer.apple.com/documentation/swift/operator-declarations
extension FunctionLowering {
  func lower(_ node: SequenceExprSyntax, isStatement: Bool) -> Expression {
    let known = (isTried, isTriedInChain, isAwaited)
    defer { (isTried, isTriedInChain, isAwaited) = known }
    isTriedInChain = false
    var elements = Array(node.elements)
    guard elements.count > 2 else {
      return unsupported(ExprSyntax(node), "a chain of operators that is not whole")
    }
    // `try? a() ?? b`: there is nothing where `a` throws.
    guard let attempt = elements.first?.as(TryExprSyntax.self), attempt.attemptKind == .optional,
      elements[1].assignmentOperator == nil
    else { return fold(elements[...], isStatement: isStatement).expression }
    isTried = true
    elements[0] = attempt.expression
    let inner = fold(elements[...])
    return make(.attempt(.optional, inner.expression), attempt, text: node.folded)
  }

  /// A part of a chain, and how it is worded: a part in parentheses with them.
  private struct Part {
    var expression: Expression
    var text: String
  }

  private func fold(_ elements: ArraySlice<ExprSyntax>, isStatement: Bool = false) -> Part {
    if let only = elements.first, elements.count == 1 {
      return operand(only, isStatement: isStatement)
    }
    if elements.count > Self.mostElements { return opaque(elements) }
    return deeper { folded(elements, isStatement: isStatement) } ?? opaque(elements)
  }

  private func folded(_ elements: ArraySlice<ExprSyntax>, isStatement: Bool) -> Part {
    assignment(elements) ?? ternary(elements)
      ?? split(elements, at: ["||"], fromLeft: true)
      ?? split(elements, at: ["&&"], fromLeft: true)
      ?? split(elements, at: Self.comparisons, fromLeft: false)
      ?? split(elements, at: ["??"], fromLeft: false)
      ?? split(elements, at: ["+", "-"], fromLeft: true)
      ?? cast(elements) ?? custom(elements, isStatement: isStatement) ?? opaque(elements)
  }

  /// A longer chain is a text, not a question.
  private static let mostElements = 400
  private static let comparisons: Set = ["<", "<=", ">", ">=", "==", "!=", "===", "!=="]

  /// What stands between operators; a `try` or an `await` covers all that follows it as well.
  private func operand(_ node: ExprSyntax, isStatement: Bool = false) -> Part {
    var expression = lower(node, isStatement: isStatement)
    var mark = node
    if let attempt = mark.as(TryExprSyntax.self) {
      (isTried, isTriedInChain) = (true, true)
      mark = attempt.expression
    } else if isTriedInChain, expression.calls {
      expression = expression.replaced(by: .attempt(.plain, expression))
    }
    if mark.is(AwaitExprSyntax.self) { isAwaited = true }
    return Part(expression: expression, text: node.folded)
  }

  /// The parts between all operators of some names, put together from the left or from the right.
  private func split(
    _ elements: ArraySlice<ExprSyntax>, at names: Set<String>, fromLeft: Bool
  ) -> Part? {
    let found = elements.indices.filter { elements[$0].binaryOperator.map(names.contains) ?? false }
    guard let first = found.first, first > elements.startIndex else { return nil }
    let ends = found + [elements.endIndex]
    guard !zip(found, ends.dropFirst()).contains(where: { $0 + 1 == $1 }) else { return nil }
    var start = elements.startIndex
    let parts = ends.map { end in
      defer { start = end + 1 }
      return fold(elements[start..<end])
    }
    if fromLeft {
      return zip(parts.dropFirst(), found).reduce(parts[0]) { left, next in
        join(left, next.0, elements[next.1])
      }
    }
    return zip(parts, found).reversed().reduce(parts[parts.count - 1]) { right, next in
      join(next.0, right, elements[next.1])
    }
  }

  private func join(_ left: Part, _ right: Part, _ op: ExprSyntax) -> Part {
    let name = op.binaryOperator ?? ""
    let text = "\(left.text) \(name) \(right.text)"
    return Part(
      expression: Expression(
        Self.form(of: name, left.expression, right.expression), id: context.id(op), text: text,
        location: left.expression.location),
      text: text)
  }

  private static func form(
    of op: String, _ left: Expression, _ right: Expression
  ) -> Expression.Form {
    switch op {
    case "||": .or(left, right)
    case "&&": .and(left, right)
    case "==", "!=", "===", "!==": .equal(left, right, op: op)
    case "??": .coalesce(left, right)
    case "+", "-": .arithmetic(left, right, op: op)
    default: .order(left, right, op: op)
    }
  }

  /// - Parameter op: What the expression is numbered by.
  private func part(
    _ form: Expression.Form, _ op: ExprSyntax, _ elements: ArraySlice<ExprSyntax>, _ text: String
  ) -> Part {
    let start = elements.first ?? op
    return Part(
      expression: Expression(
        form, id: context.id(op), text: text, location: context.location(start)),
      text: text)
  }

  private func ternary(_ elements: ArraySlice<ExprSyntax>) -> Part? {
    guard let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let middle = elements[index].as(UnresolvedTernaryExprSyntax.self),
      index > elements.startIndex, index + 1 < elements.endIndex
    else { return nil }
    let condition = fold(elements[..<index])
    let yes = fold([middle.thenExpression])
    let no = fold(elements[(index + 1)...])
    return part(
      .conditional(condition.expression, yes.expression, no.expression), elements[index], elements,
      "\(condition.text) ? \(yes.text) : \(no.text)")
  }

  private func cast(_ elements: ArraySlice<ExprSyntax>) -> Part? {
    guard elements.count >= 3, let type = elements.last?.as(TypeExprSyntax.self)?.type,
      let kind = elements[elements.endIndex - 2].castKind
    else { return nil }
    let value = fold(elements.dropLast(2))
    return part(
      .cast(value.expression, kind, context.reference(type, names)),
      elements[elements.endIndex - 2], elements, elements.joinedText)
  }

  private func custom(_ elements: ArraySlice<ExprSyntax>, isStatement: Bool) -> Part? {
    let index = elements.startIndex + 1
    guard isStatement, elements.count == 3, elements[index].isCustomOperator,
      let op = elements[index].binaryOperator
    else { return nil }
    let (left, right) = (operand(elements[index - 1]), operand(elements[index + 1]))
    return part(
      .custom(left.expression, op: op, right.expression), elements[index], elements,
      elements.joinedText)
  }

  private func opaque(_ elements: ArraySlice<ExprSyntax>) -> Part {
    let operands = elements.filter { !$0.isOperator }.map { operand($0).expression }
    let op = elements.first(where: \.isOperator) ?? elements[elements.startIndex]
    return part(.opaque(operands), op, elements, elements.joinedText)
  }
}

// MARK: - Assignments

extension FunctionLowering {
  private func assignment(_ elements: ArraySlice<ExprSyntax>) -> Part? {
    let index = elements.startIndex + 1
    guard index + 1 < elements.endIndex, let op = elements[index].assignmentOperator else {
      return nil
    }
    let marks = Marks(of: elements[elements.startIndex])
    isTried = isTried || marks.attempt != nil
    isAwaited = isAwaited || marks.wait != nil
    let place = lower(marks.place)
    // Nobody asks for what goes to `_`.
    var value = fold(
      elements[(index + 1)...], isStatement: marks.place.is(DiscardAssignmentExprSyntax.self))
    let text = "\(marks.place.folded) \(op) \(value.text)"
    // What waits before an assignment is what is assigned.
    if let wait = marks.wait {
      hasWaits = true
      value.expression = make(.wait(value.expression), wait, text: value.expression.text)
      if let attempt = marks.attempt, attempt.attemptKind == .plain {
        value.expression = make(
          .attempt(.plain, value.expression), attempt, text: value.expression.text)
      }
    }
    var result = part(
      .assign(place, op: op, value.expression), elements[index], elements, text)
    result.expression.location = context.location(marks.place)
    if let attempt = marks.attempt {
      result.expression = make(
        .attempt(attempt.attemptKind, result.expression), attempt, text: text)
    }
    return result
  }

  /// A place without the `try` and the `await` before it, which are for what it is assigned.
  private struct Marks {
    var place: ExprSyntax
    var attempt: TryExprSyntax?
    var wait: AwaitExprSyntax?

    init(of node: ExprSyntax) {
      place = node
      while true {
        if let inner = place.as(TryExprSyntax.self) {
          (place, attempt) = (inner.expression, attempt ?? inner)
        } else if let inner = place.as(AwaitExprSyntax.self) {
          (place, wait) = (inner.expression, wait ?? inner)
        } else {
          break
        }
      }
    }
  }
}

extension ExprSyntax {
  var binaryOperator: String? { self.as(BinaryOperatorExprSyntax.self)?.operator.text }

  /// The operator where it is one that assigns.
  var assignmentOperator: String? {
    if self.is(AssignmentExprSyntax.self) { return "=" }
    guard let op = binaryOperator, op.hasSuffix("="),
      !["==", "!=", "===", "!==", "<=", ">=", "~="].contains(op)
    else { return nil }
    return op
  }

  fileprivate var castKind: Expression.CastKind? {
    if self.is(UnresolvedIsExprSyntax.self) { return .test }
    return self.as(UnresolvedAsExprSyntax.self).map {
      .init(rawValue: "as\($0.questionOrExclamationMark?.text ?? "")") ?? .plain
    }
  }

  /// Whether it is no operand of a chain.
  fileprivate var isOperator: Bool {
    switch kind {
    case .binaryOperatorExpr, .assignmentExpr, .arrowExpr, .unresolvedAsExpr, .unresolvedIsExpr,
      .unresolvedTernaryExpr, .typeExpr:
      true
    default: false
    }
  }
}

extension ArraySlice<ExprSyntax> {
  fileprivate var joinedText: String { map(\.folded).joined(separator: " ") }
}

extension ExprSyntax {
  /// Whether it is an operator that the standard library does not have.
  var isCustomOperator: Bool {
    guard let name = binaryOperator else { return false }
    return !Self.standardOperators.contains(name) && !name.hasSuffix("=")
  }

  // Source: https://developer.apple.com/documentation/swift/operator-declarations
  private static let standardOperators: Set = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&<<", "&>>", "&", "|", "^", "..<",
    "...",
    "??", "&&", "||", "<", ">", ".<", ".>", ".&", ".|", ".^",
  ]
}
