import OrreryTrace

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

/// One of several state variables of a machine: Harel's orthogonal components,
/// https://doi.org/10.1016/0167-6423(87)90035-9.
///
/// The states of a machine's regions stand in ``Machine/states``, one region after the other. Where
/// there are several regions a state is named after its region and its value, `isLoading=true`;
/// where there is one, by the bare value.
public struct Region: Hashable, Sendable {
  public var name: String
  /// The names of its states in the machine.
  public var states: [String]
  public var initial: String?

  public init(name: String, states: [String], initial: String?) {
    self.name = name
    self.states = states
    self.initial = initial
  }
}

extension Machine {
  /// The region of a state; nothing where the machine has none.
  public func region(of state: String) -> Region? {
    regions.first { $0.states.contains(state) }
  }

  /// The bare value that a state of a region stands for.
  ///
  /// - Parameter state: The name of a state; one that is in no region is returned as it is.
  public func value(of state: String) -> String {
    guard regions.count > 1, let region = region(of: state) else { return state }
    return Naming.properties(ofState: state).first { $0.name == region.name }?.value ?? state
  }

  /// The name of the state that is a value of a region.
  public func state(_ value: String, in region: String) -> String {
    regions.count > 1 ? Naming.state(properties: [(region, value)]) : value
  }
}
