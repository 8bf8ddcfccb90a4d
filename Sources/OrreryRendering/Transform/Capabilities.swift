/// What a target can say; lowering rewrites the rest.
package struct Capabilities: Hashable, Sendable {
  /// What a stroke can say.
  package enum Stroke: Hashable, Sendable, CaseIterable {
    case result, `internal`, child, inferred, unstable
  }

  /// What the strokes of the target say; marks in the labels say the rest.
  package var strokes = Set(Stroke.allCases)
  /// Whether edges from a state back to itself are lines inside the state: the internal transitions
  /// of UML 2.5.1, 14.2.3.8.1.
  package var drawsLoopsInside = false
  /// How many characters a line of a label holds before it is broken.
  package var labelWidth = 30
  /// How many lines the label of one edge holds.
  package var labelLines = 12
  /// How many edges the target takes; what is over is hidden, and said so.
  package var maximumEdges = Int.max

  package init() {}
}
