/// One state of a machine.
public struct State: Hashable, Sendable {
  /// The case name, or the projected properties of a struct state: `idle`, `isLoading=true, alert=nil`.
  public var name: String
  public var isInitial = false
  /// Whether the machine may rest here; an unstable state waits for its own effect.
  public var isStable = true
  /// Whether no event leads out of it.
  public var isFinal = false
  /// Labels of the associated values, `_` where there is none.
  public var payload: [String] = []
  public var documentation: String?
  public var location: SourceLocation?

  public init(
    _ name: String, isInitial: Bool = false, isStable: Bool = true, isFinal: Bool = false,
    payload: [String] = [], documentation: String? = nil, location: SourceLocation? = nil
  ) {
    self.name = name
    self.isInitial = isInitial
    self.isStable = isStable
    self.isFinal = isFinal
    self.payload = payload
    self.documentation = documentation
    self.location = location
  }
}
