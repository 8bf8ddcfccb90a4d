import OrreryProgram

/// What executions have made of the places where entries of a ledger stand.
extension Footprint {
  /// Whether executions came to the branches around a place, and none could take the one that it is in.
  func rulesOut(_ standing: Standing) -> Bool { isPassed(standing) && !isCut(before: standing) }

  /// Whether executions passed a place by, and some path was left from which another could come to it.
  func leaves(_ standing: Standing) -> Bool { isPassed(standing) && isCut(before: standing) }

  private func isPassed(_ standing: Standing) -> Bool {
    let isReached = { (around: Standing.Around) in self.isReached(around.statement.id) }
    guard let first = standing.statements.first, !isReached(first),
      let open = standing.statements.first(where: isReached)
    else { return false }
    // A closure that nothing calls proves nothing of what is in it.
    return !open.isOutside
  }

  private func isCut(before standing: Standing) -> Bool {
    standing.code.reversed().lazy.compactMap { self.isCut($0.function.id) }.first ?? isCut
  }
}
