import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Follows the tasks of a method that change the state: they are further steps of it.
struct TaskEdits {
  let event: String
  let state: TracedState
  /// What the method does with the state, and the names of its parameters and variables.
  let uses: StateUses
  let locals: Set<String>
  let parts: [String]
  let hops: [String]

  func add(to edits: inout BodyEdits, in body: CodeBlockSyntax) {
    guard uses.writesInTask else { return }
    for closure in TaskClosures.all(in: body) {
      let own = StateUses(
        of: state, in: closure.statements, locals: locals, calls: Set(hops + parts))
      if own.writes { add(to: &edits, closure, own, ifMoved: uses.writes || uses.tests) }
    }
  }

  /// - Parameter ifMoved: Whether the method has a step of its own before the task begins.
  private func add(
    to edits: inout BodyEdits, _ closure: ClosureExprSyntax, _ uses: StateUses, ifMoved: Bool
  ) {
    let owner = closure.keepsSelfWeakly ? "self?" : "self"
    let step = "_tracedTask"
    let condition = ifMoved ? ", ifMoved: true" : ""
    let prologue =
      " var \(step) = OrreryTraced.TracedRun.task(\(owner)._traced, \(literal(event))"
      + "\(condition), \(owner)._tracedState); "
      + "defer { \(step).end(\(owner)._tracedState) };"
    if let signature = closure.signature {
      edits.insert(prologue, after: signature)
    } else {
      edits.insert(prologue, after: closure.leftBrace)
    }
    var waiting = WaitEdits(
      step: step, owner: owner, parts: parts, hops: hops, touches: uses.touches,
      in: closure.statements)
    waiting.add(to: &edits, in: closure.statements)
  }
}

/// The closures of the tasks that code starts.
private final class TaskClosures: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func all(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let visitor = TaskClosures(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.startsTask else { return .visitChildren }
    let last = node.arguments.last?.expression.as(ClosureExprSyntax.self)
    if let closure = node.trailingClosure ?? last { found.append(closure) }
    return .skipChildren
  }
}

extension ClosureExprSyntax {
  /// Whether `self` is an optional in the closure.
  fileprivate var keepsSelfWeakly: Bool {
    signature?.capture?.items.contains { item in
      item.specifier?.specifier.tokenKind == .keyword(.weak)
        && item.keptName?.tokenKind == .keyword(.self)
    } ?? false
  }
}
