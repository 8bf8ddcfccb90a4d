import OrreryExecution
import OrreryModel

/// The continuations that walks have found and that are yet to be walked.
struct Waits {
  /// A wait of an event, whether it succeeds or fails.
  struct Key: Hashable, Comparable {
    var continuation: Continuation
    var event: Event.ID

    static func < (a: Key, b: Key) -> Bool {
      if a.continuation.isBefore(b.continuation) { return true }
      if b.continuation.isBefore(a.continuation) { return false }
      return (a.continuation.callee, a.event.name) < (b.continuation.callee, b.event.name)
    }
  }

  /// One of the two ways in which a wait may end.
  struct Start: Hashable {
    var key: Key
    var succeeds: Bool
  }

  struct Wait {
    var continuation: Continuation
    var walk: HandlerWalk
    /// For what a view shows: the states in which that is; nothing where any may be.
    var shown: Set<String>?
    /// The states that its handler may have started in.
    var origins: [Value]
    /// What is handed otherwise where a walk comes to it by other calls.
    var open: Set<Suspension.Constant>
    /// Whether it was walked before, and more was found since of how its handler comes to it.
    var isAgain = false

    /// What it is, however much is known of it.
    var key: Key { Key(continuation: continuation, event: walk.event) }
  }

  /// What was known of a wait when it was walked.
  private struct Known {
    var walk: HandlerWalk
    /// How often more had been found until then of how its handler comes to it.
    var changes: Int
    var walks = 1
  }

  private static let mostContinuations = 32
  private static let mostTwins = 16
  private static let mostWalks = 3

  private(set) var twins = Twins()
  private var differences: [Twins.Way: Set<Suspension.Constant>] = [:]

  /// Whether waits that walks come to by several calls of one helper are told apart, and whether that
  /// makes more of them than can be walked.
  let detail: HandlerWalk.Detail
  var areTooMany: Bool {
    detail.tellsCalls && (isExhausted || twins.count > Self.mostTwins) && !twins.events.isEmpty
  }
  private var isExhausted = false
  /// Whether walks are too long for what they follow though it leaves the state alone.
  private(set) var areBurdened = false

  init(
    _ detail: HandlerWalk.Detail = .init(asides: .tried),
    differences: [Twins.Way: Set<Suspension.Constant>] = [:]
  ) {
    (self.detail, self.differences) = (detail, differences)
  }

  /// The waits to begin with once more, where what the walks have found asks for that; nothing where
  /// they are told.
  var again: Waits? {
    if areBurdened {
      return Waits(.init(tellsCalls: detail.tellsCalls, asides: .skipped), differences: differences)
    }
    if areTooMany { return Waits(.init(tellsCalls: false, asides: detail.asides)) }
    guard detail.tellsCalls, differences.isEmpty, case let found = twins.differences, !found.isEmpty
    else { return nil }
    return Waits(detail, differences: found)
  }

  private var open: [(Continuation, HandlerWalk)] = []
  private var seen: Set<Key> = []
  private var sent: [Key: Set<String>] = [:]
  /// Those of them in which handlers themselves have left it, and those in which what goes on after
  /// another wait has.
  private var sentFirst: [Key: Set<String>] = [:]
  private var relays: [Key: Set<Relay>] = [:]
  private var strands: [Event.ID: Strands] = [:]
  /// Those that some handler has left in a state that is not told, such as what an initializer starts.
  private var anywhere: Set<Key> = []
  /// The states from which walks of an event have come to any wait.
  private var origins: [Event.ID: [Value]] = [:]
  /// The states from which each was walked.
  private var walked: [Start: Set<String>] = [:]
  /// How much was known of each when it was walked last.
  private var known: [Key: Known] = [:]

  /// Those that were one too many.
  private(set) var surplus: [(Continuation, HandlerWalk)] = []

  /// Whether what follows a wait was not walked yet from a state; it is from now on.
  mutating func begin(_ start: Start, in state: String) -> Bool {
    walked[start, default: []].insert(state).inserted
  }

  /// Notes that nothing of it is told: it is walked again from each state.
  mutating func forget(_ start: Start) { walked[start] = nil }

  /// - Parameter source: The wait that the walk goes on after, and the state that it starts in.
  mutating func add(
    _ report: HandlerWalk.Report, of walk: HandlerWalk, since source: (Wait, String)? = nil
  ) {
    if walk.resumption == nil, !report.continuations.isEmpty,
      origins[walk.event]?.contains(where: { $0.isSame(as: walk.state) }) != true
    {
      origins[walk.event, default: []].append(walk.state)
    }
    isExhausted = isExhausted || report.isExhausted
    areBurdened = areBurdened || report.isBurdened
    for continuation in report.continuations {
      let key = Key(continuation: continuation, event: walk.event)
      twins.add(continuation, of: walk.event)
      strands[walk.event, default: Strands()].add(continuation, behind: source?.0.continuation)
      let states = report.sent[continuation] ?? []
      if !seen.contains(key) || !states.isSubset(of: sent[key] ?? []) {
        open.append((continuation, walk))
      }
      guard !states.isEmpty else {
        anywhere.insert(key)
        continue
      }
      sent[key, default: []].formUnion(states)
      if let (wait, state) = source {
        let asking = report.sentAsking[continuation] ?? []
        relays[key, default: []].formUnion(
          states.map {
            Relay(wait: wait.key, from: state, to: $0, asks: asking.contains($0))
          })
      } else {
        sentFirst[key, default: []].formUnion(states)
      }
    }
  }

  /// The waits that may still be open, of the same call of the handler, when what follows one goes on.
  private mutating func waits(beside key: Key) -> Set<Key> {
    let others = strands[key.event]?.waits(beside: key.continuation.key) ?? []
    let same = sent.keys.filter { $0.event == key.event }
    let calling = same.filter { mayCall($0, key) }
    let isAgain = !calling.isEmpty && !key.continuation.isOnce
    return Set(
      same.filter { !$0.continuation.isTask && others.contains($0.continuation.key) } + calling
        + (isAgain ? [key] : []))
  }

  private mutating func waits(before key: Key) -> Set<Key> {
    let others = strands[key.event]?.waits(before: key.continuation.key) ?? []
    return Set(sent.keys.filter { $0.event == key.event && others.contains($0.continuation.key) })
  }

  /// Whether a wait is for what a closure is handed to, which may call it before it ends, and time and
  /// again.
  private func mayCall(_ wait: Key, _ closure: Key) -> Bool {
    closure.continuation.marks != nil && wait.continuation.waitMarks != nil
      && closure.continuation.stands(in: wait.continuation)
  }

  /// The states in which handlers have left each wait, with what goes on after others that they have left;
  /// nothing where that may be any.
  var statesLeft: [Key: Set<String>] {
    let keys = sent.keys.filter { !mayBeAnywhere($0) }
    var left = Dictionary(uniqueKeysWithValues: keys.map { ($0, sentFirst[$0] ?? []) })
    var isDone = false
    while !isDone {
      isDone = true
      for key in keys {
        for relay in relays[key] ?? []
        where relay.asks || left[relay.wait]?.contains(relay.from) ?? true {
          if left[key]?.insert(relay.to).inserted ?? false { isDone = false }
        }
      }
    }
    return left
  }

  private func mayBeAnywhere(_ key: Key) -> Bool {
    anywhere.contains(key) || sent[key]?.contains(Execution.anyState) ?? true
  }

  /// Where a wait was left; nothing where that may be in any state.
  mutating func left(at wait: Wait) -> Left? {
    let key = wait.key
    if mayBeAnywhere(key) { return nil }
    let isDisplay = wait.walk.handler.isDisplay
    let shown = isDisplay ? closures(leadingTo: key) : [:]
    let origins = isDisplay ? Array(shown.values.joined()) : wait.origins.compactMap(\.stateName)
    return Left(
      wait: key, states: sentFirst[key] ?? [], relays: relays[key] ?? [],
      origins: wait.walk.startsOnce ? [] : Set(origins),
      beside: waits(beside: key),
      before: waits(before: key),
      caller: isDisplay ? .closures(Set(shown.keys)) : .handler(key.event),
      isShown: isDisplay && relays[key] == nil,
      isOnce: wait.continuation.isOnce || wait.continuation.marks == nil)
  }

  /// The closures that a view hands out behind which a wait stands, or which it is itself, with the states
  /// in which they lead to it.
  private func closures(leadingTo key: Key) -> [Key: Set<String>] {
    guard relays[key] != nil else { return [key: sentFirst[key] ?? []] }
    let relayed = [key].closed { (relays[$0] ?? []).map(\.wait).filter { relays[$0] != nil } }
    return relayed.flatMap { relays[$0] ?? [] }.filter { relays[$0.wait] == nil }
      .reduce(into: [:]) { $0[$1.wait, default: []].insert($1.from) }
  }

  /// The next one that was not walked yet, or not from all states; then those again of which more was
  /// found since.
  mutating func next() -> Wait? {
    if let wait = nextOpen() { return wait }
    guard
      let (key, last) = outdated.filter({ $0.value.walks < Self.mostWalks })
        .min(by: { $0.key < $1.key })
    else { return nil }
    open.append((key.continuation, last.walk))
    known[key] = Known(
      walk: last.walk, changes: last.walk.changeCount(of: key.continuation), walks: last.walks + 1)
    var wait = nextOpen()
    wait?.isAgain = true
    return wait
  }

  /// Those of which more was found after they were walked.
  private var outdated: [Key: Known] {
    known.filter { key, known in known.changes < known.walk.changeCount(of: key.continuation) }
  }

  /// Those that were not walked again, though more was found of how their handlers come to them.
  var cut: [(Continuation, HandlerWalk)] {
    outdated.sorted { $0.key < $1.key }.map { ($0.key.continuation, $0.value.walk) }
  }

  private mutating func nextOpen() -> Wait? {
    while let first = open.indices.min(by: { open[$0].0.isBefore(open[$1].0) }) {
      let (continuation, walk) = open[first]
      let key = Key(continuation: continuation, event: walk.event)
      // All states in which it was left are told at once.
      open.removeAll { Key(continuation: $0.0, event: $0.1.event) == key }
      if seen.insert(key).inserted, seen.count > Self.mostContinuations + twins.count {
        surplus.append((continuation, walk))
      }
      if surplus.contains(where: { $0.0 == continuation && $0.1.event == walk.event }) { continue }
      if known[key] == nil {
        known[key] = Known(walk: walk, changes: walk.changeCount(of: continuation))
      }
      return Wait(
        continuation: continuation, walk: walk,
        shown: continuation.isShown ? statesLeft[key] : nil,
        origins: origins[walk.event] ?? [],
        open: differences[Twins.Way(event: walk.event, calls: continuation.calls)] ?? [])
    }
    return nil
  }
}

extension HandlerWalk {
  /// Whether the handler makes the machine, or is begun by what does: it does not start anew.
  fileprivate var startsOnce: Bool {
    handler.isInitializer && !handler.isDisplay
      || handler.function.map { scope.begun.contains($0.name) } ?? false
  }
}

extension Waits {
  /// Where a handler was left waiting.
  struct Left {
    var wait: Key
    var states: Set<String>
    /// What goes on after waits has left it in more.
    var relays: Set<Relay>
    /// The states that its handler starts in on the way to the wait.
    var origins: Set<String>
    /// The waits that may still be open, of the same call of the handler, when it goes on.
    var beside: Set<Key>
    /// Those of what that call has handed out which may have ended before.
    var before: Set<Key>
    var caller: Caller
    /// Whether it is a closure of a view, which goes on whenever people touch that.
    var isShown: Bool
    /// Whether it goes on once for each time that the handler comes to it.
    var isOnce: Bool
  }

  /// What is called where a wait is come to: a handler, or closures that a view has handed out.
  enum Caller: Hashable {
    case handler(Event.ID)
    case closures(Set<Key>)
  }

  /// That what goes on after a wait in one state leaves another wait in a state.
  struct Relay: Hashable {
    var wait: Key
    var from: String
    var to: String
    /// Whether it asks for the state that it starts in.
    var asks: Bool
  }
}
