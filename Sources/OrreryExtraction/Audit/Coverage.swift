import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// What executions have made of the entries of a ledger: where they came, and which rows their paths
/// have made.
struct Coverage {
  let footprint: Footprint
  let program: LoweredProgram
  /// The bodies of the handlers, by what is lowered of them.
  private let handlers: [NodeID: SyntaxIdentifier]

  init(_ footprint: Footprint, of site: Site, in program: LoweredProgram) {
    (self.footprint, self.program) = (footprint, program)
    let bodies = site.handlers.flatMap { [$0] + $0.next }.map { handler in
      (program.function(ofBody: handler.body, in: handler.file), handler.body.id)
    }
    handlers = Dictionary(bodies) { first, _ in first }
  }

  /// The rows of the paths that end with a statement, and of those that change the state by it.
  func rows(endingAt standing: Standing) -> [RowKey] {
    syntax(standing).map { footprint.rows(endingAt: $0) } ?? []
  }

  func rows(writingAt standing: Standing) -> [RowKey] {
    syntax(standing).map { footprint.rows(writingAt: $0) } ?? []
  }

  /// Whether a path that does nothing after a wait ends with a statement, or assigns by it what is there
  /// already.
  func isIdle(endingAt standing: Standing) -> Bool {
    syntax(standing).map { footprint.isIdle(endingAt: $0) } ?? false
  }

  func isIdle(writingAt standing: Standing) -> Bool {
    syntax(standing).map { footprint.isIdle(writingAt: $0) } ?? false
  }

  /// Whether executions came to the branches around a place, and none could take the one that it is in.
  func rulesOut(_ standing: Standing) -> Bool { isPassed(standing) && !isCut(before: standing) }

  /// Whether executions passed a place by, and some path was left from which another could come to it.
  func leaves(_ standing: Standing) -> Bool { isPassed(standing) && isCut(before: standing) }

  /// The calls by which executions hand the machine to a function; nothing where none does.
  func calls(handingTo function: Function) -> Set<NodeID>? {
    program.syntax(of: function.id).flatMap { footprint.calls(handingTo: $0) }.map { calls in
      Set(calls.values.map { program.id(of: $0.node, in: $0.file) })
    }
  }

  private func isPassed(_ standing: Standing) -> Bool {
    let isReached = { (around: Standing.Around) in
      program.syntax(of: around.statement.id).map(footprint.isReached) ?? false
    }
    guard let first = standing.statements.first, !isReached(first),
      let open = standing.statements.first(where: isReached)
    else { return false }
    // A closure that nothing calls proves nothing of what is in it.
    return !open.isOutside
  }

  private func isCut(before standing: Standing) -> Bool {
    for code in standing.code.reversed() {
      if let isCut = handlers[code.function.id].flatMap(footprint.isCut) { return isCut }
    }
    return footprint.isCut
  }

  private func syntax(_ standing: Standing) -> SyntaxIdentifier? {
    standing.statement.flatMap { program.syntax(of: $0.id) }
  }
}
