import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Finds the constants and functions whose written type says that their closure is a reducer:
/// `let step: (State, Action) -> State = { … }`.
///
/// No body is looked into.
final class DeclaredReducers: SyntaxVisitor {
  private var found: [Syntax] = []

  static func find(in node: some SyntaxProtocol) -> [Syntax] {
    let finder = DeclaredReducers(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard let binding = node.bindings.first, let type = binding.typeAnnotation?.type,
      node.isShared
    else { return .skipChildren }
    check(type, named: binding.pattern.trimmedText, of: node)
    return .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = node.signature.returnClause?.type, node.answersOneClosure {
      check(type, named: node.name.text, of: node)
    }
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumCaseDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func check(_ type: TypeSyntax, named name: String, of node: some SyntaxProtocol) {
    guard let function = type.plainFunction, (2...4).contains(function.parameters.count),
      function.isReducer
    else { return }
    if function.takesEvent || ReducerForm.reduces(name) { found.append(Syntax(node)) }
  }
}

extension FunctionDeclSyntax {
  /// Whether one closure is all that the function may answer: of several, conditions choose.
  fileprivate var answersOneClosure: Bool {
    guard let body else { return false }
    let branches: [TokenKind] = [
      .keyword(.if), .keyword(.guard), .keyword(.switch), .keyword(.let), .keyword(.var),
    ]
    return body.statements.allSatisfy { statement in
      statement.firstToken(viewMode: .sourceAccurate).map { !branches.contains($0.tokenKind) }
        ?? true
    }
  }
}

extension VariableDeclSyntax {
  /// Whether there is one for all: in a type, what each value of it has is part of that.
  fileprivate var isShared: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
      || parent?.is(CodeBlockItemSyntax.self) ?? false
  }
}
