/// One answer of a machine: a transition, or what one way through a handler of a struct state writes.
public struct Row: Hashable, Sendable {
  /// What two rows of the same state and event may differ in.
  public enum Part: CaseIterable, Sendable {
    case target, value, kind, `guard`, effect, regions, certainty, place
  }

  /// Where the row was read.
  public struct Place: Hashable, Sendable {
    public var file = ""
    public var line = 0
    public var column = 0
    /// The line of the clause that the row was expanded from.
    public var wildcard: Int?
  }

  /// The kind of a row whose target is not known.
  public static let unknown = "unresolved"

  /// The region whose answer it is; nothing in a machine without regions.
  public var region: String?
  /// The state that is left; nothing for what a handler of a struct state writes.
  public var from: String?
  public var origin = "input"
  public var event: String
  public var `guard`: String?
  /// What the other regions have to be in: `isOn is true`.
  public var when: [String] = []
  /// The regions that answer in the same step.
  public var together: [String] = []
  /// The names of the effects, in order.
  public var effects: [String] = []
  /// The effects as a tree, with what is forwarded to a nested machine.
  public var effectTree = ""
  /// The state that is entered, or the writes of a handler.
  public var target: String?
  /// The properties that a handler writes, without the values.
  public var properties: [String] = []
  public var kind = "move"
  public var certainty = "exact"
  public var place = Place()

  public init(region: String? = nil, from: String?, event: String, to target: String?) {
    self.region = region
    self.from = from
    self.event = event
    self.target = target
  }

  /// Whether the row says only that something happens.
  public var isUnknown: Bool { kind == Self.unknown }

  /// Whether the row is what a handler of a struct state writes.
  var isWrite: Bool { from == nil }

  /// Whether the row holds in each case.
  var isUnconditional: Bool { self.guard == nil && when.isEmpty }
}

extension Row {
  /// The row with some of its parts blanked: rows that are equal in the others become equal.
  ///
  /// A blanked kind still tells whether the row is unknown, so that such a row is never taken for one
  /// of another kind.
  func without(_ parts: Set<Part>) -> Row {
    var row = self
    for part in parts {
      switch part {
      case .target: if isWrite { row.properties = [] } else { row.target = nil }
      case .value: if isWrite { row.target = nil }
      case .kind: row.kind = isUnknown ? Self.unknown : ""
      case .guard: row.guard = nil
      case .effect: (row.effects, row.effectTree) = ([], "")
      case .regions: (row.when, row.together) = ([], [])
      case .certainty: row.certainty = ""
      case .place: row.place = Place()
      }
    }
    return row
  }

  /// The parts in which two rows differ.
  func differences(from other: Row) -> Set<Part> {
    Set(Part.allCases.filter { without(Part.all(but: $0)) != other.without(Part.all(but: $0)) })
  }
}

extension Row.Part {
  /// All parts except for one.
  static func all(but part: Self) -> Set<Self> { Set(allCases).subtracting([part]) }
}
