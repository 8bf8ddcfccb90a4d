/// A state machine: the one model that every diagram, table, check and coverage figure is a view of.
///
/// A machine is reached in two ways, from the source that declares it and from the traces of it
/// running; `certainty` of its transitions tells which.
public struct Machine: Hashable, Sendable {
  /// How the machine is spelled in Swift.
  public enum Style: String, CaseIterable, Sendable {
    /// Pure functions from state and event to state and effect.
    case reducer
    /// An actor that publishes its state.
    case actor
    /// A feature of The Composable Architecture.
    case composable
    /// A type whose methods switch on and assign a stored state.
    case mutating
  }

  /// What the state is made of.
  public enum StateKind: String, Sendable {
    /// Each case of an enum is a state.
    case `enum`
    /// A struct, which has a region for each of its properties of few values.
    case `struct`
  }

  /// `Module.Type.Path`, unique in one extraction.
  public var id: String
  /// The type path without the module.
  public var name: String
  public var style: Style
  public var location: SourceLocation
  public var endLine: Int
  /// The declaration's doc comment, without its comment marks.
  public var documentation: String?
  public var stateKind: StateKind
  public var states: [State] = []
  public var initial: String?
  public var events: [Event] = []
  public var transitions: [Transition] = []
  /// What each handler of a struct state writes; empty for an enum state.
  public var actions: [Action] = []
  public var children: [Child] = []
  /// The state variables of a struct state, in declaration order; empty for an enum state.
  public var regions: [Region] = []
  /// All that could not be decided, in source order.
  public var unresolved: [Unresolved] = []
  /// What a review of the source says, where one was asked for, in source order.
  public var remarks: [Remark] = []

  /// The names of the state variables: by them a recorded state is told.
  public var projection: [String] { regions.map(\.name) }

  public init(
    id: String, name: String, style: Style, location: SourceLocation, endLine: Int? = nil,
    documentation: String? = nil, stateKind: StateKind
  ) {
    self.id = id
    self.name = name
    self.style = style
    self.location = location
    self.endLine = endLine ?? location.line
    self.documentation = documentation
    self.stateKind = stateKind
  }
}
