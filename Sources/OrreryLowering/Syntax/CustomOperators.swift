import SwiftSyntax

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
}
