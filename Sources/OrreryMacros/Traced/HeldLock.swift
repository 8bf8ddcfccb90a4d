import OrreryTrace
import SwiftSyntax

/// A lock beside the state that a method takes itself: what it records has to be read while that is held.
enum HeldLock {
  /// Behind which statement of a body the step begins: `defer { lock.unlock() }` after `lock.lock()`.
  static func start(of body: CodeBlockSyntax) -> CodeBlockItemSyntax? {
    let items = Array(body.statements)
    return zip(items, items.dropFirst()).first { taken, released in
      guard let lock = lock(takenBy: taken),
        let exit = released.item.as(DeferStmtSyntax.self)?.body.statements,
        let last = exit.last, exit.count == 1
      else { return false }
      return call("unlock", in: last) == lock
    }?.1
  }

  /// The lock that a method gives back without a `defer`, so that no step ends before that.
  static func releasedByHand(in body: CodeBlockSyntax) -> String? {
    guard start(of: body) == nil else { return nil }
    return body.statements.lazy.compactMap(lock(takenBy:)).first
  }

  private static func lock(takenBy item: CodeBlockItemSyntax) -> String? { call("lock", in: item) }

  /// What a statement calls a method of, which does nothing else: `lock.lock()`.
  private static func call(_ name: String, in item: CodeBlockItemSyntax) -> String? {
    guard let call = item.item.as(ExprSyntax.self)?.as(FunctionCallExprSyntax.self),
      call.arguments.isEmpty,
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == name
    else { return nil }
    return member.base?.trimmedDescription
  }

  /// The closures in which a method does all that it does with the state, while a lock or a queue runs
  /// them: `lock.withLock { … }`, `queue.sync { … }`.
  static func closures(
    in body: CodeBlockSyntax, of state: TracedState, locals: Set<String>
  ) -> [ClosureExprSyntax] {
    let all = GuardedClosures.all(in: body)
    guard !all.isEmpty else { return [] }
    let outside = StateUses(of: state, in: body, locals: locals, leavingOut: Set(all.map(\.id)))
    guard !outside.writes, !outside.tests, !outside.mayWrite else { return [] }
    let direct = all.filter { closure in
      let uses = StateUses(of: state, in: closure.statements, locals: locals)
      return uses.writes || uses.tests || uses.mayWrite
    }
    // Which of the functions that are called change the state is not seen here.
    return direct.isEmpty && outside.calls.isEmpty ? all : direct
  }
}

/// The closures that are given to something which is called a lock or a queue.
private final class GuardedClosures: SyntaxVisitor {
  private static let methods = ["withLock", "withLockVoid", "sync"]
  private var found: [ClosureExprSyntax] = []

  static func all(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let visitor = GuardedClosures(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      Self.methods.contains(member.declName.baseName.text),
      let name = member.base?.lastToken(viewMode: .sourceAccurate)?.text.lowercased(),
      ["lock", "queue", "mutex"].contains(where: name.hasSuffix),
      let closure = node.trailingClosure
        ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return .visitChildren }
    found.append(closure)
    return .skipChildren
  }
}
