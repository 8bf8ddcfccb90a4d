import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What is not read one step after the other: where it may change the property, its value is open.
extension InitialFinder {
  /// What held, or something that is not told.
  func opened(_ start: Found) -> Found {
    Self.distinct(start + [ExprSyntax(DiscardAssignmentExprSyntax())])
  }

  func unread(_ node: (some SyntaxProtocol)?, from start: Found) -> Found {
    guard let node else { return start }
    return UnreadFinder.finds(in: node, for: self, from: start) ? opened(start) : start
  }

  /// What a call is handed, before it is made.
  func unread(
    _ arguments: LabeledExprListSyntax, _ closure: ClosureExprSyntax?,
    of node: FunctionCallExprSyntax, from start: Found
  ) -> Found {
    let start = unread(arguments, from: start)
    guard let closure, node.runsNow(closure) else { return start }
    return unread(closure.statements, from: start)
  }

  /// What a call does that is no helper's: a mutating method of the state may change it.
  func unread(calleeOf node: FunctionCallExprSyntax, from start: Found) -> Found {
    if let closure = node.calledExpression.as(ClosureExprSyntax.self) {
      return unread(closure.statements, from: start)
    }
    return isChange(node) ? opened(start) : unread(node.calledExpression, from: start)
  }
}

/// Finds what may change a property inside of something that is not read.
private final class UnreadFinder: SyntaxVisitor {
  private let finder: InitialFinder
  private let start: InitialFinder.Found
  private var isFound = false

  static func finds(
    in node: some SyntaxProtocol, for finder: InitialFinder, from start: InitialFinder.Found
  ) -> Bool {
    let visitor = UnreadFinder(finder, start)
    visitor.walk(node)
    return visitor.isFound
  }

  private init(_ finder: InitialFinder, _ start: InitialFinder.Found) {
    (self.finder, self.start) = (finder, start)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    isFound =
      isFound || finder.isChange(node)
      || finder.helpers(calledBy: node).contains { finder.writes($0, from: start) }
    return isFound ? .skipChildren : .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].is(AssignmentExprSyntax.self) {
      let tuple = elements[0].as(TupleExprSyntax.self)?.elements.map(\.expression)
      isFound =
        isFound
        || (tuple ?? [elements[0]]).contains { finder.names.contains($0.trimmedText) }
    }
    return isFound ? .skipChildren : .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = isFound || finder.names.contains(node.expression.trimmedText)
    return .visitChildren
  }

  /// What a closure does that is kept is done later.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let parent = node.parent?.as(LabeledExprSyntax.self)?.parent?.parent ?? node.parent
    guard let call = parent?.as(FunctionCallExprSyntax.self) else { return .skipChildren }
    return call.calledExpression.id == node.id || call.runsNow(node)
      ? .visitChildren : .skipChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// Functions that start what the closure does, and do not wait for it.
  private static let starters: Set = [
    "Task", "detached", "async", "addTask", "addTaskUnlessCancelled", "Future", "addOperation",
    "addBarrierBlock", "onEventLoop", "run", "perform",
  ]

  /// Whether a closure is run before the call of it returns.
  fileprivate func runsNow(_ closure: ClosureExprSyntax) -> Bool {
    !closure.isTask && !Self.starters.contains(calleeName) && runsClosure
  }
}
