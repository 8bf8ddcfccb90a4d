import SwiftSyntax

/// A chain of operators, folded by the precedence of those that matter to a machine.
///
/// The parser leaves chains flat; folding here instead of rewriting the tree keeps the nodes'
/// positions. Operators that are not listed are only ever part of a text.
/// Source: https://developer.apple.com/documentation/swift/operator-declarations
package struct Operation {
  package indirect enum Form {
    case operand(ExprSyntax)
    case binary(Operation, String, Operation)
    case assignment(ExprSyntax, op: String, Operation)
    case ternary(Operation, Operation, Operation)
    /// `event as? Loaded`.
    case cast(ExprSyntax, TypeSyntax)
    /// An operator of the project's own, after what it may change.
    case custom(ExprSyntax, ExprSyntax)
    /// Operators of which only the text matters, with what stands between them.
    case opaque([ExprSyntax])
  }

  package let form: Form
  /// The chain as written, on one line.
  package let text: String

  /// Operators that ask which of two values comes first.
  package static let orders: Set = ["<", "<=", ">", ">="]
  private static let comparisons = orders.union(["==", "!=", "===", "!=="])

  package init(_ elements: [ExprSyntax]) { self.init(elements[...]) }

  private init(_ form: Form, _ text: String) { (self.form, self.text) = (form, text) }

  private init(_ operand: ExprSyntax) { self.init(.operand(operand), operand.folded) }

  private init(_ elements: ArraySlice<ExprSyntax>) {
    if let first = elements.first, elements.count == 1 {
      self.init(first)
    } else {
      self =
        Self.assignment(elements) ?? Self.ternary(elements)
        ?? Self.split(elements, at: ["||"], fromLeft: false)
        ?? Self.split(elements, at: ["&&"], fromLeft: false)
        ?? Self.split(elements, at: Self.comparisons, fromLeft: true)
        ?? Self.split(elements, at: ["??"], fromLeft: true)
        ?? Self.split(elements, at: ["+", "-"], fromLeft: false)
        ?? Self.cast(elements) ?? Self.custom(elements)
        ?? Operation(.opaque(Array(elements)), elements.map(\.folded).joined(separator: " "))
    }
  }

  private static func assignment(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    let index = elements.startIndex + 1
    guard elements.indices.contains(index), index + 1 < elements.endIndex,
      let op = assignmentOperator(elements[index])
    else { return nil }
    let place = elements[elements.startIndex].withoutMarks
    let value = Operation(elements[(index + 1)...])
    return Operation(.assignment(place, op: op, value), "\(place.folded) \(op) \(value.text)")
  }

  private static func assignmentOperator(_ element: ExprSyntax) -> String? {
    if element.is(AssignmentExprSyntax.self) { return "=" }
    guard let op = op(element), op.hasSuffix("="),
      !["==", "!=", "===", "!==", "<=", ">=", "~="].contains(op)
    else { return nil }
    return op
  }

  private static func ternary(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    guard
      let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let middle = elements[index].as(UnresolvedTernaryExprSyntax.self),
      index > elements.startIndex, index + 1 < elements.endIndex
    else { return nil }
    let condition = Operation(elements[..<index])
    let (yes, no) = (Operation(middle.thenExpression), Operation(elements[(index + 1)...]))
    return Operation(
      .ternary(condition, yes, no), "\(condition.text) ? \(yes.text) : \(no.text)")
  }

  private static func cast(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    let parts = Array(elements)
    guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self),
      let type = parts[2].as(TypeExprSyntax.self)?.type
    else { return nil }
    return Operation(
      .cast(parts[0], type), parts.map(\.folded).joined(separator: " "))
  }

  private static func custom(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    guard elements.count == 3, let first = elements.first, let last = elements.last,
      elements[elements.startIndex + 1].isCustomOperator
    else { return nil }
    return Operation(.custom(first, last), elements.map(\.folded).joined(separator: " "))
  }

  private static func split(
    _ elements: ArraySlice<ExprSyntax>, at names: Set<String>, fromLeft: Bool
  ) -> Operation? {
    let matches = { (element: ExprSyntax) in op(element).map(names.contains) ?? false }
    let found = fromLeft ? elements.firstIndex(where: matches) : elements.lastIndex(where: matches)
    guard let index = found, let name = op(elements[index]), index > elements.startIndex,
      index + 1 < elements.endIndex
    else { return nil }
    let (left, right) = (Operation(elements[..<index]), Operation(elements[(index + 1)...]))
    return Operation(.binary(left, name, right), "\(left.text) \(name) \(right.text)")
  }

  /// Whether the chain is `nil` alone.
  package var isNil: Bool {
    if case .operand(let node) = form { node.is(NilLiteralExprSyntax.self) } else { false }
  }

  private static func op(_ element: ExprSyntax) -> String? {
    element.as(BinaryOperatorExprSyntax.self)?.operator.text
  }
}

extension ExprSyntax {
  /// Whether it is an operator that the standard library does not have.
  var isCustomOperator: Bool {
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return !Self.standardOperators.contains(name) && !name.hasSuffix("=")
  }

  // Source: https://developer.apple.com/documentation/swift/operator-declarations
  private static let standardOperators: Set = [
    "+", "-", "*", "/", "%", "&+", "&-", "&*", "<<", ">>", "&<<", "&>>", "&", "|", "^", "..<",
    "...",
    "??", "&&", "||", "<", ">", ".<", ".>", ".&", ".|", ".^",
  ]

  /// What an operator stands behind that is all of a statement: nobody asks for its answer, so that it
  /// changes something.
  package var changedOperand: ExprSyntax? {
    guard let sequence = self.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      sequence.parent?.is(CodeBlockItemSyntax.self) ?? false,
      case let elements = Array(sequence.elements), elements[1].isCustomOperator
    else { return nil }
    return elements[0]
  }
}

extension ExprSyntax {
  /// The expression without the `try` and `await` before it.
  fileprivate var withoutMarks: ExprSyntax {
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.withoutMarks }
    return self.as(AwaitExprSyntax.self)?.expression ?? self
  }
}
