import OrreryModel

/// Handlers that change nothing themselves, and start what changes the state later.
extension MachineBuilder {
  /// Which waits a wait leads to: to come to it in the next round of a loop is nothing new.
  private struct Rounds {
    private var next: [Start: Set<Start>] = [:]

    init(_ ways: [Way]) {
      for way in ways {
        guard let origin = way.origin else { continue }
        next[Start(way, origin), default: []].formUnion(way.outcome.started.map { Start(way, $0) })
      }
    }

    func leadBack(from continuation: Continuation, to way: Way) -> Bool {
      guard let origin = way.origin else { return false }
      let goal = Start(way, origin)
      var open = [Start(way, continuation)]
      var seen: Set<Start> = []
      while let start = open.popLast() {
        if start == goal { return true }
        if seen.insert(start).inserted { open += next[start] ?? [] }
      }
      return false
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
      for index in ways.indices where ways[index].isIgnored {
        let way = ways[index]
        // What does nothing else is there for what it starts, be it once more.
        let isQuiet = way.origin.map { !first.contains(Start(way, $0)) } ?? true
        let isStart = way.outcome.started.contains { next in
          if next.isToldElsewhere { return told.contains(next) }
          let isAgain = isQuiet ? next == way.origin : rounds.leadBack(from: next, to: way)
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

extension MachineBuilder.Way {
  fileprivate var isIgnored: Bool { rows.contains { $0.transition.kind == .ignore } }
}
