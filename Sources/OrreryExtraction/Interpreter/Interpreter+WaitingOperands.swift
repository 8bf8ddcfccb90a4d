import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Waits among the operands of an operator, or in code of which only the text is known.
extension Interpreter {
  /// What an `await` is for that stands before an operator or a parenthesis: `isReady()` of
  /// `await !isReady()`, both of `await (count(), kind())`.
  func operands(of node: AwaitExprSyntax) -> [ExprSyntax] {
    var current = node.expression
    while let inner = current.onlyOperand { current = inner }
    guard let tuple = current.as(TupleExprSyntax.self) else { return [current] }
    return tuple.elements.map(\.expression).filter { $0.is(FunctionCallExprSyntax.self) }
  }

  /// The `await` at the beginning of a chain of operators, which covers a call that stands behind one:
  /// `await isOn() && isReady()`.
  func waitAround(_ node: FunctionCallExprSyntax, _ path: Path) -> AwaitExprSyntax? {
    guard awaitsAreSteps, let operand = node.operandInChain,
      let chain = operand.parent?.as(ExprListSyntax.self), chain.first?.id != operand.id,
      let wait = chain.lazy.prefix(while: { $0.id != operand.id }).compactMap(\.await).first
    else { return nil }
    let own = ownFunctions(named: node, path)
    guard own.isEmpty else { return own.contains(where: \.isAsync) ? wait : nil }
    let isQuestion = chain.isBehind(["&&", "||", "??", "="], operand)
    let member = node.calledExpression.as(MemberAccessExprSyntax.self)
    return isQuestion && member?.isCaseName == false ? wait : nil
  }

  /// The ways behind all that some expressions wait for, whatever else they do.
  func waiting(for nodes: [ExprSyntax], _ path: Path) -> [Path] {
    guard awaitsAreSteps else { return [path] }
    return nodes.reduce([path]) { paths, node in
      if covered[node.id] != nil { return paths.flatMap { evaluate(node, $0, nil).map(\.0) } }
      guard cache.waits(in: node) else { return paths }
      return AwaitFinder.find(in: node).reduce(paths) { paths, wait in
        paths.flatMap { evaluate(wait, $0, nil).map(\.0) }
      }
    }
  }

  /// Whether one side of an operator waits, so that the ways to both sides go on by themselves.
  func waits(_ side: Operation, _ path: Path) -> Bool {
    awaitsAreSteps
      && side.operands.contains { node in
        cache.waits(in: node)
          || node.call.map { waitAround($0, path) != nil || covered[$0.id] != nil } ?? false
      }
  }

  /// The ways on where a question holds, and where it does not.
  func apart(_ yes: Path, _ no: Path, _ text: String) -> (yes: Path, no: Path) {
    var (yes, no) = (yes, no)
    yes.guards.append(Clause(text: text))
    no.guards.append(Clause(text: text, isNegated: true))
    return (yes, no)
  }

  /// A value of which only the text is known, behind all that its operands wait for.
  func opaque(_ operation: Operation, _ path: Path) -> Evaluated {
    waiting(for: operation.operands, path).map { ($0, fresh(operation.text, $0)) }
  }
}

extension Operation {
  /// The operands of the chain, from left to right.
  var operands: [ExprSyntax] {
    switch form {
    case .operand(let node), .cast(let node, _): [node]
    case .binary(let left, _, let right): left.operands + right.operands
    case .assignment(_, _, let value): value.operands
    case .ternary(let condition, let yes, let no):
      condition.operands + yes.operands + no.operands
    case .custom(let first, let last): [first, last]
    case .opaque(let nodes): nodes
    }
  }
}

extension ExprSyntax {
  /// What stands behind a prefix operator or alone in parentheses, or begins a chain there.
  fileprivate var onlyOperand: ExprSyntax? {
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression
    }
    if let chain = self.as(SequenceExprSyntax.self) { return chain.elements.first }
    return self.as(PrefixOperatorExprSyntax.self)?.expression
  }

  /// The call that stands behind prefix operators.
  fileprivate var call: FunctionCallExprSyntax? {
    self.as(PrefixOperatorExprSyntax.self)?.expression.call ?? self.as(FunctionCallExprSyntax.self)
  }

  /// The wait that an element of a chain begins with.
  fileprivate var await: AwaitExprSyntax? {
    (self.as(TryExprSyntax.self)?.expression ?? self).as(AwaitExprSyntax.self)
  }
}

extension FunctionCallExprSyntax {
  /// The element of a chain of operators that the call is, with what stands before it.
  fileprivate var operandInChain: ExprSyntax? {
    var current = ExprSyntax(self)
    while let outer = current.parent?.as(PrefixOperatorExprSyntax.self) {
      current = ExprSyntax(outer)
    }
    return current.parent?.is(ExprListSyntax.self) ?? false ? current : nil
  }
}

extension ExprListSyntax {
  fileprivate func isBehind(_ names: Set<String>, _ operand: ExprSyntax) -> Bool {
    var previous: ExprSyntax?
    for element in self {
      if element.id == operand.id {
        let name = previous?.as(BinaryOperatorExprSyntax.self)?.operator.text
        return names.contains(name ?? (previous?.is(AssignmentExprSyntax.self) == true ? "=" : ""))
      }
      previous = element
    }
    return false
  }
}

/// The waits in code, with the `try` before them, but for those in closures, which are others'.
private final class AwaitFinder: SyntaxVisitor {
  private var found: [ExprSyntax] = []

  static func find(in node: ExprSyntax) -> [ExprSyntax] {
    let finder = AwaitFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    let attempt = node.parent?.as(TryExprSyntax.self).map { ExprSyntax($0) }
    found.append(attempt ?? ExprSyntax(node))
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
