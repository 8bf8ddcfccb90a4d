/// What comparing a machine with recorded runs says of one of its edges.
public enum EdgeVerdict: String, CaseIterable, Sendable {
  /// Declared and seen.
  case confirmed
  /// Declared and never seen.
  case neverSeen
  /// Seen and not declared.
  case undeclared
  /// Seen, and only an edge without a known target accounts for it.
  case explained
}

/// What became of an edge or a state between two versions of a machine.
public enum PartChange: String, CaseIterable, Sendable {
  /// Only the new version has it.
  case added
  /// Only the old version has it.
  case removed
  /// Both have it, with another guard, effect, answer or name.
  case changed
}

/// How equal answers of several states are drawn.
public enum WildcardStyle: String, CaseIterable, Sendable {
  /// One edge from a node that stands for these states.
  case node
  /// A line of a note beside the picture.
  case note
  /// One edge for each state.
  case edges
}

/// How much a picture tells; what it does not tell is in the table.
public enum Detail: String, CaseIterable, Sendable {
  /// States, and an arrow where one leads to another.
  case states
  /// The events, too.
  case moves
  /// The conditions, too.
  case guards
  /// The effects, too.
  case effects
  /// What leaves a state as it is, too.
  case all
}

extension Detail: Comparable {
  public static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// What a picture shows of a machine.
public struct RenderOptions: Hashable, Sendable {
  /// Whether pairs of state and event that do nothing, or are illegal, are drawn too, and late
  /// answers.
  public var showsIgnored = false
  /// The verdict of each edge, by its position in the machine's transitions.
  public var verdicts: [Int: EdgeVerdict] = [:]
  /// How often each edge was taken, by its position in the machine's transitions.
  public var counts: [Int: Int] = [:]
  /// What changed between two versions, by the position of an edge in the machine's transitions.
  public var changes: [Int: PartChange] = [:]
  /// What changed between two versions, by the name of a state.
  public var stateChanges: [String: PartChange] = [:]
  /// The way from a document to the folder from which source files are named, for links; nothing
  /// where places are only told.
  public var sourceRoot: String?
  /// The state around which the picture is cut out; nothing for the whole machine.
  public var focus: String?
  /// How many steps around `focus` are shown.
  public var depth = 1
  /// Whether the picture says what its strokes and shapes mean; signs are always explained.
  public var showsLegend = false
  /// The colours of the picture.
  public var theme = PictureTheme.automatic
  /// Where names and edges lead to; nothing for no links.
  ///
  /// With links the lines of the source are in the picture, which changes when they move.
  public var links: SourceLinks?
  /// How equal answers of several states are drawn.
  public var wildcards = WildcardStyle.node
  /// Whether each answer of each state is drawn, with nothing told once for several states.
  public var isFlat: Bool {
    get { wildcards == .edges }
    set { wildcards = newValue ? .edges : .node }
  }
  /// How much the picture tells; nothing for as much as stays readable.
  public var detail: Detail?
  /// The machines that others are built from, and how far they are drawn inside of them.
  public var nested = NestedMachines()
  /// The number of the first condition that a note tells: a machine inside goes on where others end.
  var firstCondition = 1
  /// Whether nothing is told of each row by itself: no verdicts, counts or changes.
  var isPlain: Bool { verdicts.isEmpty && counts.isEmpty && changes.isEmpty }
  /// How many pixels a point has in pictures made of pixels.
  public var scale = 1

  public init() {}
}
