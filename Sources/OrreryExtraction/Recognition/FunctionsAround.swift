import SwiftSyntax

extension ClosureExprSyntax {
  /// The functions that are declared beside a closure, in the blocks of the functions around it.
  var functionsAround: [FunctionDeclSyntax] {
    var found: [FunctionDeclSyntax] = []
    var current = parent
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if let items = node.as(CodeBlockItemListSyntax.self),
        node.parent?.is(SourceFileSyntax.self) != true
      {
        found += items.compactMap { $0.item.as(FunctionDeclSyntax.self) }
      }
      current = node.parent
    }
    return found.reversed()
  }
}
