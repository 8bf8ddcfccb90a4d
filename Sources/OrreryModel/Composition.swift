/// A machine that another one is built from.
public struct Child: Hashable, Sendable {
  /// How the parent holds the child.
  public enum Via: String, CaseIterable, Sendable {
    case scope = "Scope"
    case ifLet
    case forEach
    case nested
  }

  /// The child's id, or its name as written where its declaration was not found.
  public var machine: String
  public var via: Via
  /// The property of the parent's state that holds the child's.
  public var path: String

  public init(machine: String, via: Via, path: String) {
    self.machine = machine
    self.via = via
    self.path = path
  }
}

/// One of several state variables that change independently (Harel's orthogonal components).
public struct Region: Hashable, Sendable {
  public var name: String
  public var states: [String]
  public var initial: String?

  public init(name: String, states: [String], initial: String?) {
    self.name = name
    self.states = states
    self.initial = initial
  }
}
