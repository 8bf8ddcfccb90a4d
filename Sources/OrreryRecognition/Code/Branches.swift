import OrreryLowering
import SwiftSyntax

extension ExprSyntax {
  /// The bodies of all branches of a condition; without statements where there is no `else`.
  var branches: [CodeBlockItemListSyntax] {
    if let node = self.as(IfExprSyntax.self) {
      let others: [CodeBlockItemListSyntax] =
        switch node.elseBody {
        case .codeBlock(let block): [block.statements]
        case .ifExpr(let node): ExprSyntax(node).branches
        case nil: [[]]
        }
      return [node.body.statements] + others
    }
    let cases = self.as(SwitchExprSyntax.self)?.cases ?? []
    return cases.compactMap { $0.as(SwitchCaseSyntax.self)?.statements }
  }
}

extension CodeBlockItemSyntax {
  /// What a statement evaluates or returns, be it chosen by a condition.
  var answer: ExprSyntax? { value ?? item.as(ExpressionStmtSyntax.self)?.expression }
}
