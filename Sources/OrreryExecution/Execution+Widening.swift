import OrreryProgram

/// Rounds of a loop that another one stands for.
extension Execution {
  /// Whether a path would do in a round what an earlier one has done.
  ///
  /// - Parameter base: The path into the loop.
  func covers(_ known: Path, _ way: Path, since base: Path?) -> Bool {
    guard known.frames.count == way.frames.count else { return false }
    if setting.isCoarse { return coarselyCovers(known, way) }
    // From the same state another answer to what was asked leads elsewhere.
    let hasWritten = way.trail.writeLocation != base?.trail.writeLocation
    if hasWritten, known.facts.contains(where: { way.excludes($0.key, $0.value) }) { return false }
    return zip(known.frames, way.frames).allSatisfy { left, right in
      holdsSame(left.me, right.me, known, way)
        && left.variables.indices.allSatisfy { slot in
          left[slot] == nil || holdsSame(left[slot], right[slot], known, way)
        }
    }
  }

  private func holdsSame(_ a: Value?, _ b: Value?, _ left: Path, _ right: Path) -> Bool {
    a.agrees(with: b) { a, b in
      guard case .unknown(let x) = a, case .unknown(let y) = b else { return a.isSame(as: b) }
      return x.type == y.type && x.atLeast == y.atLeast
        && isSame(left.facts[x.symbol], right.facts[y.symbol])
    }
  }
}

/// Telling fewer paths apart, where a handler has too many: by their states alone.
extension Execution {
  /// Whether two paths differ in no more than variables and in what comes with the state; where each
  /// has written that is told by one of the places.
  func isCoarselyOneWay(_ a: Path, _ b: Path) -> Bool {
    guard (a.trail.writeLocation == nil) == (b.trail.writeLocation == nil),
      a.frames.count == b.frames.count,
      a.progress.segment == b.progress.segment, a.progress.raised == b.progress.raised,
      a.progress.isPostponingSame(b.progress)
    else { return false }
    guard let watched = setting.state.place else { return true }
    return a.value(at: watched).agrees(with: b.value(at: watched), by: isCoarselyAlike)
  }

  /// Whether two states are told as the same.
  private func isCoarselyAlike(_ a: Value, _ b: Value) -> Bool {
    guard case .enumCase(let x) = a, case .enumCase(let y) = b, !x.isStart, !y.isStart else {
      return isAlike(a, b)
    }
    return x.isNamed(as: y) && x.payload.count == y.payload.count
  }

  /// Whether rounds from one path have come to all that those from another would.
  private func coarselyCovers(_ known: Path, _ way: Path) -> Bool {
    isCoarselyOneWay(known, way) && known.holdsAlike(way) { covers($0, known, $1, way) }
  }

  private func covers(_ a: Value?, _ known: Path, _ b: Value?, _ way: Path) -> Bool {
    guard let a, let b else { return a == nil }
    return covers(a, known, b, way)
  }

  private func covers(_ a: Value, _ known: Path, _ b: Value, _ way: Path) -> Bool {
    switch (a, b) {
    case (.unknown(let x), .unknown(let y)):
      return x.type == y.type && (x.atLeast == nil || x.atLeast == y.atLeast)
        && (known.facts[x.symbol].map { isSame($0, way.facts[y.symbol]) } ?? true)
    case (.unknown(let x), .bool), (.unknown(let x), .absent), (.unknown(let x), .literal):
      return known.facts[x.symbol] == nil && x.atLeast == nil
    case (.unknown(let x), .array(let items)):
      return known.facts[x.symbol] == nil && !items.contains(where: \.isDecisive)
    case (.object(let x), .object(let y)):
      return x.base.symbol == y.base.symbol && x.writes == y.writes
        && Set(x.fields.keys).union(y.fields.keys).allSatisfy { name in
          covers(field(name, of: x), known, field(name, of: y), way)
        }
    case (.enumCase(let x), .enumCase(let y)) where !x.isStart && !y.isStart:
      return x.isNamed(as: y) && x.payload.count == y.payload.count
        && zip(x.payload, y.payload).allSatisfy { covers($0.value, known, $1.value, way) }
    default: return a.isSame(as: b)
    }
  }
}
