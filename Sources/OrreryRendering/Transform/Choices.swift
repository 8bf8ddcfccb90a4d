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
    let trunks = OrderedDictionary(grouping: questions.values) { ways in
      Trunk(
        source: bundles[ways[0]].source, style: bundles[ways[0]].style,
        ways: Set(ways.map { Self.way(bundles[$0]) }))
    }
    for ways in trunks.values { part(ways) }
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

  /// - Parameter events: For each event the positions of its answers, the same ones for all.
  private mutating func part(_ events: [[Int]]) {
    let all = events.flatMap(\.self)
    let names = events.map { bundles[$0[0]].transition.event }.sorted { $0.name < $1.name }
    let targets = Set(events[0].map { bundles[$0].target })
    let lines = names.map(\.name).joined(separator: ", ").length / 30 + 1
    // Arrows that other events need besides are doubled.
    let own = Set(all)
    let others = Set(bundles.indices.filter { !own.contains($0) }.map { Arrow(bundles[$0]) })
    let doubled = Set(all.map { Arrow(bundles[$0]) }).intersection(others).count
    let saved = (targets.count - 1) * lines
    guard targets.count > 2, saved > Self.cost + FoldingSavings.stroke * doubled else { return }
    for index in all { bundles[index].choice = names }
  }
}
