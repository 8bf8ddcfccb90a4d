import OrreryExecution

/// Which waits of one call of a handler may be open at the same time: a task waits beside its starter,
/// and beside what that does behind waits of its own.
struct Strands {
  private struct Place {
    /// The waits that lead to it.
    var sources: Set<Suspension.Key> = []
    /// What was started on the way to it, and may wait still.
    var started: Set<Suspension.Key> = []
  }

  private var places: [Suspension.Key: Place] = [:]
  /// Closures for later, which are no tasks: one of a chain is called when the others have been.
  private var closures: Set<Suspension.Key> = []
  private var beside: [Suspension.Key: Set<Suspension.Key>]?

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
    if let behind { places[key]?.sources.insert(behind) }
    if continuation.marks != nil { closures.insert(key) }
    beside = nil
  }

  /// The waits that another one may be open beside: one of the two stands in a task that was started
  /// before the other, and is not waited for there.
  ///
  /// - Complexity: Quadratic in the number of waits, where one was added and tasks are started.
  mutating func waits(beside key: Suspension.Key) -> Set<Suspension.Key> {
    let known = beside ?? findBeside()
    beside = known
    return known[key] ?? []
  }

  private func findBeside() -> [Suspension.Key: Set<Suspension.Key>] {
    let tasks = places.mapValues { $0.started.subtracting(closures) }.filter { !$0.value.isEmpty }
    guard !tasks.isEmpty else { return [:] }
    let lineages = Dictionary(uniqueKeysWithValues: places.keys.map { ($0, lineage(of: $0)) })
    var result: [Suspension.Key: Set<Suspension.Key>] = [:]
    for (key, lineage) in lineages {
      for other in lineage {
        guard let tasks = tasks[other] else { continue }
        for (inTask, others) in lineages
        where !others.contains(other) && !others.isDisjoint(with: tasks) {
          result[key, default: []].insert(inTask)
          result[inTask, default: []].insert(key)
        }
      }
    }
    return result
  }

  /// A wait and those that lead to it.
  private func lineage(of key: Suspension.Key) -> Set<Suspension.Key> {
    var (found, open) = (Set([key]), [key])
    while let next = open.popLast() {
      for source in places[next]?.sources ?? [] where found.insert(source).inserted {
        open.append(source)
      }
    }
    return found
  }
}
