import OrreryExecution
import OrreryProgram

/// Which waits of one call of a handler may be open at the same time: a task waits beside its starter,
/// and beside what that does behind waits of its own.
struct Strands {
  private struct Place {
    /// The waits that lead to it.
    var sources: Set<Suspension.Key> = []
    /// What was started on the way to it from those, and may wait still.
    var started: Set<Suspension.Key> = []
    /// Whether it is a closure for later, which is no task, and the call that hands that out.
    var isClosure = false
    var call: Call?
    /// Whether it waits for a task.
    var joins = false
  }

  private typealias Waits = Set<Suspension.Key>

  private var places: [Suspension.Key: Place] = [:]
  private var beside: [Suspension.Key: Waits]?
  /// Each wait with all that it follows.
  private var lineages: [Suspension.Key: Waits]?

  /// - Parameter source: The wait behind which it is come to; nothing where that is the handler itself.
  mutating func add(_ continuation: Continuation, behind source: Continuation?) {
    let key = continuation.key
    let behind = source.flatMap { $0 == continuation ? nil : $0.key }
    if let known = places[key], known.started.isSuperset(of: continuation.started),
      behind.map(known.sources.contains) ?? true
    {
      return
    }
    places[key, default: Place()].started.formUnion(continuation.started)
    places[key]?.joins = continuation.waitsForTask
    if let behind { places[key]?.sources.insert(behind) }
    places[key]?.isClosure = continuation.marks != nil
    places[key]?.call = continuation.marks?.call
    (beside, lineages) = (nil, nil)
  }

  /// The waits that may end in what follows another one: one of the two stands in a task that was
  /// started before the other, and was not waited for before that.
  ///
  /// - Complexity: Cubic in the number of waits, where one was added and tasks are started.
  mutating func waits(beside key: Suspension.Key) -> Set<Suspension.Key> {
    let known = beside ?? findBeside()
    beside = known
    return known[key] ?? []
  }

  /// The waits that may have ended before another one does, since one of the two was handed out on the
  /// way to the other, or what it stands behind.
  ///
  /// A future calls back in order, and each request once.
  ///
  /// - Complexity: Quadratic in the number of waits.
  mutating func waits(before key: Suspension.Key) -> Set<Suspension.Key> {
    let known = lineages ?? findLineages()
    lineages = known
    let own = known[key] ?? []
    return known.reduce(into: []) { result, wait in
      let (other, lineage) = wait
      if own.contains(other) || lineage.contains(key) { return }
      let isBehind = lineage.contains { mayPass($0, key, handedOutFirst: true) }
      let isAhead = own.contains { mayPass($0, other, handedOutFirst: false) }
      if isBehind || isAhead { result.insert(other) }
    }
  }

  /// Whether a closure that was handed out on the way to a wait may run before that ends, or else behind.
  private func mayPass(
    _ closure: Suspension.Key, _ wait: Suspension.Key, handedOutFirst: Bool
  ) -> Bool {
    guard let (first, second) = places[closure].flatMap({ a in places[wait].map { (a, $0) } }),
      first.isClosure || second.isClosure, second.started.contains(closure)
    else { return false }
    guard let call = first.call, let other = second.call else { return true }
    return !call.excludes(other) && (handedOutFirst || !call.isOfSameFuture(as: other))
  }

  private func findLineages() -> [Suspension.Key: Waits] {
    Dictionary(
      uniqueKeysWithValues: places.keys.map { key in
        (key, [key].closed { places[$0]?.sources ?? [] })
      })
  }

  private func findBeside() -> [Suspension.Key: Waits] {
    let hasTasks = places.values.contains { place in
      !place.isClosure && place.started.contains { !(places[$0]?.isClosure ?? false) }
    }
    guard hasTasks else { return [:] }
    let lineages = findLineages()
    let open = openTasks
    var result: [Suspension.Key: Waits] = [:]
    for (key, place) in places {
      let (begun, left) = (tasks(at: place, open), open[key] ?? [])
      for (other, lineage) in lineages where other != key {
        // What a wait is for goes on until that has ended, and not beside what comes behind it.
        if !lineage.isDisjoint(with: begun) { result[other, default: []].insert(key) }
        if !lineage.isDisjoint(with: left) { result[key, default: []].insert(other) }
      }
    }
    return result
  }

  /// The tasks that may wait where a wait begins.
  private func tasks(at place: Place, _ open: [Suspension.Key: Waits]) -> Waits {
    let started = place.isClosure ? [] : place.started
    return place.sources.reduce(started.filter { !(places[$0]?.isClosure ?? false) }) {
      $0.union(open[$1] ?? [])
    }
  }

  /// The tasks that may wait where each wait ends: of one that is waited for, none if it is the only one.
  private var openTasks: [Suspension.Key: Waits] {
    var open: [Suspension.Key: Waits] = [:]
    var isDone = false
    while !isDone {
      isDone = true
      for (key, place) in places {
        var tasks = tasks(at: place, open)
        if place.joins, tasks.count == 1 { tasks = [] }
        guard tasks.count > open[key, default: []].count else { continue }
        open[key] = tasks
        isDone = false
      }
    }
    return open
  }
}
