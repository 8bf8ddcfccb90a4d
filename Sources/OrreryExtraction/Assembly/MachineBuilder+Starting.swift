import OrreryModel

/// Handlers that change nothing themselves, and start what changes the state later.
extension MachineBuilder {
  /// Which waits a wait leads to: to come to it in the next round of a loop is nothing new.
  private struct Rounds {
    private var next: [Start: Set<Start>] = [:]
    /// The waits after which the state may change.
    private var moving: Set<Start> = []

    init(_ ways: [Way]) {
      for way in ways {
        guard let origin = way.origin else { continue }
        let start = Start(way, origin)
        next[start, default: []].formUnion(way.outcome.started.map { Start(way, $0) })
        if way.rows.contains(where: { ![.ignore, .stay].contains($0.transition.kind) }) {
          moving.insert(start)
        }
      }
    }

    /// Whether a wait leads back to the one that a way goes on after.
    ///
    /// - Parameter isIdle: Whether it must lead to none after which the state may change.
    func leadBack(from continuation: Continuation, to way: Way, isIdle: Bool) -> Bool {
      guard let goal = way.origin.map({ Start(way, $0) }) else { return false }
      let starts = [Start(way, continuation)].closed { $0 == goal ? [] : next[$0] ?? [] }
      return starts.contains(goal) && (!isIdle || starts.isDisjoint(with: moving))
    }
  }

  /// What goes on later for an event.
  private struct Start: Hashable {
    var handler: Int
    var event: Substring
    var continuation: Continuation

    init(_ way: Way, _ continuation: Continuation) {
      handler = way.handler
      // What is sent is an event of its own, whoever has begun to wait for it.
      let isOwn = continuation.isSent || way.isSetUp
      event = isOwn ? "" : way.outcome.event.name.prefix { $0 != "#" && $0 != "(" }
      self.continuation = continuation
    }
  }

  /// The ways, where those that do no more than to start something stay as they are if anything comes
  /// of that: only what nothing comes of is ignored.
  func starting(_ ways: [Way]) -> [Way] {
    guard ways.contains(where: { !$0.outcome.started.isEmpty }) else { return ways }
    var ways = ways
    let active = ways.filter { way in way.rows.contains { $0.transition.kind != .ignore } }
    var busy = Set(active.compactMap { way in way.origin.map { Start(way, $0) } })
    let first = busy
    let events = Set(active.map(\.outcome.event.name))
    let told = Set(active.compactMap(\.origin))
    let rounds = Rounds(ways)
    var isDone = false
    while !isDone {
      isDone = true
      for (index, way) in ways.enumerated()
      where way.rows.contains(where: { $0.transition.kind == .ignore }) {
        // What does nothing else is there for what it starts, be it once more: but for a round in
        // which nothing changes.
        let isQuiet = way.origin.map { !first.contains(Start(way, $0)) } ?? true
        let isStart = way.outcome.started.contains { next in
          if next.isToldElsewhere { return told.contains(next) }
          let isAgain =
            isQuiet && next == way.origin
            || rounds.leadBack(from: next, to: way, isIdle: isQuiet)
          guard !isAgain else { return false }
          return next.isEvent ? events.contains(next.callee) : busy.contains(Start(way, next))
        }
        guard isStart else { continue }
        for row in way.rows.indices where way.rows[row].transition.kind == .ignore {
          ways[index].rows[row].transition.kind = .stay
          ways[index].rows[row].isStart = ways[index].rows[row].transition.effect == nil
        }
        if let origin = way.origin { busy.insert(Start(way, origin)) }
        isDone = false
      }
    }
    return ways
  }
}
