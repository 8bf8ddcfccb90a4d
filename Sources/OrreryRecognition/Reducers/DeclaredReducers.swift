import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Finds the constants and functions whose written type says that their closure is a reducer:
/// `let step: (State, Action) -> State = { … }`.
///
/// No body is looked into.
enum DeclaredReducers {
  /// What holds no declaration of its own that counts.
  private static let closed: Set<SyntaxKind> = [
    .variableDecl, .functionDecl, .initializerDecl, .subscriptDecl, .enumCaseDecl,
  ]

  static func find(in node: some SyntaxProtocol) -> [Syntax] {
    node.all(DeclSyntax.self) { closed.contains($0.kind) }.filter { node in
      if let function = node.as(FunctionDeclSyntax.self) {
        return isReducer(function.signature.returnClause?.type, named: function.name.text)
          && function.answersOneClosure
      }
      guard let variable = node.as(VariableDeclSyntax.self), variable.isShared,
        let binding = variable.bindings.first
      else { return false }
      return isReducer(binding.typeAnnotation?.type, named: binding.pattern.trimmedText)
    }.map { Syntax($0) }
  }

  private static func isReducer(_ type: TypeSyntax?, named name: String) -> Bool {
    guard let function = type?.plainFunction, (2...4).contains(function.parameters.count),
      function.isReducer
    else { return false }
    return function.takesEvent || ReducerForm.reduces(name)
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
