import OrreryLowering
import SwiftSyntax

/// The way to a wait that a walk goes on behind: what does not lead there is passed by.
extension Interpreter {
  /// Whether a continuation was found before.
  ///
  /// Several ways may lead to one: each is to be gone again, and what one has decided is then not told
  /// from what the others have.
  func isFound(_ continuation: Continuation, at node: some SyntaxProtocol) -> Bool {
    guard let index = continuations.firstIndex(of: continuation) else { return false }
    let known = continuations[index].trail
    if !callers.allSatisfy({ known.contains($0.id) }) {
      continuations[index].trail.formUnion(trail(to: node))
      continuations[index].isJoined = true
    }
    return true
  }

  func trail(to node: some SyntaxProtocol) -> Set<SyntaxIdentifier> {
    // The trail of a walk that follows one already is not asked for.
    guard resumption == nil || continuations.count < 64 else { return [] }
    var result: Set<SyntaxIdentifier> = []
    for start in callers + assigned + [Syntax(node)] {
      var current: Syntax? = start
      while let parent = current, result.insert(parent.id).inserted { current = parent.parent }
    }
    return result
  }

  /// Whether a statement stands before the continuation that is walked to, and does not lead there:
  /// what it decides is of no matter, since any state may hold after the wait.
  func isPassed(_ item: CodeBlockItemSyntax, _ path: Path) -> Bool {
    guard let resumption, !resumption.isThorough, path.segment == nil, Self.isBranching(item),
      case let trail = resumption.continuation.trail, !trail.contains(item.id),
      !Self.isAnswer(item, off: trail)
    else { return false }
    // What a helper throws goes to where it is called.
    return thrown.count == 1
      || !([Syntax(item)] + callers).contains { Self.mayLeadToCatch($0, on: trail) }
  }

  /// Whether a statement is part of code that gives a value, and that does not lead there itself: what
  /// it decides may be the value.
  private static func isAnswer(
    _ item: CodeBlockItemSyntax, off trail: Set<SyntaxIdentifier>
  ) -> Bool {
    var current = item.parent
    while let parent = current {
      switch parent.kind {
      case .closureExpr, .accessorBlock, .initializerDecl: return !trail.contains(parent.id)
      case .functionDecl:
        let answer = parent.as(FunctionDeclSyntax.self)?.signature.returnClause
        return answer != nil && !trail.contains(parent.id)
      default: current = parent.parent
      }
    }
    return false
  }

  /// Whether a statement stands in a `do` to one of whose clauses a trail leads: it may throw there.
  private static func mayLeadToCatch(
    _ item: Syntax, on trail: Set<SyntaxIdentifier>
  ) -> Bool {
    var current = item.parent
    while let parent = current, !parent.is(FunctionDeclSyntax.self) {
      if let node = parent.as(DoStmtSyntax.self), trail.contains(node.id) {
        return !trail.contains(node.body.id)
      }
      current = parent.parent
    }
    return false
  }

  /// The way behind a statement that is passed by, with what has to hold to come to its end, where
  /// that holds ever after.
  func passing(exitOf item: CodeBlockItemSyntax, _ path: Path) -> Path {
    let path = naming(selfOf: item, path)
    guard let (conditions, isGuard) = item.exit,
      conditions.allSatisfy({ $0.condition.is(ExprSyntax.self) && isLasting($0, path) })
    else { return path }
    let (yes, no) = branch(conditions, path)
    let ways = isGuard ? yes : no
    guard var way = ways.first, ways.count == 1 else { return path }
    way.guards = path.guards
    return way
  }

  /// The way behind a `guard` that is passed by, with the other names that it gives the machine.
  private func naming(selfOf item: CodeBlockItemSyntax, _ path: Path) -> Path {
    guard let node = item.item.as(GuardStmtSyntax.self), let place = path.place(of: "self") else {
      return path
    }
    return node.conditions.reduce(path) { path, element in
      guard case .optionalBinding(let binding) = element.condition,
        let name = binding.nameOfSelf, name != "self"
      else { return path }
      var path = path
      path.declare(name, .alias(place))
      return path
    }
  }

  private static func isBranching(_ item: CodeBlockItemSyntax) -> Bool {
    switch Syntax(item.item).kind {
    case .guardStmt, .forStmt, .whileStmt, .repeatStmt, .doStmt, .expressionStmt, .labeledStmt:
      true
    case .functionCallExpr, .tryExpr, .awaitExpr: true
    default: false
    }
  }
}

extension CodeBlockItemSyntax {
  /// The conditions of a `guard`, or of an `if` that does nothing but leave, and whether they are to
  /// hold behind it.
  fileprivate var exit: (conditions: ConditionElementListSyntax, isGuard: Bool)? {
    if let node = item.as(GuardStmtSyntax.self) { return (node.conditions, true) }
    let branch =
      item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
      ?? item.as(IfExprSyntax.self)
    guard let branch, branch.elseBody == nil,
      case .stmt(let last)? = branch.body.statements.last?.item,
      [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(last.kind)
    else { return nil }
    return (branch.conditions, false)
  }
}
