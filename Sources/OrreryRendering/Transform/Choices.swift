import OrderedCollections
import OrreryModel

/// Parts the answers to the same events at a choice, where labels that all say the same events would
/// say less: the choice pseudostate of UML 2.5.1, 14.2.3.7.
struct Choices {
  /// The answers; those that part at a choice know its events.
  private(set) var bundles: [Bundle]

  /// A choice is a box, and the arrow that leads to it.
  private static let cost = 3 * FoldingSavings.stroke

  /// What answers of a choice share.
  private struct Trunk: Hashable {
    var source: Bundle.Source
    var style: EdgeStyle
    /// What the events lead to, each with its condition and effect.
    var ways: Set<Way>
  }

  private struct Way: Hashable {
    var target: Bundle.Target
    var condition: String?
    var effect: Effect?
  }

  private struct Question: Hashable {
    var source: Bundle.Source
    var style: EdgeStyle
    var event: Event.ID
  }

  private struct Arrow: Hashable {
    var source: Bundle.Source
    var target: Bundle.Target
    var style: EdgeStyle

    init(_ bundle: Bundle) {
      (source, target, style) = (bundle.source, bundle.target, bundle.style)
    }
  }

  init(_ bundles: [Bundle], _ properties: Properties) {
    self.bundles = bundles
    let leading = bundles.indices.filter { Self.leads(bundles[$0], properties) }
    let questions = OrderedDictionary(grouping: leading) { index in
      let bundle = bundles[index]
      return Question(source: bundle.source, style: bundle.style, event: bundle.transition.event)
    }
    let trunks = OrderedDictionary(grouping: questions.values.filter { $0.count > 2 }) { ways in
      Trunk(
        source: bundles[ways[0]].source, style: bundles[ways[0]].style,
        ways: Set(ways.map { Self.way(bundles[$0]) }))
    }
    let loads = bundles.reduce(into: [Arrow: Int]()) { $0[Arrow($1), default: 0] += 1 }
    for (trunk, ways) in trunks where Self.isPlain(trunk) { part(ways, loads) }
  }

  /// Whether a choice says what its ways say: all of them on a condition, or none; and each from all
  /// the states that the source stands for.
  private static func isPlain(_ trunk: Trunk) -> Bool {
    guard Set(trunk.ways.map { $0.condition == nil }).count == 1 else { return false }
    guard case .any(let names) = trunk.source else { return true }
    return !trunk.ways.contains { way in
      if case .end(.state(let name)) = way.target { names.contains(name) } else { false }
    }
  }

  /// Whether an answer is an arrow to somewhere else.
  private static func leads(_ bundle: Bundle, _ properties: Properties) -> Bool {
    guard !bundle.transition.event.name.isEmpty else { return false }
    switch bundle.target {
    case .same, .end(.untold): return false
    case .end(.state(let name)):
      return bundle.source != .state(name) && properties.region(of: name) == nil
    case .end: return true
    }
  }

  private static func way(_ bundle: Bundle) -> Way {
    Way(
      target: bundle.target, condition: bundle.transition.guard, effect: bundle.transition.effect)
  }

  /// - Parameters:
  ///   - events: For each event the positions of its answers, the same ones for all.
  ///   - loads: How many answers each arrow tells.
  private mutating func part(_ events: [[Int]], _ loads: [Arrow: Int]) {
    let all = events.flatMap(\.self)
    let targets = Set(events[0].map { bundles[$0].target })
    let names = events.map { bundles[$0[0]].transition.event }.sorted { $0.name < $1.name }
    let lines = names.map(\.name).joined(separator: ", ").length / 30 + 1
    let saved = (targets.count - 1) * lines
    guard targets.count > 2, saved > Self.cost else { return }
    // Arrows that other events need besides are doubled.
    let own = all.reduce(into: [Arrow: Int]()) { $0[Arrow(bundles[$1]), default: 0] += 1 }
    let doubled = own.count { (loads[$0.key] ?? 0) > $0.value }
    guard saved > Self.cost + FoldingSavings.stroke * doubled else { return }
    for index in all { bundles[index].choice = names }
  }
}
