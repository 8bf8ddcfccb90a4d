/// Groups of states that share their ways out and are drawn in a box: Harel's superstates,
/// https://doi.org/10.1016/0167-6423(87)90035-9.
///
/// Two of them lie apart or one lies in the other. A group that no arrows of its own hold together has
/// no box: it would be drawn across the whole picture.
struct Superstates {
  /// The states of each group, in the order of the picture.
  private(set) var groups: [[String]] = []

  /// A box in a box is read at a glance; one more is not.
  private static let deepest = 2

  init() {}

  /// - Parameters:
  ///   - candidates: The groups, those that save most first.
  ///   - bundles: All arrows.
  init(of candidates: [[String]], joined bundles: [Bundle]) {
    var neighbours: [String: Set<String>] = [:]
    for bundle in bundles {
      guard case .end(.state(let target)) = bundle.target, case .state = bundle.source else {
        continue
      }
      neighbours[bundle.transition.from, default: []].insert(target)
      neighbours[target, default: []].insert(bundle.transition.from)
    }
    let pairs = Self.pairs(bundles)
    for group in candidates where admits(Set(group)) && Self.isConnected(group, neighbours) {
      if !pairs.contains(where: { $0.crosses(Set(group)) }) { groups.append(group) }
    }
  }

  /// Two states that several arrows join.
  private struct Pair: Hashable {
    var sources: Set<String>
    var target: String

    /// Whether these arrows cross the border of a group: Graphviz lays their labels over each other.
    func crosses(_ group: Set<String>) -> Bool {
      sources.isSubset(of: group) != group.contains(target)
    }
  }

  private static func pairs(_ bundles: [Bundle]) -> [Pair] {
    var styles: [Pair: Set<EdgeStyle>] = [:]
    for bundle in bundles {
      guard case .end(.state(let target)) = bundle.target else { continue }
      let sources: Set<String> =
        switch bundle.source {
        case .state(let name): [name]
        case .any(let names): Set(names)
        }
      styles[Pair(sources: sources, target: target), default: []].insert(bundle.style)
    }
    return styles.filter { $0.value.count > 1 }.map(\.key)
  }

  /// Whether a group can be drawn beside those that are there.
  private func admits(_ states: Set<String>) -> Bool {
    let others = groups.map(Set.init)
    return others.allSatisfy { Self.areNested($0, states) || $0.isDisjoint(with: states) }
      && states.allSatisfy { state in others.count { $0.contains(state) } < Self.deepest }
  }

  private static func areNested(_ one: Set<String>, _ other: Set<String>) -> Bool {
    one.isSubset(of: other) || other.isSubset(of: one)
  }

  /// Whether each state is reached from each other one within the group, against arrows too.
  private static func isConnected(
    _ group: [String], _ neighbours: [String: Set<String>]
  ) -> Bool {
    var open = Array(group.prefix(1))
    var rest = Set(group.dropFirst())
    while let state = open.popLast() {
      let found = rest.intersection(neighbours[state] ?? [])
      rest.subtract(found)
      open += found
    }
    return rest.isEmpty
  }
}
