/// How much work the executions of one handler may take together, so that none runs without end.
///
/// Work is counted and not timed: what is found depends on the source alone.
final class Budget {
  /// The steps that one execution may take: the paths through a handler in one state.
  private static let perExecution = 4_000
  /// The steps of one where an earlier one of its kind was too long: so most will be.
  static let perFurtherExecution = 1_000
  /// The steps of one that tells fewer paths apart, since else there are too many: where it is cut
  /// short, edges are missing.
  private static let perCoarseExecution = 8_000
  private static let perFurtherCoarseExecution = 2_000
  /// The steps of all executions of a handler: from each state, for each event, behind each wait.
  ///
  /// Those of a machine with many handlers share what one machine may cost.
  private static let perHandler = 20_000...60_000
  private static let perMachine = 240_000

  /// Where executions have stopped.
  let suspensions: SuspensionTable
  private var left: Int
  /// The steps of all executions so far.
  private(set) var steps = 0
  private var leftInExecution = perExecution
  private var isCoarse = false
  /// Whether an execution that tells all paths apart was too long.
  private(set) var isLong = false
  /// Whether an execution that tells fewer paths apart was too long as well.
  private var isLongThoughCoarse = false
  /// Whether an execution was too long that tells ways apart by the calls of others alone.
  private(set) var joinsCalls = false
  /// The steps of the last execution.
  private(set) var lastSteps = 0

  /// - Parameter handlers: How many handlers the machine has.
  init(_ suspensions: SuspensionTable = SuspensionTable(), handlers: Int = 1) {
    self.suspensions = suspensions
    let share = Self.perMachine / max(handlers, 1)
    left = min(max(share, Self.perHandler.lowerBound), Self.perHandler.upperBound)
  }

  /// Starts the next execution.
  func begin(isCoarse: Bool) {
    self.isCoarse = isCoarse
    leftInExecution =
      switch (isCoarse, isCoarse ? isLongThoughCoarse : isLong) {
      case (true, true): Self.perFurtherCoarseExecution
      case (true, false): Self.perCoarseExecution
      case (false, true): Self.perFurtherExecution
      case (false, false): Self.perExecution
      }
  }

  /// How many steps the next execution may take.
  var allowance: Int { max(0, min(left, leftInExecution)) }

  /// Counts the steps that an execution has taken.
  ///
  /// - Parameter tellsCallsApart: Whether it has told ways apart by the calls of others alone.
  func take(_ steps: Int, tellsCallsApart: Bool) {
    lastSteps = steps
    left -= steps
    self.steps += steps
    guard steps > leftInExecution else { return }
    if isCoarse {
      isLongThoughCoarse = true
    } else if tellsCallsApart {
      joinsCalls = true
    } else {
      isLong = true
    }
  }
}
