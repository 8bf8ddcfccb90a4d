import OrreryProgram

/// Loops that only work on variables of their function.
extension Execution {
  /// The path behind a loop of which nothing of the machine can come: what it assigns is not known
  /// there; nothing for another loop.
  func passing(_ loop: Loop, of body: Body, _ path: Path) -> Path? {
    // What a function returns may be put together in a loop.
    guard setting.state.structType == nil, calls.all.allSatisfy({ $0.function.returnType == nil }),
      let construct = body.blocks[loop.body].around
    else { return nil }
    let region = body.region(from: loop.body, in: construct).union([loop.next])
    let blocks = region.sorted().map { body.blocks[$0] }
    let references = References(of: blocks)
    guard blocks.allSatisfy({ $0.staysIn(region, or: loop.behind) }), !references.usesSelf,
      !references.mayThrow, !references.waits, !mayWrite(references, path), !asksOthers(blocks),
      !notifiesOthers(references, path),
      references.called.isDisjoint(with: Library.traps.union(["precondition"])),
      references.changedVariables.allSatisfy({ isPlainLocal($0, path) })
    else { return nil }
    return references.changedVariables.sorted { $0.slot < $1.slot }.reduce(into: path) {
      path, variable in
      guard let place = path.place(of: variable), let old = path.value(at: place) else { return }
      path.set(another(old, variable.name, path), at: place)
    }
  }

  /// Another value of the same type as one.
  private func another(_ old: Value, _ name: String, _ path: Path) -> Value {
    guard case .unknown(var unknown) = fresh(name, path, type: old.type) else { return old }
    (unknown.isFloat, unknown.declared) = (old.unknown?.isFloat ?? false, old.unknown?.declared)
    unknown.isOrdered = old.isOrdered || old.number != nil
    return .unknown(unknown)
  }

  /// Whether a variable holds neither a state, nor code, nor an answer.
  private func isPlainLocal(_ variable: Variable, _ path: Path) -> Bool {
    guard let place = path.place(of: variable) else { return false }
    guard let value = path.value(at: place) else { return true }
    return place.path.isEmpty && place.name == variable.name && !value.isDecisive
      && (value.type == nil || value.type != watchedType(path))
  }
}

extension Block {
  /// Whether it leads nowhere but to some blocks.
  fileprivate func staysIn(_ region: Set<Block.Number>, or behind: Block.Number) -> Bool {
    switch end {
    case .return, .throw, .unreachable: false
    // Or back to the block that ends the construct around.
    default: end.successors.allSatisfy { region.contains($0) || $0 == behind || $0 == around }
    }
  }
}
