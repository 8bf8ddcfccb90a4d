import OrreryModel

/// A machine lowered to what a picture consists of, without any target's syntax.
///
/// Ids are generated (`s0`, `n0`, `t3_t7`), so a renderer may write them as they are. All text is
/// clean of control characters, cut and wrapped, and has still to be escaped for the target.
package struct Diagram: Hashable, Sendable {
  package var title: String
  /// The picture in sentences, for those who do not see it.
  package var summary: String
  package var look: Look
  package var nodes: [Node]
  package var edges: [Edge]
  package var areas: [Area]
  package var notes: [Note]
  /// What the picture leaves out, as sentences.
  package var caption: [String]
  /// What the marks and strokes of the edges mean, as far as they occur.
  package var legend: [Legend]
  /// What became of each transition, by its position in the machine.
  package var account: [Disposition]
  /// The node that shows each state, by the state's name.
  package var stateNodes: [String: String] = [:]
  /// The machines that are drawn inside, each with an account of its own.
  package var nested: [Nested] = []

  /// Something that edges start from or lead to.
  package struct Node: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
      case state
      /// Stands for several states, each of which does what its edges say.
      case any
      /// Where the answers to an event part.
      case choice
      /// Stands for both values of a region, which its lines change.
      case property
      /// The target that the source does not tell.
      case unknown
      case trap
      case thrown
      /// The actions of a struct state that has no states to draw.
      case actions
      /// Where edges enter a composite: its name stands at the border.
      case entry
      /// Where edges leave a composite.
      case exit
      /// A machine as a whole.
      case machine
      /// Says that there is nothing to draw: an empty picture would look like a failure.
      case nothing
    }

    package var id: String
    package var kind: Kind
    package var lines: [Line]
    package var isInitial = false
    package var isStable = true
    package var isFinal = false
    package var isFocus = false
    package var change: PartChange?
    /// What is shown on demand: the doc comment, or the name in full.
    package var tooltip: String
    /// The address of the declaration.
    package var link: String?
    /// The machines that run while the state holds, and are not drawn inside of it.
    package var submachines: [Submachine] = []
    /// The nodes of the states that it stands for; an edge to one of them starts from the others.
    package var covers: [String] = []
  }

  /// A machine that has a picture of its own.
  package struct Submachine: Hashable, Sendable {
    package var name: String
    /// The file of its picture, without the ending.
    package var page: String?
  }

  /// One or more transitions between the same two nodes, drawn with one stroke.
  package struct Edge: Hashable, Sendable {
    /// The nodes that it joins, and a number from the second one between them on: `s0_s3_2`.
    ///
    /// It does not depend on the order in which transitions are declared.
    package var id: String
    /// The positions of the transitions that the edge stands for, ascending; none where it leads to a
    /// choice, behind which they part.
    package var ordinals: [Int]
    package var source: String
    package var target: String
    package var style: EdgeStyle
    package var lines: [Line]
    package var count: Int?
    package var tooltip: String
    /// The address of the first of the transitions.
    package var link: String?
    /// Whether the edge is a line inside its state.
    package var isInside = false
    /// What the ids of a nested machine begin with.
    package var prefix = ""

    /// Whether the edge leads back to where it starts.
    package var isLoop: Bool { source == target }
  }

  /// What the whole picture shares.
  package struct Look: Hashable, Sendable {
    package var theme: PictureTheme
    package var scale: Int
  }

  /// A group of nodes with a border around it.
  package struct Area: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      /// Changes independently of the regions beside it.
      case region
      /// What happens inside of one state.
      case composite
      /// Has states that share their ways out.
      case superstate
    }

    package var id: String
    package var kind = Kind.region
    /// A space for a superstate, which has none: not every target takes an empty name.
    package var name: String
    /// The nodes that lie in no area further in.
    package var nodes: [String]
    package var initial: String?
    /// The area around this one.
    package var parent: String?
    /// The node of the state whose inside this is.
    package var state: String?
    /// The file of the picture of the machine inside, without the ending.
    package var page: String?
  }

  /// A machine that is drawn inside of another.
  package struct Nested: Hashable, Sendable {
    package var machine: String
    /// What its ids begin with.
    package var prefix: String
    package var account: [Disposition]
  }

  /// A remark beside the picture.
  package struct Note: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
      case doubt, composition, wildcards, conditions, remarks
    }

    package var kind: Kind
    package var title: String
    package var lines: [String]
    /// The files of pictures that the lines lead to, without their endings; as many as lines.
    package var pages: [String?] = []
  }

  /// One entry of the legend.
  package struct Legend: Hashable, Sendable {
    /// The stroke that is explained; nothing where it is a shape.
    package var style: EdgeStyle?
    /// The signs before a label, or the shape in words.
    package var mark: String
    package var meaning: String
  }
}

/// What became of one transition in a picture.
package enum Disposition: Hashable, Sendable {
  /// An edge of its own, by its position in the diagram.
  case drawn(edge: Int)
  /// An edge together with others between the same two states.
  case merged(edge: Int)
  /// An edge from the node that stands for several states.
  case folded(edge: Int)
  /// A line of a note, together with the same line of other states.
  case noted
  case hidden(Omission)

  /// The edge that shows the transition.
  package var edge: Int? {
    switch self {
    case .drawn(let edge), .merged(let edge), .folded(let edge): edge
    case .noted, .hidden: nil
    }
  }
}

/// Why a transition is not in the picture.
package enum Omission: String, CaseIterable, Hashable, Sendable {
  case ignored
  case rejected
  case trapped
  case thrown
  case outsideFocus
  /// A late answer.
  case late
  /// The picture tells less than that.
  case detail
  case overLimit
}

/// What decides the stroke of an edge.
package struct EdgeStyle: Hashable, Sendable {
  package var origin: Event.Origin
  package var kind: Transition.Kind
  package var certainty: Transition.Certainty
  package var verdict: EdgeVerdict?
  package var change: PartChange?
}
