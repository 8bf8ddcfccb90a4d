/// Paths that leave a piece of code by more than its end: abrupt completions.
struct Departed {
  var trapped: [Flow] = []
  /// Paths that wait, or that have come to the end of what goes on by itself.
  var suspended: [Flow] = []
  /// One list of thrown paths for each `do`, `try?` or `defer` around the current place.
  var thrown: [[Flow]] = [[]]
  /// How many of those lists are for deferred statements that leave the state alone.
  var quietDefers = 0
  /// How many calls were not executed, each of which may throw.
  var strangeCalls = 0
  /// How many calls were not executed of functions that throw errors of their own.
  var skippedThrows = 0

  /// How many have left so far.
  struct Mark: Equatable {
    var trapped: Int
    var suspended: Int
    var thrown: [Int]
  }

  var mark: Mark {
    Mark(trapped: trapped.count, suspended: suspended.count, thrown: thrown.map(\.count))
  }

  /// What was thrown since a mark.
  func raised(since mark: Mark) -> [Flow] { zip(thrown, mark.thrown).flatMap { $0.dropFirst($1) } }

  /// What has trapped since a mark, or waits since.
  func stopped(since mark: Mark) -> [Flow] {
    Array(trapped.dropFirst(mark.trapped) + suspended.dropFirst(mark.suspended))
  }

  mutating func raise(_ path: Path, _ error: Value) {
    thrown[thrown.count - 1].append(Flow(path, .threw(error)))
  }
}
