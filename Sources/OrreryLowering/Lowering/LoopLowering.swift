import OrreryProgram
import SwiftSyntax

/// Loops.
extension FunctionLowering {
  func lower(_ node: WhileStmtSyntax) {
    let known = names
    let conditions = node.conditions.map { lower($0) }
    if conditions.contains(where: \.waits) {
      names = known
      // A loop that only what is in it leaves.
      let always = Expression(
        .bool(true), id: statement.id, text: "true", location: statement.location)
      return loop(.while([.holds(always)]), node) {
        guard let exit = exits.last else { return }
        branch(on: Conditions(node.conditions)) {
          lower(node.body.statements)
        } otherwise: {
          finish(.jump(exit.behind), statement)
        }
      }
    }
    loop(.while(conditions), node) { lower(node.body.statements) }
    names = known
  }

  func lower(_ node: RepeatStmtSyntax) {
    let condition = lower(node.condition)
    if condition.waits { note(unsupported: "a `repeat` whose condition waits") }
    loop(.repeatWhile(condition), node) { lower(node.body.statements) }
  }

  func lower(_ node: ForStmtSyntax) {
    let known = names
    let list =
      node.sequence.isChoice
      ? unsupported(node.sequence, "an `if` as a sequence") : suspending(lower(node.sequence))
    let pattern = pattern(node.pattern)
    let kind = Loop.Kind.forEach(
      pattern, list, filter: node.whereClause.map { lower($0.condition) },
      isWaiting: node.awaitKeyword != nil)
    loop(kind, node) { loop in
      loop.isTried = node.tryKeyword != nil
      (loop.elementText, loop.sequenceText) = (node.pattern.folded, node.sequence.folded)
    } body: {
      lower(node.body.statements)
    }
    names = known
  }

  /// - Parameter kind: What a round begins with; what it binds is known in the body.
  private func loop(
    _ kind: Loop.Kind, _ node: some SyntaxProtocol, _ complete: (inout Loop) -> Void = { _ in },
    body work: () -> Void
  ) {
    let (own, label) = (statement, takeLabel())
    let header = header()
    let (first, next, behind) = (block(in: header), block(in: header), block())
    var loop = Loop(kind, node: context.id(node), body: first, next: next, behind: behind)
    complete(&loop)
    finish(.loop(loop), own)
    within(Exit(label: label, behind: behind, next: next)) {
      fill(first, then: .jump(next), work)
    }
    set(.jump(header), of: next)
    resume(behind)
  }
}
