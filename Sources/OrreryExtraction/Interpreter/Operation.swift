import SwiftSyntax

/// A chain of operators, folded by the precedence of those that matter to a machine.
///
/// The parser leaves chains flat; folding here instead of rewriting the tree keeps the nodes'
/// positions. Operators that are not listed are only ever part of a text.
/// Source: https://developer.apple.com/documentation/swift/operator-declarations
indirect enum Operation {
  case operand(ExprSyntax)
  case binary(Operation, String, Operation)
  case assignment(ExprSyntax, op: String, Operation)
  case ternary(Operation, Operation, Operation)
  case opaque(String)

  init(_ elements: [ExprSyntax]) { self.init(elements[...]) }

  private init(_ elements: ArraySlice<ExprSyntax>) {
    if let first = elements.first, elements.count == 1 {
      self = .operand(first)
    } else {
      self =
        Self.assignment(elements) ?? Self.ternary(elements)
        ?? Self.split(elements, at: ["||"], fromLeft: false)
        ?? Self.split(elements, at: ["&&"], fromLeft: false)
        ?? Self.split(elements, at: ["==", "!=", "===", "!=="], fromLeft: true)
        ?? Self.split(elements, at: ["??"], fromLeft: true)
        ?? .opaque(Self.text(elements))
    }
  }

  private static func assignment(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    let index = elements.startIndex + 1
    guard elements.indices.contains(index), index + 1 < elements.endIndex else { return nil }
    let rest = elements[(index + 1)...]
    if elements[index].is(AssignmentExprSyntax.self) {
      return .assignment(elements[elements.startIndex], op: "=", Operation(rest))
    }
    guard let op = op(elements[index]), op.hasSuffix("="),
      !["==", "!=", "===", "!==", "<=", ">=", "~="].contains(op)
    else { return nil }
    return .assignment(elements[elements.startIndex], op: op, Operation(rest))
  }

  private static func ternary(_ elements: ArraySlice<ExprSyntax>) -> Operation? {
    guard
      let index = elements.firstIndex(where: { $0.is(UnresolvedTernaryExprSyntax.self) }),
      let middle = elements[index].as(UnresolvedTernaryExprSyntax.self),
      index > elements.startIndex, index + 1 < elements.endIndex
    else { return nil }
    return .ternary(
      Operation(elements[..<index]), .operand(middle.thenExpression),
      Operation(elements[(index + 1)...]))
  }

  private static func split(
    _ elements: ArraySlice<ExprSyntax>, at names: Set<String>, fromLeft: Bool
  ) -> Operation? {
    let matches = { (element: ExprSyntax) in op(element).map(names.contains) ?? false }
    let found = fromLeft ? elements.firstIndex(where: matches) : elements.lastIndex(where: matches)
    guard let index = found, let name = op(elements[index]), index > elements.startIndex,
      index + 1 < elements.endIndex
    else { return nil }
    return .binary(Operation(elements[..<index]), name, Operation(elements[(index + 1)...]))
  }

  private static func op(_ element: ExprSyntax) -> String? {
    element.as(BinaryOperatorExprSyntax.self)?.operator.text
  }

  private static func text(_ elements: ArraySlice<ExprSyntax>) -> String {
    elements.map(\.folded).joined(separator: " ")
  }

  /// The chain as written, on one line.
  var text: String {
    switch self {
    case .operand(let expression): expression.folded
    case .binary(let left, let op, let right): "\(left.text) \(op) \(right.text)"
    case .assignment(let place, let op, let value): "\(place.folded) \(op) \(value.text)"
    case .ternary(let condition, let yes, let no):
      "\(condition.text) ? \(yes.text) : \(no.text)"
    case .opaque(let text): text
    }
  }
}
