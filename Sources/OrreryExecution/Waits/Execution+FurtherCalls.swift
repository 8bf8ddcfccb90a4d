import OrreryProgram

/// Waits and closures for later to which a function comes again that calls itself behind them.
extension Execution {
  /// Has the ways less deep stand for one that goes on in more calls of the same functions.
  ///
  /// What these were handed otherwise is not known any more then, so that all that follows is told.
  ///
  /// - Returns: Whether there are any.
  func cover(_ snapshot: Suspension.Snapshot, by known: inout [Suspension.Snapshot]) -> Bool {
    let covering = known.indices.filter { covers(known[$0], snapshot) }
    for index in covering {
      for (frame, further) in Self.framesInCommon(known[index].path, snapshot.path) {
        forget(whatDiffersIn: frame, from: snapshot.path.frames[further], &known[index].path)
      }
    }
    return !covering.isEmpty
  }

  /// Whether a way goes on as a deeper one does, but for what calls were handed.
  private func covers(
    _ known: Suspension.Snapshot, _ snapshot: Suspension.Snapshot
  ) -> Bool {
    let (path, further) = (known.path, snapshot.path)
    guard path.depth < further.depth, snapshot.calls.string.contains(inOrder: known.calls.string)
    else { return false }
    let state = watchedType(path)
    return Self.framesInCommon(path, further).allSatisfy { frame, further in
      zip(path.frames[frame].variables, snapshot.path.frames[further].variables).allSatisfy {
        // Each next state is a row, and a closure is what follows.
        guard let a = $0, let b = $1 else { return true }
        return a.isSame(as: b) || !a.isClosure && !b.isClosure && (a.type == nil || a.type != state)
      }
    }
  }

  /// The innermost calls of two paths as long as they are of the same functions.
  private static func framesInCommon(_ a: Path, _ b: Path) -> [(Int, Int)] {
    zip((1..<max(a.depth, 1)).reversed(), (1..<max(b.depth, 1)).reversed()).prefix {
      a.frames[$0].function?.id == b.frames[$1].function?.id
        && a.frames[$0].names.count == b.frames[$1].names.count
    }
  }

  private func forget(whatDiffersIn index: Int, from other: Frame, _ path: inout Path) {
    let frame = path.frames[index]
    for (slot, name) in frame.names.enumerated() {
      guard let name, let value = frame[slot], let further = other[slot],
        !isAsOpen(value, further, path)
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
