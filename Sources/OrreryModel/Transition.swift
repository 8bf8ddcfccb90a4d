/// One answer of a machine to an event in a state.
///
/// In a machine of several regions it is the answer of one of them.
public struct Transition: Hashable, Sendable {
  /// The values of another region that a transition asks for.
  public struct Condition: Hashable, Sendable {
    public var region: String
    /// In the order of the region's states.
    public var values: [String]

    public init(region: String, values: [String]) {
      self.region = region
      self.values = values
    }
  }

  /// What the answer is.
  public enum Kind: String, CaseIterable, Sendable {
    /// Another state.
    case move
    /// The same state: a new payload, or an effect without a write.
    case stay
    /// A declared no-op: nothing written, no effect.
    case ignore
    /// Illegal by declaration (`undefined`).
    case reject
    /// The program stops (`preconditionFailure`, `fatalError`).
    case trap
    /// An error is thrown to the caller.
    case `throw`
    /// The target could not be decided from the source.
    case unresolved
  }

  /// How sure the model is that the edge exists.
  public enum Certainty: String, CaseIterable, Sendable {
    /// Read off the source.
    case exact
    /// Follows from the source under a stated assumption.
    case inferred
    /// Exists, but its target is not known.
    case unresolved
    /// Seen in a recorded run.
    case observed
  }

  public var from: String
  public var event: Event.ID
  /// The condition under which the edge is taken, as written; nothing where it always is.
  public var `guard`: String?
  /// What the other regions have to be in, in their order; a region that is not named may be in any
  /// of its states.
  public var when: [Condition] = []
  /// What the transitions share that one event takes together, one in a region; nothing where the
  /// machine has no regions.
  public var step: Int?
  /// The state entered; nothing where it is not resolved or no state is entered.
  public var to: String?
  public var effect: Effect?
  /// The deciding `return`, assignment or call.
  public var location: SourceLocation
  public var kind: Kind
  public var certainty: Certainty
  /// The line of the clause (`default`, `_`, `case .a, .b`) from which the edge was expanded.
  public var wildcard: Int?
  /// The event of a nested machine that a parent's event is passed on to.
  public var forwards: String?
  /// Whether it is a late answer.
  ///
  /// A late answer follows a wait in a state to which only other events lead meanwhile, or a second call of
  /// its handler. It is inferred.
  public var isLate = false

  public init(
    from: String, event: Event.ID, guard condition: String? = nil, to: String?,
    effect: Effect? = nil, location: SourceLocation, kind: Kind, certainty: Certainty = .exact,
    wildcard: Int? = nil, forwards: String? = nil
  ) {
    self.from = from
    self.event = event
    self.guard = condition
    self.to = to
    self.effect = effect
    self.location = location
    self.kind = kind
    self.certainty = certainty
    self.wildcard = wildcard
    self.forwards = forwards
  }
}

extension Transition {
  /// What the other regions have to be in, as it is read: `isOn is true, mode is dark or light`.
  public var whenText: String {
    when.map { "\($0.region) is \($0.values.joined(separator: " or "))" }.joined(separator: ", ")
  }
}
