import OrreryLowering
import SwiftSyntax

/// Closures that return nothing: what stands last in them is no value.
extension ClosureExprSyntax {
  /// Whether some way comes to the end of the closure by a statement, and no `return` gives a value.
  var returnsNothing: Bool { statements.endsInStatement && !statements.returnsValue }
}

extension CodeBlockItemListSyntax {
  /// Whether a `return` of the block itself gives a value.
  fileprivate var returnsValue: Bool {
    all(ReturnStmtSyntax.self, without: \.isCode).contains { $0.expression != nil }
  }

  /// Whether a way comes to the end of the block by what is no value: by an assignment, by a method
  /// of the standard library that changes what it is called on, or by the last of several statements.
  fileprivate var endsInStatement: Bool {
    guard let last = last?.item else { return true }
    switch last {
    case .decl: return false
    case .expr(let node): return endsInStatement(node)
    case .stmt(let node):
      switch node.as(StmtSyntaxEnum.self) {
      case .breakStmt, .forStmt, .whileStmt: return true
      case .expressionStmt(let node): return endsInStatement(node.expression)
      default: return false
      }
    }
  }

  private func endsInStatement(_ node: ExprSyntax) -> Bool {
    switch node.as(ExprSyntaxEnum.self) {
    case .ifExpr, .switchExpr: node.branches.contains(where: \.endsInStatement)
    case .sequenceExpr(let node): node.isAssignment
    case .functionCallExpr(let node):
      count > 1
        || node.calledExpression.is(MemberAccessExprSyntax.self)
          && Self.changers.contains(node.calleeName)
    default: false
    }
  }

  /// Methods of the standard library that change what they are called on and return nothing.
  private static var changers: Set<String> {
    ["toggle", "append", "insert", "removeAll", "sort", "reverse", "shuffle", "formUnion"]
  }
}

extension SequenceExprSyntax {
  fileprivate var isAssignment: Bool {
    elements.dropFirst().contains { element in
      if element.is(AssignmentExprSyntax.self) { return true }
      let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
      return ["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="].contains(name)
    }
  }
}
