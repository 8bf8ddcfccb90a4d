import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Loops.
extension FunctionLowering {
  func lower(_ node: WhileStmtSyntax) {
    let known = names
    loop(node.body) { .while(self.lower(node.conditions)) }
    names = known
  }

  func lower(_ node: RepeatStmtSyntax) {
    loop(node.body) { .repeatWhile(self.lower(node.condition)) }
  }

  func lower(_ node: ForStmtSyntax) {
    let known = names
    loop(node.body, isTried: node.tryKeyword != nil) {
      let list =
        node.sequence.isChoice
        ? self.unsupported(node.sequence, "an `if` as a sequence") : self.lower(node.sequence)
      let pattern = self.pattern(node.pattern)
      return .forEach(
        pattern, list, filter: node.whereClause.map { self.lower($0.condition) },
        isWaiting: node.awaitKeyword != nil)
    }
    names = known
  }

  /// - Parameter kind: What a round begins with; what it binds is known in the body.
  private func loop(_ body: CodeBlockSyntax, isTried: Bool = false, _ kind: () -> Loop.Kind) {
    let (own, label) = (statement, takeLabel())
    let header = header()
    let (first, next, behind) = (block(in: header), block(in: header), block())
    var loop = Loop(kind(), body: first, next: next, behind: behind)
    loop.isTried = isTried
    finish(.loop(loop), own)
    within(Exit(label: label, behind: behind, next: next)) {
      fill(first, then: .jump(next)) { lower(body.statements) }
    }
    set(.jump(header), of: next)
    resume(behind)
  }
}
