public import Logging
public import OrreryTrace

/// What a log entry tells of a machine: the state that it is in now, and how it came there.
public struct LoggedState: Sendable {
  /// The id of the machine: `Naming.machine(module:path:)`.
  public var machine: String
  /// What tells instances of the machine apart; nothing where there is one.
  public var instance: String?
  /// The event; nothing where the entry only tells the state.
  public var event: String?
  public var origin: EventOrigin
  /// The state before; nothing where it is the one that the entry before has told.
  public var from: String?
  public var state: String
  /// Whether the instance is gone after this entry.
  public var isLast: Bool

  public init(
    machine: String, instance: String? = nil, event: String? = nil, origin: EventOrigin = .input,
    from: String? = nil, state: String, isLast: Bool = false
  ) {
    self.machine = machine
    self.instance = instance
    self.event = event
    self.origin = origin
    self.from = from
    self.state = state
    self.isLast = isLast
  }

  /// Reads the metadata of an entry by the keys of the trace log: `machine`, `instance`, `origin`, `event`,
  /// `from`, and `to` or `state`.
  ///
  /// Nothing where it names no machine or no state.
  public init?(_ message: String, _ metadata: Logger.Metadata) {
    func text(_ key: String) -> String? { metadata[key].map { "\($0)" } }
    guard let machine = text("machine"), let state = text("to") ?? text("state") else { return nil }
    self.init(
      machine: machine, instance: text("instance"), event: text("event"),
      origin: text("origin").flatMap(EventOrigin.init) ?? .input, from: text("from"), state: state)
  }
}
