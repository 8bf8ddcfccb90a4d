import SwiftSyntax

/// What the words around a call say of the function that it means: one that throws is tried, one that
/// is asynchronous is waited for.
struct CallEffects {
  private var isTried = false
  private var isAwaited = false
  /// Whether `try` is there for the call alone.
  private var isTriedAlone = false

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
    isTriedAlone = Self.isTriedAlone(node)
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

  private static func isTriedAlone(_ node: FunctionCallExprSyntax) -> Bool {
    var outer = node.parent
    if let wait = outer?.as(AwaitExprSyntax.self) { outer = wait.parent }
    guard outer?.is(TryExprSyntax.self) == true, node.trailingClosure == nil else { return false }
    return node.arguments.allSatisfy { argument in
      argument.expression.is(DeclReferenceExprSyntax.self) || argument.expression.isPlainSelf
        || argument.expression.is(MemberAccessExprSyntax.self)
    }
  }

  /// The functions that may be meant.
  func fitting(_ functions: [FunctionInfo]) -> [FunctionInfo] {
    let possible = functions.filter { function in
      let effects = function.effects
      return (isTried || !effects.throws) && (isAwaited || !effects.waits)
    }
    guard isTriedAlone else { return possible }
    let throwing = possible.filter { $0.effects.mayThrow }
    return throwing.isEmpty ? possible : throwing
  }
}

extension FunctionInfo {
  fileprivate var effects: (throws: Bool, mayThrow: Bool, waits: Bool) {
    let clause = node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
    let isRethrown = clause?.throwsClause?.throwsSpecifier.tokenKind == .keyword(.rethrows)
    let mayThrow = clause?.throwsClause != nil
    return (mayThrow && !isRethrown, mayThrow, clause?.asyncSpecifier != nil)
  }
}
