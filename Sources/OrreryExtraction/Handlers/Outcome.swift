import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram

/// What one of several ways that do the same asks for, and where it does so.
struct OwnCalls {
  var effects: [Effect]
  var location: SourceLocation
}

/// One end of a walk through a handler, read as an answer of the machine.
struct Outcome {
  enum Ending: Equatable {
    case completed
    case rejected
    case unsafe
    case threw(String)
    case trapped
    /// The walk was cut.
    case exhausted
  }

  var event: Event.ID
  var guards: [Clause]
  /// How many of them stand before the last write of the state; nothing where all may tell the answer.
  var decided: Int?
  /// The state at the end.
  var state: Value
  /// Whether the state was assigned, be it to itself.
  var isWritten: Bool
  var effect: Effect?
  /// What it asks for itself, where the effect is told with what others that do the same ask for.
  var own: OwnCalls?
  /// What tells the effect from others of its name.
  var effectDetail = ""
  /// The effect with all that it is given, as worded.
  var effectWording = ""
  var location: SourceLocation
  /// What is known of the values that the properties of a struct were given.
  var facts: Facts = [:]
  /// The end of the path, with all that it has found out.
  @CopyOnWrite var end: Path? = nil
  /// The place of a row that does nothing, in the innermost branch.
  var branch: SourceLocation?
  /// The innermost branch itself.
  var innermost: BranchPlace?
  /// The statements that end the way, and those that were joined with it.
  var ends: Set<NodeID> = []
  /// The statements on the way that changed the state.
  var written: Set<NodeID> = []
  var ending: Ending = .completed
  /// What was done to a struct's state before a call that is not walked was handed it, where that
  /// answers with the next one.
  var known: [Write] = []
  /// What it has left to be gone on with later.
  var started: [Continuation] = []
  /// Whether it stands for several ways, of which some may be none of the program's.
  var isCoarse = false
  /// Whether no run comes to it.
  var isImpossible = false
  /// Whether it takes one of several calls of which the source does not tell the right one.
  var isGuess = false
  /// Whether it answers with no next state.
  var isDeclined = false
}

extension Outcome {
  /// Where a way has chosen what it writes, if it writes all of that at one place behind the branches:
  /// `switch action { case .start: phase = .busy … }; return State(phase: phase, count: count)`.
  func choice(of writes: [Write], in program: LoweredProgram) -> SourceLocation? {
    guard let place = writes.first?.location, writes.allSatisfy({ $0.location == place }),
      writes.count > 1 || writes.allSatisfy({ $0.depth == nil }),
      let innermost, !innermost.holds(place), program.choosesVariables(in: innermost)
    else { return nil }
    return branch
  }
}

/// Conditions of which one of several holds, told one by one.
extension Outcome {
  /// The outcome, once for each conjunction of conditions under which it comes.
  var spread: [Outcome] { allWays.filter { !$0.isImpossible } }

  /// The same, with those that contradict what else is known.
  var allWays: [Outcome] {
    guard guards.contains(where: { !$0.ways.isEmpty }), var path = end else { return [self] }
    (path.guards, path.decided) = (guards, decided ?? 0)
    guard let ways = path.spread() else { return [self] }
    return ways.map { way in
      var outcome = self
      outcome.isImpossible = way.isImpossible
      outcome.guards = way.guards
      if decided != nil { outcome.decided = way.decided }
      return outcome
    }
  }
}
