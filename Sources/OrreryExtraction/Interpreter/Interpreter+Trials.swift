import OrreryLowering
import SwiftSyntax

/// What came of a closure that was tried out.
struct Trial {
  fileprivate var start: Start
  fileprivate var changes: Bool

  /// What decides what a trial comes to.
  fileprivate struct Start {
    /// The functions around it, which are not followed into again.
    var around: Set<SyntaxIdentifier>
    var depth: Int
    var isResumed: Bool
    var isCoarse: Bool
    /// The variables that the closure names, and what is known of them.
    var values: [String: Value]
    /// Those of them that stand for the machine itself, not for a copy of it.
    var machines: Set<String>
    var facts: [String: Fact]
  }
}

/// Closures that may be called later: only those that change the state are events.
extension Interpreter {
  /// Tries a closure out in whatever state it may be called, up to its first write of the state, and
  /// forgets what it did.
  ///
  /// - Parameter orWaits: Whether one is meant too that waits before it may: it asks for something,
  ///   which a transition shows.
  /// - Parameter begins: Whether it is a task that begins once its starter has ended.
  func changesState(
    _ closure: ClosureValue, _ path: Path, orWaits: Bool = false, begins: Bool = false
  ) -> Bool {
    let path = unsettled(path)
    let start = start(of: closure, path)
    if let known = cache.trials[closure.node.id]?.first(where: { isCovered(start, by: $0.start) }) {
      return known.changes
    }
    let kept = (trapped, thrown, suspended, continuations, invoked)
    trials.append(false)
    _ = invoke(closure, [], path)
    let inner = continuations.dropFirst(kept.3.count)
    let changes = trials.removeLast()
    let waits =
      orWaits && inner.contains { $0.waitMarks != nil && !$0.isPause } && mayWrite(closure, path)
    (trapped, thrown, suspended, continuations, invoked) = kept
    if changes || inner.isEmpty, !isExhausted {
      cache.trials[closure.node.id, default: []].append(Trial(start: start, changes: changes))
    }
    // A closure that leaves the state alone may set up one that does not, in any state.
    if !changes, !waits {
      continuations += inner
      for continuation in inner where orWaits && !(begins && isAwaitedOnce(continuation)) {
        sent[continuation, default: []].insert(Self.anyMark)
      }
    }
    return changes || waits
  }

  /// Whether a wait goes on once, for no event that is sent.
  func isAwaitedOnce(_ continuation: Continuation) -> Bool {
    continuation.isOnce && !sentClosures.contains(continuation.node)
  }

  private func start(of closure: ClosureValue, _ path: Path) -> Trial.Start {
    var (values, machines): ([String: Value], Set<String>) = ([:], [])
    let root = watched.map(path.resolved)
    let names = cache.names(in: closure.node).names.union(["self"])
    var index: Int? = min(closure.frame, path.depth - 1)
    while let current = index, path.frames.indices.contains(current) {
      for name in names where values[name] == nil && path.frames[current].variables[name] != nil {
        let place = path.resolved(Place(frame: current, name: name))
        values[name] = path.value(at: place)
        if place.frame == root?.frame, place.name == root?.name { machines.insert(name) }
      }
      index = path.frames[current].parent
    }
    return Trial.Start(
      around: Set(calls.map(\.node.id)), depth: calls.count, isResumed: path.segment != nil,
      isCoarse: isCoarse, values: values, machines: machines, facts: path.facts)
  }

  /// Whether what a trial came to holds for one from another start.
  private func isCovered(_ start: Trial.Start, by known: Trial.Start) -> Bool {
    known.around.isSubset(of: start.around) && known.depth <= start.depth
      && known.isResumed == start.isResumed && known.isCoarse == start.isCoarse
      && known.values.count == start.values.count && known.machines == start.machines
      && known.values.allSatisfy { name, value in
        start.values[name].map { decidesSame(value, known.facts, $0, start.facts) } ?? false
      }
  }

  /// Whether conditions on either of two values, with what is known of each, are decided alike.
  private func decidesSame(
    _ a: Value, _ known: [String: Fact], _ b: Value, _ facts: [String: Fact]
  ) -> Bool {
    switch (a, b) {
    case (.unknown(let x), .unknown(let y)):
      return x.type == y.type && x.isPresent == y.isPresent && isSame(known[x.id], facts[y.id])
        && isSame(factsOfParts(x, known), factsOfParts(y, facts))
    case (.object(let x), .object(let y)):
      return x.base.type == y.base.type && x.fields.count == y.fields.count
        && isSame(factsOfParts(x.base, known), factsOfParts(y.base, facts))
        && x.fields.allSatisfy { name, value in
          y.fields[name].map { decidesSame(value, known, $0, facts) } ?? false
        }
    default: return a.isSame(as: b)
    }
  }

  /// What is known of the properties of a value, by their names.
  private func factsOfParts(_ unknown: Unknown, _ facts: [String: Fact]) -> [String: Fact] {
    facts.reduce(into: [:]) { parts, fact in
      guard fact.key.hasPrefix(unknown.id + ".") else { return }
      parts[String(fact.key.dropFirst(unknown.id.count))] = fact.value
    }
  }

  private func isSame(_ a: [String: Fact], _ b: [String: Fact]) -> Bool {
    a.count == b.count && a.allSatisfy { name, fact in isSame(fact, b[name]) }
  }
}
