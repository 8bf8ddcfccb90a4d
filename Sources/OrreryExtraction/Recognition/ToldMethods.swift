import OrreryLowering
import OrreryTrace
import SwiftSyntax

// Methods that take an enum, and are told by those that call them what of it is meant.
extension MutatingStyle {
  /// Whether a private method changes no state, and none of those that call it hands on what it was
  /// handed itself: which case they name is part of what they do, and no event.
  func isToldWhat(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard function.isPrivate, !reach.reaches(index, { $0.writes > 0 }) else { return false }
    let callers = reach.functions.indices.filter { other in
      other != index && reach.mentions[other].calls.contains(function.name)
    }
    return callers.contains { reach.mentions[$0].given.contains(function.name) }
      && !callers.contains { caller in
        HandedVariables.isHanded(to: function.name, in: reach.functions[caller].node)
      }
  }
}

/// Looks for calls of a function that are handed a variable.
private final class HandedVariables: SyntaxVisitor {
  private let name: String
  private var isFound = false

  static func isHanded(to name: String, in node: some SyntaxProtocol) -> Bool {
    let finder = HandedVariables(name)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == name,
      node.arguments.contains(where: { $0.expression.is(DeclReferenceExprSyntax.self) })
    {
      isFound = true
    }
    return .visitChildren
  }
}
