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
      return function.parameters.isEmpty && index.resolve(first, in: owner) == state.key
    }
    return maker?.onlyAnswer?.as(TupleExprSyntax.self)?.elements.first?.expression
  }
}

extension FunctionInfo {
  /// What a function returns that does nothing else.
  var onlyAnswer: ExprSyntax? {
    body?.statements.onlyValue
  }
}

extension Handler {
  /// What a function that is handed no state begins with, where it always answers with one:
  /// `state ?? .idle`.
  var replacement: ExprSyntax? {
    guard !takesOptionalState, returnType?.is(OptionalTypeSyntax.self) == false,
      let name = parameters.first(where: { $0.role == .state(isInOut: false) })?.name
    else { return nil }
    return body.all(SequenceExprSyntax.self) { $0.is(ClosureExprSyntax.self) }.lazy.compactMap {
      let elements = Array($0.elements.suffix(3))
      guard elements.count == 3, elements[1].trimmedText == "??", elements[0].plainName == name
      else { return nil }
      return elements[2]
    }.first
  }
}
