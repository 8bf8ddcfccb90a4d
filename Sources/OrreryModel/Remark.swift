/// What a review of the source says of a part of a machine.
///
/// It is said beside the machine: it changes neither what the machine is nor its hashes.
public struct Remark: Hashable, Sendable {
  /// What kind of remark it is: stable, in kebab case.
  public var rule: String
  /// The state that it is about; nothing where it is about no single one.
  public var state: String?
  /// The event that it is about.
  public var event: Event.ID?
  /// What is said, as a sentence without its full stop.
  public var message: String
  public var location: SourceLocation

  public init(
    rule: String, state: String? = nil, event: Event.ID? = nil, message: String,
    location: SourceLocation
  ) {
    (self.rule, self.state, self.event) = (rule, state, event)
    (self.message, self.location) = (message, location)
  }

  /// Whether it is about a row of the machine.
  ///
  /// What is about an event alone is about each of its rows; what is about a state alone is about none.
  public func concerns(_ transition: Transition) -> Bool {
    transition.event == event && (state == nil || transition.from == state)
  }
}
