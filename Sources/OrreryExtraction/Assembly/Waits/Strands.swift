import OrreryExecution

/// Which waits of one call of a handler may be open at the same time: a task waits beside its starter,
/// and beside what that does behind waits of its own.
struct Strands {
  private struct Place {
    /// The waits that lead to it.
    var sources: Set<Suspension.Key> = []
    /// What was started on the way to it from those, and may wait still.
    var started: Set<Suspension.Key> = []
    /// Whether it waits for a task.
    var joins = false
  }

  private typealias Waits = Set<Suspension.Key>

  private var places: [Suspension.Key: Place] = [:]
  /// Closures for later, which are no tasks: one of a chain is called when the others have been.
  private var closures: Waits = []
  private var beside: [Suspension.Key: Waits]?

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
    if continuation.marks != nil { closures.insert(key) }
    beside = nil
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

  private func findBeside() -> [Suspension.Key: Waits] {
    guard places.values.contains(where: { !$0.started.isSubset(of: closures) }) else { return [:] }
    // Each wait, with all that it follows.
    let lineages = places.keys.map { key in (key, [key].closed { places[$0]?.sources ?? [] }) }
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
    place.sources.reduce(place.started.subtracting(closures)) { $0.union(open[$1] ?? []) }
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
