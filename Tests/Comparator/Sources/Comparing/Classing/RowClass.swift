/// What became of a row: the table of classes, from nothing at all to a loss.
///
/// Each row of both sides has exactly one class. Where more than one would fit, as with a reworded
/// guard at another line, it is the one that says more than "other place" and "other certainty".
public enum RowClass: String, CaseIterable, Sendable {
  case equal
  case reordered
  case clauseOrder = "clause-order"
  case known
  case place
  case certainty
  case `guard`
  case guardOther = "guard-other"
  case guardAdded = "guard-added"
  case guardDropped = "guard-dropped"
  case effect
  case effectAdded = "effect-added"
  case effectDropped = "effect-dropped"
  case guardAndEffect = "guard-and-effect"
  case value
  case regions
  case kind
  case merged
  case split
  case unknown
  case gained
  case machineGained = "machine-gained"
  case target
  case lost
  case machineLost = "machine-lost"

  /// What a class says about the new side.
  public enum Verdict: String, CaseIterable, Sendable {
    /// The new row tells the same.
    case same
    /// The new row tells more.
    case better
    /// The class as a whole needs an explanation, and may be right.
    case explain
    /// A comparison with such rows fails, unless they are accepted with a reason.
    case refused
  }

  public var verdict: Verdict {
    switch self {
    case .equal, .reordered, .clauseOrder: .same
    case .known: .better
    case .place, .certainty, .guard, .guardOther, .guardAdded, .guardDropped, .effect,
      .effectAdded, .effectDropped, .guardAndEffect, .value, .regions, .kind, .merged, .split,
      .unknown, .gained, .machineGained:
      .explain
    case .target, .lost, .machineLost: .refused
    }
  }

  /// What rows of the class are, as one sentence without its full stop.
  public var meaning: String {
    switch self {
    case .equal: "equal in all that is compared"
    case .reordered: "equal, in a machine whose rows are all equal but come in another order"
    case .clauseOrder: "the guard has the same clauses in another order"
    case .known: "`?` became a row that tells what happens, or several"
    case .place: "only the file, line or column differs, or the line of the clause"
    case .certainty: "only how sure the row is differs, and perhaps its place"
    case .guard: "the guard is written in other words"
    case .guardOther: "the guard has no word in common with the one before, at the same place"
    case .guardAdded: "had no guard and has one now"
    case .guardDropped: "had a guard and has none now"
    case .effect: "the effects are other ones, or written in other words"
    case .effectAdded: "the effects are those of before and more"
    case .effectDropped: "some effects are gone, and none is new"
    case .guardAndEffect: "both the guard and the effects differ"
    case .value: "writes the same properties, with other values or in other words"
    case .regions: "asks something else of other regions, or answers in another company"
    case .kind: "the same target in another way, such as a no-op that is now a stay"
    case .merged: "covered by fewer rows of the same state, event and target"
    case .split: "covered by more rows of the same state, event and target"
    case .unknown: "a row that told what happens became `?`, or part of one"
    case .gained: "nothing told so before"
    case .machineGained: "a row of a machine that was not found before"
    case .target: "under the same condition it enters another state, or writes other properties"
    case .lost: "nothing tells so any more"
    case .machineLost: "a row of a machine that is not found any more"
    }
  }

  /// Whether rows of the class are only on the new side.
  public var isNewOnly: Bool { self == .gained || self == .machineGained }
}
