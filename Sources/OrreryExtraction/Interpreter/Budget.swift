/// How much work the walks of one handler may take together, so that none runs without end.
///
/// Work is counted and not timed: what is found depends on the source alone.
final class Budget {
  /// The steps that one walk may take: the way through a handler in one state.
  static let perWalk = 3_000
  /// The steps of one walk that tells fewer ways apart, since else there are too many.
  static let perCoarseWalk = 8_000
  /// The steps that all walks of a handler may take: each state, each event, each continuation.
  static let perHandler = 120_000

  /// The steps of a walk where one from another state was too long: so will most others be.
  static let perFurtherWalk = 1_000

  /// The steps of all walks of a handler that follow calls which could be one step each.
  static let perHandlerWithAsides = 8_000

  private var left = Budget.perHandler
  /// Where executions have stopped.
  let suspensions: SuspensionTable
  /// Whether so many steps were taken that such calls are better not followed.
  var isBurdened: Bool { Self.perHandler - left > Self.perHandlerWithAsides }
  /// The steps of all walks so far.
  var steps: Int { Self.perHandler - left }
  private var leftInWalk = Budget.perWalk
  private var isCoarse = false
  /// Whether a walk that tells all ways apart was too long.
  private(set) var isLong = false
  /// The steps of the last walk.
  private(set) var stepsInWalk = 0

  init(_ suspensions: SuspensionTable = SuspensionTable()) { self.suspensions = suspensions }

  /// Starts the next walk.
  func begin(isCoarse: Bool) {
    self.isCoarse = isCoarse
    stepsInWalk = 0
    leftInWalk = isCoarse ? Self.perCoarseWalk : isLong ? Self.perFurtherWalk : Self.perWalk
  }

  /// What an execution has met that it does not know: others of the handler would meet it too.
  var givenUp: String?

  /// How many steps the next execution may take.
  var allowance: Int { max(0, min(left, leftInWalk)) }

  /// Counts the steps that an execution has taken.
  func take(_ steps: Int) {
    left -= steps
    stepsInWalk += steps
    leftInWalk -= steps
    if leftInWalk < 0, !isCoarse { isLong = true }
  }

  /// Counts a step; false where a limit is used up.
  func spend() -> Bool {
    left -= 1
    stepsInWalk += 1
    leftInWalk -= 1
    if leftInWalk < 0, !isCoarse { isLong = true }
    return left >= 0 && leftInWalk >= 0
  }
}
