import OrreryExecution
import OrreryModel
import OrrerySyntax
import SwiftSyntax

extension Outcome {
  /// Where a way has chosen what it writes, if it writes all of that at one place behind the branches:
  /// `switch action { case .start: phase = .busy … }; return State(phase: phase, count: count)`.
  func choice(of writes: [Write]) -> OrreryModel.SourceLocation? {
    guard let place = writes.first?.location, writes.allSatisfy({ $0.location == place }),
      writes.count > 1 || writes.allSatisfy({ $0.depth == nil }),
      let innermost, !innermost.holds(place), innermost.choosesVariables
    else { return nil }
    return branch
  }
}

extension Branch {
  /// Whether its statements assign variables, or it leaves them all as they are.
  fileprivate var choosesVariables: Bool {
    if items.count == 1, items.first?.item.is(BreakStmtSyntax.self) == true { return true }
    return VariableFinder.find(in: items)
  }
}

/// Looks for the assignment of a name that no base stands before.
private final class VariableFinder: SyntaxVisitor {
  private var isFound = false

  static func find(in node: some SyntaxProtocol) -> Bool {
    let finder = VariableFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.isFound
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements.prefix(2))
    if elements.count == 2, elements[1].is(AssignmentExprSyntax.self),
      elements[0].is(DeclReferenceExprSyntax.self)
    {
      isFound = true
    }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
