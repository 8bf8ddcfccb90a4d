import SwiftSyntax

extension SyntaxProtocol {
  /// The source of the node, without the blanks and comments around it.
  ///
  /// What `trimmedDescription` tells, without a copy of the tree for it.
  /// - Complexity: Linear in the length of the node.
  package var trimmedText: String {
    let bytes = syntaxTextBytes
    let (leading, trailing) = (leadingTriviaLength.utf8Length, trailingTriviaLength.utf8Length)
    guard leading + trailing < bytes.count else { return "" }
    return String(decoding: bytes[leading..<(bytes.count - trailing)], as: UTF8.self)
  }
}

extension ExprSyntax {
  /// Whether the expression is `self` or `self?`.
  package var isSelf: Bool {
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.isPlainSelf }
    return isPlainSelf
  }

  /// Whether the expression is `self`.
  package var isPlainSelf: Bool { isReference(to: .self) }

  /// Whether the expression is `Self`.
  package var isSelfType: Bool { isReference(to: .Self) }

  private func isReference(to keyword: Keyword) -> Bool {
    self.as(DeclReferenceExprSyntax.self).map { $0.baseName.tokenKind == .keyword(keyword) }
      ?? false
  }
}
