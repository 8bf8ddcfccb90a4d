import OrreryLowering
import SwiftSyntax

/// What the words around a call say of the function that it means: one that throws is tried, one that
/// is asynchronous is waited for.
struct CallEffects {
  private var isTried = false
  private var isAwaited = false

  init(around node: FunctionCallExprSyntax) {
    var inner = Syntax(node)
    while let parent = inner.parent, !parent.is(CodeBlockItemSyntax.self),
      !parent.is(ClosureExprSyntax.self)
    {
      add(parent)
      // `try a ?? b()`: what stands behind the first element is tried too.
      if let chain = parent.as(ExprListSyntax.self) {
        for element in chain.prefix(while: { $0.position < inner.position }) {
          add(Syntax(element))
        }
      }
      if let binding = parent.as(VariableDeclSyntax.self) {
        // What such a constant throws is tried where it is waited for.
        if binding.modifiers.contains(where: { $0.name.tokenKind == .keyword(.async) }) {
          (isAwaited, isTried) = (true, true)
        }
      }
      inner = parent
    }
  }

  private mutating func add(_ node: Syntax) {
    if node.is(TryExprSyntax.self) { isTried = true }
    if let wait = node.as(AwaitExprSyntax.self) {
      isAwaited = true
      if wait.expression.is(TryExprSyntax.self) { isTried = true }
    }
    if let attempt = node.as(TryExprSyntax.self), attempt.expression.is(AwaitExprSyntax.self) {
      isAwaited = true
    }
  }

  /// The functions that may be meant.
  func fitting(_ functions: [FunctionInfo]) -> [FunctionInfo] {
    functions.filter { function in
      let effects = function.effects
      return (isTried || !effects.throws) && (isAwaited || !effects.waits)
    }
  }

  /// Of functions that take the arguments, those that go before the others: where something is waited
  /// for, asynchronous ones do.
  ///
  /// That a call is tried tells nothing more.
  func preferred(_ functions: [FunctionInfo]) -> [FunctionInfo] {
    let waiting = isAwaited ? functions.filter(\.effects.waits) : []
    return waiting.isEmpty ? functions : waiting
  }
}

extension FunctionInfo {
  fileprivate var effects: (throws: Bool, waits: Bool) {
    let clause = node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
    let isRethrown = clause?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    return (clause?.throwsClause != nil && !isRethrown, clause?.asyncSpecifier != nil)
  }
}
