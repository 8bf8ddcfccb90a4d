import OrreryTrace
import SwiftSyntax

extension ReduceClosure {
  /// Whether it answers with the state that it is handed or with a copy of that, as one never does
  /// that answers with an effect.
  var answersWithState: Bool {
    guard let stateName else { return false }
    let copies = node.statements.flatMap { item -> [String] in
      guard let variable = item.item.as(VariableDeclSyntax.self) else { return [] }
      return variable.bindings.compactMap { binding -> String? in
        guard let value = binding.initializer?.value, value.isCopy(of: stateName) else {
          return nil
        }
        return binding.pattern.as(IdentifierPatternSyntax.self)
          .map { Naming.identifier($0.identifier.text) }
      }
    }
    let finder = AnswerFinder(names: Set(copies + [stateName]))
    finder.walk(node.statements)
    return finder.isFound
  }
}

extension ExprSyntax {
  /// `state`, or `state ?? …`.
  fileprivate func isCopy(of name: String) -> Bool {
    guard let first = firstToken(viewMode: .sourceAccurate), first.text == name else {
      return false
    }
    return first == lastToken(viewMode: .sourceAccurate)
      || first.nextToken(viewMode: .sourceAccurate)?.text == "??"
  }
}

/// Looks for a `return` of some names.
private final class AnswerFinder: SyntaxVisitor {
  private let names: Set<String>
  var isFound = false

  init(names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    let name = node.expression?.as(DeclReferenceExprSyntax.self)?.baseName.text
    isFound = isFound || name.map(names.contains) ?? false
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
