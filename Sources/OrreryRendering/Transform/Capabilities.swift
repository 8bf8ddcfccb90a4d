/// What a target can say; lowering rewrites the rest.
package struct Capabilities: Hashable, Sendable {
  /// What a stroke can say.
  package enum Stroke: Hashable, Sendable, CaseIterable {
    case result, `internal`, child, inferred, unstable
  }

  /// What the strokes of the target say; marks in the labels say the rest.
  package var strokes = Set(Stroke.allCases)
  /// Where an edge from a state back to itself is drawn.
  package enum Loops: Hashable, Sendable {
    case outside
    /// As a line inside the state: the internal transitions of UML 2.5.1, 14.2.3.8.1.
    case inside
    /// So, but not where another machine is drawn inside the state.
    case insideSimpleStates
  }

  package var loops = Loops.outside
  /// Whether an edge may begin and end at the border of a composite; else it does at its entry and
  /// exit points.
  package var attachesToComposites = true
  /// Whether remarks are shown with the picture.
  package var hasNotes = true
  /// How many characters a line of a label holds before it is broken.
  package var labelWidth = 30
  /// How many lines the label of one edge holds.
  package var labelLines = 12
  /// How many edges the target takes; what is over is hidden, and said so.
  package var maximumEdges = Int.max

  package init() {}
}
