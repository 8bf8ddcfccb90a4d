/// What one path through a handler of a struct state does.
public struct Action: Hashable, Sendable {
  /// A change to one property of the state.
  public struct Write: Hashable, Sendable {
    /// The property, dotted where nested: `form.isValid`.
    public var path: String
    /// `=`, a compound assignment such as `+=`, or `mutate` for a mutating call.
    public var op: String
    /// The right-hand side as written, white space folded.
    public var value: String

    public init(path: String, op: String, value: String) {
      self.path = path
      self.op = op
      self.value = value
    }
  }

  public var event: Event.ID
  public var `guard`: String?
  public var writes: [Write]
  public var effect: Effect?
  public var location: SourceLocation
  public var certainty: Transition.Certainty
  /// The event of a nested machine that this one is passed on to.
  public var forwards: String?

  public init(
    event: Event.ID, guard condition: String? = nil, writes: [Write] = [], effect: Effect? = nil,
    location: SourceLocation, certainty: Transition.Certainty = .exact, forwards: String? = nil
  ) {
    self.event = event
    self.guard = condition
    self.writes = writes
    self.effect = effect
    self.location = location
    self.certainty = certainty
    self.forwards = forwards
  }
}
