import OrreryProgram

/// What executions have made of the entries of a ledger: where they came, and which rows their paths
/// have made.
struct Coverage {
  let footprint: Footprint

  /// The rows of the paths that end with a statement, and of those that change the state by it.
  func rows(endingAt standing: Standing) -> [RowKey] {
    standing.statement.map { footprint.rows(endingAt: $0.id) } ?? []
  }

  func rows(writingAt standing: Standing) -> [RowKey] {
    standing.statement.map { footprint.rows(writingAt: $0.id) } ?? []
  }

  /// Whether a path that does nothing after a wait ends with a statement, or assigns by it what is there
  /// already.
  func isIdle(endingAt standing: Standing) -> Bool {
    standing.statement.map { footprint.isIdle(endingAt: $0.id) } ?? false
  }

  func isIdle(writingAt standing: Standing) -> Bool {
    standing.statement.map { footprint.isIdle(writingAt: $0.id) } ?? false
  }

  /// Whether executions came to the branches around a place, and none could take the one that it is in.
  func rulesOut(_ standing: Standing) -> Bool { isPassed(standing) && !isCut(before: standing) }

  /// Whether executions passed a place by, and some path was left from which another could come to it.
  func leaves(_ standing: Standing) -> Bool { isPassed(standing) && isCut(before: standing) }

  /// The calls by which executions hand the machine to a function; nothing where none does.
  func calls(handingTo function: Function) -> Set<NodeID>? {
    footprint.calls(handingTo: function.id)
  }

  private func isPassed(_ standing: Standing) -> Bool {
    let isReached = { (around: Standing.Around) in footprint.isReached(around.statement.id) }
    guard let first = standing.statements.first, !isReached(first),
      let open = standing.statements.first(where: isReached)
    else { return false }
    // A closure that nothing calls proves nothing of what is in it.
    return !open.isOutside
  }

  private func isCut(before standing: Standing) -> Bool {
    for code in standing.code.reversed() {
      if let isCut = footprint.isCut(code.function.id) { return isCut }
    }
    return footprint.isCut
  }
}
