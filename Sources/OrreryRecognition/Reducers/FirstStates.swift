import OrreryLowering
import OrreryTrace
import SwiftSyntax

// Where a reducer says beside its declarations how it begins.
extension ReducerStyle {
  /// What `static func initial() -> (Model, Command)` gives first.
  func firstState(of state: TypeInfo, in owner: TypeInfo) -> ExprSyntax? {
    let maker = owner.functions.first { function in
      guard ["initial", "initialState", "initialModel"].contains(function.name),
        let first = function.returnType?.as(TupleTypeSyntax.self)?.elements.first?.type
      else { return false }
      return function.parameters.isEmpty
        && index.resolve(first, in: owner, module: owner.module) == state.key
    }
    return maker?.onlyAnswer?.as(TupleExprSyntax.self)?.elements.first?.expression
  }
}

extension FunctionInfo {
  /// What a function returns that does nothing else.
  var onlyAnswer: ExprSyntax? {
    guard let body = body?.statements, body.count == 1, let item = body.first?.item else {
      return nil
    }
    return item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
  }
}

extension Handler {
  /// What a function that is handed no state begins with, where it always answers with one:
  /// `state ?? .idle`.
  var replacement: ExprSyntax? {
    guard !takesOptionalState, returnType?.is(OptionalTypeSyntax.self) == false,
      let name = parameters.first(where: { $0.role == .state(isInOut: false) })?.name
    else { return nil }
    return ReplacementFinder.find(name, in: body)
  }
}

/// Finds what the parameter of a body is replaced with where it is absent.
private final class ReplacementFinder: SyntaxVisitor {
  private let name: String
  private var found: ExprSyntax?

  static func find(_ name: String, in body: CodeBlockItemListSyntax) -> ExprSyntax? {
    let finder = ReplacementFinder(name)
    finder.walk(body)
    return finder.found
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements.suffix(3))
    guard found == nil, elements.count == 3, elements[1].trimmedText == "??",
      let subject = elements[0].as(DeclReferenceExprSyntax.self)?.baseName.text,
      Naming.identifier(subject) == name
    else { return .visitChildren }
    found = elements[2]
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
