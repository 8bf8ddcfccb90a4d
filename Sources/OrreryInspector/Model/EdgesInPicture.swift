import OrreryRendering

/// Where a picture shows transitions and states, by the ids of its elements.
struct EdgesInPicture {
  private let diagram: Diagram?
  /// Arrows that lead to a choice, by the choice.
  private var trunks: [String: [Diagram.Edge]] = [:]

  init(_ diagram: Diagram?) {
    self.diagram = diagram
    let choices = Set(diagram?.nodes.filter { $0.kind == .choice }.map(\.id) ?? [])
    for edge in diagram?.edges ?? [] where choices.contains(edge.target) {
      trunks[edge.target, default: []].append(edge)
    }
  }

  /// The element of a state; nothing where it is not drawn.
  func node(of state: String) -> String? { diagram?.stateNodes[state] }

  /// The element of a transition; nothing where it is not drawn.
  func edge(of ordinal: Int) -> String? { arrow(of: ordinal)?.id }

  /// The elements that a step lights: its arrows, and those by which choices are reached.
  func edges(of ordinals: [Int]) -> [String] {
    var found: [String] = []
    for arrow in ordinals.compactMap(arrow) {
      for edge in (trunks[arrow.source] ?? []) + [arrow] where !found.contains(edge.id) {
        found.append(edge.id)
      }
    }
    return found
  }

  private func arrow(of ordinal: Int) -> Diagram.Edge? {
    guard let diagram, diagram.account.indices.contains(ordinal),
      let position = diagram.account[ordinal].edge, diagram.edges.indices.contains(position)
    else { return nil }
    return diagram.edges[position]
  }
}
