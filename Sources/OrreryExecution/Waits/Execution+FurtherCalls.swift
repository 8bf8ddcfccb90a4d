import OrreryProgram

/// Waits and closures for later to which a function comes again that calls itself behind them.
extension Execution {
  /// Has the ways less deep stand for a deeper one, but where what follows is another next state.
  ///
  /// Where the function has come to itself, what its calls were handed otherwise is not known any more,
  /// so that all that follows is told.
  ///
  /// - Returns: Whether there are any.
  func cover(_ snapshot: Suspension.Snapshot, by known: inout [Suspension.Snapshot]) -> Bool {
    var isCovered = false
    for index in known.indices where known[index].path.depth < snapshot.path.depth {
      guard isAlike(known[index].path, snapshot.path) else { continue }
      isCovered = true
      guard snapshot.calls.string.contains(inOrder: known[index].calls.string) else { continue }
      for (frame, further) in Self.framesInCommon(known[index].path, snapshot.path) {
        forget(whatDiffersIn: frame, from: snapshot.path.frames[further], &known[index].path)
      }
    }
    return isCovered
  }

  /// Whether two ways go on to the same next states, as far as these are known.
  private func isAlike(_ known: Path, _ further: Path) -> Bool {
    let state = watchedType(known)
    return Self.framesInCommon(known, further).allSatisfy { frame, deeper in
      zip(known.frames[frame].variables, further.frames[deeper].variables).allSatisfy {
        guard let a = $0, let b = $1, a.type != nil, a.type == state else { return true }
        return a.isSame(as: b) || a.unknown != nil && b.unknown != nil
      }
    }
  }

  /// The innermost calls of two paths as long as they are of the same functions.
  private static func framesInCommon(_ a: Path, _ b: Path) -> [(Int, Int)] {
    zip((1..<max(a.depth, 1)).reversed(), (1..<max(b.depth, 1)).reversed()).prefix {
      a.frames[$0].function?.id == b.frames[$1].function?.id
    }
  }

  private func forget(whatDiffersIn index: Int, from other: Frame, _ path: inout Path) {
    let frame = path.frames[index]
    for (slot, name) in frame.names.enumerated() {
      guard let name, let value = frame[slot], let further = other[slot],
        !value.isClosure, !further.isClosure, !isAsOpen(value, further, path)
      else { continue }
      var unknown = Unknown(
        symbols.symbol(.told(name, frame: index)), text: name, type: value.type)
      if let first = value.least, let next = further.least, first <= next {
        unknown.atLeast = first
        unknown.isOrdered = true
      }
      let type = frame.function?.parameters.first { $0.variable.slot == slot }?.type
      path.frames[index].variables[slot] = present(.unknown(unknown), as: type)
    }
  }

  /// Whether nothing is known of a value that does not hold of another one.
  private func isAsOpen(_ value: Value, _ other: Value, _ path: Path) -> Bool {
    if let least = value.unknown?.atLeast { return other.least.map { $0 >= least } ?? false }
    if let symbol = value.unknown?.symbol, path.facts[symbol] == nil { return true }
    return Suspension.Snapshot.isKnownAlike(value, other)
  }
}

extension Value {
  /// For a whole number that is known, or was counted up: what it is at least.
  ///
  /// Greater numbers are not told apart, so that a loop which counts comes to an end.
  var least: Int? { (number ?? unknown?.atLeast).map { min($0, 1) } }

  /// The same once it was counted up by a step; nothing where it may be anything.
  func least(countedUpBy step: Int) -> Int? {
    least.flatMap { step > 0 ? min($0 + min(step, 1), 1) : nil }
  }
}

extension [NodeID] {
  /// Whether it has all of some elements in their order.
  fileprivate func contains(inOrder others: [NodeID]) -> Bool {
    var rest = others[...]
    for id in self where id == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
