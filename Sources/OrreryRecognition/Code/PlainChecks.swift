import OrreryLowering
import SwiftSyntax

// Functions that refuse what they are handed by an error.
extension FunctionInfo {
  /// The most statements of a function that only checks.
  private static let mostChecks = 4

  /// Whether it does nothing but throw where a condition holds: what it asks is worth telling.
  var isPlainCheck: Bool {
    guard isThrowing, !isAsync, returnType == nil, let items = body?.statements,
      (1...Self.mostChecks).contains(items.count)
    else { return false }
    return items.allSatisfy(\.isCheck) && items.contains(where: \.throwsItself)
  }

  /// Whether it may throw an error of its own.
  var throwsItself: Bool {
    isThrowing && body?.statements.contains(where: \.throwsItself) ?? false
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement may throw an error, leaves the function, names a value or does nothing.
  fileprivate var isCheck: Bool {
    if item.is(ThrowStmtSyntax.self) { return true }
    if let end = item.as(ReturnStmtSyntax.self) { return end.expression == nil }
    if let declared = item.as(VariableDeclSyntax.self) { return declared.isPlain }
    if let guarded = item.as(GuardStmtSyntax.self) {
      return guarded.body.statements.allSatisfy(\.isCheck)
    }
    guard let node = item.as(ExpressionStmtSyntax.self)?.expression, node.is(IfExprSyntax.self)
    else { return false }
    return node.branches.joined().allSatisfy(\.isCheck)
  }

  /// Whether a `throw` stands in the statement, and neither in a function inside it nor where it may
  /// be caught.
  fileprivate var throwsItself: Bool {
    !all(ThrowStmtSyntax.self) { node in
      if node.is(ClosureExprSyntax.self) || node.is(FunctionDeclSyntax.self) { return true }
      guard let tried = node.parent?.as(DoStmtSyntax.self) else { return false }
      return tried.body.id == node.id && !tried.catchClauses.isEmpty
    }.isEmpty
  }
}

extension VariableDeclSyntax {
  /// Whether nothing is called to find what it holds.
  fileprivate var isPlain: Bool {
    !tokens(viewMode: .sourceAccurate).contains {
      [.leftParen, .leftBrace].contains($0.tokenKind)
    }
  }
}
