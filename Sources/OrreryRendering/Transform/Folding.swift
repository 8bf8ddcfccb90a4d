import OrreryModel

/// Transitions that share one line of a label: one, or all that a wildcard clause expands to.
struct Bundle {
  enum Source: Hashable {
    case state(String)
    case any([String])
  }

  enum Target: Hashable {
    case end(Selection.Target)
    /// Back to the node that the edge starts from.
    case same
  }

  var source: Source
  var target: Target
  /// Ascending, never empty.
  var ordinals: [Int]
  var transition: Transition
  var style: EdgeStyle
}

/// Draws the equal edges of one wildcard clause as one edge, from three on.
struct Folding {
  private(set) var bundles: [Bundle] = []

  private static let threshold = 3

  /// What the transitions of one clause must share.
  private struct Key: Hashable {
    var file: String
    var clause: Int
    var event: Event.ID
    var condition: String?
    var effect: Effect?
    var target: Bundle.Target
    var style: EdgeStyle
  }

  init(_ machine: Machine, selection: Selection, options: RenderOptions) {
    let single = machine.transitions.indices.compactMap { index -> Bundle? in
      guard case .shown(let target) = selection.outcomes[index] else { return nil }
      return Self.single(index, machine.transitions[index], target, options)
    }
    let all = Self.distinct(single)
    guard options.wildcards != .edges else {
      bundles = all
      return
    }
    let clauses = Dictionary(grouping: all.indices) { Self.key(all[$0]) }
    for index in all.indices {
      guard let key = Self.key(all[index]), let members = clauses[key],
        Set(members.map { all[$0].transition.from }).count >= Self.threshold
      else {
        bundles.append(all[index])
        continue
      }
      if members.first == index { bundles.append(Self.fold(members.map { all[$0] }, key.target)) }
    }
  }

  /// Equal transitions as one: those of regions that differ only in what the region does not see.
  private static func distinct(_ bundles: [Bundle]) -> [Bundle] {
    struct Line: Hashable {
      var source: Bundle.Source
      var target: Bundle.Target
      var event: Event.ID
      var condition: String?
      var effect: Effect?
      var style: EdgeStyle

      // Few lines share these, and to hash the others costs more than to compare them.
      func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(event.name)
      }
    }
    var positions: [Line: Int] = [:]
    var result: [Bundle] = []
    for bundle in bundles {
      let line = Line(
        source: bundle.source, target: bundle.target, event: bundle.transition.event,
        condition: bundle.transition.guard, effect: bundle.transition.effect, style: bundle.style)
      if let position = positions[line] {
        result[position].ordinals += bundle.ordinals
      } else {
        positions[line] = result.count
        result.append(bundle)
      }
    }
    return result
  }

  private static func single(
    _ index: Int, _ transition: Transition, _ target: Selection.Target, _ options: RenderOptions
  ) -> Bundle {
    Bundle(
      source: .state(transition.from), target: .end(target), ordinals: [index],
      transition: transition,
      style: EdgeStyle(
        origin: transition.event.origin, kind: transition.kind == .stay ? .move : transition.kind,
        certainty: transition.certainty, verdict: options.verdicts[index],
        change: options.changes[index]))
  }

  private static func key(_ bundle: Bundle) -> Key? {
    guard let clause = bundle.transition.wildcard else { return nil }
    let isLoop = bundle.target == .end(.state(bundle.transition.from))
    return Key(
      file: bundle.transition.location.file, clause: clause, event: bundle.transition.event,
      condition: bundle.transition.guard, effect: bundle.transition.effect,
      target: isLoop ? .same : bundle.target, style: bundle.style)
  }

  private static func fold(_ members: [Bundle], _ target: Bundle.Target) -> Bundle {
    var fold = members[0]
    var seen: Set<String> = []
    fold.source = .any(members.map(\.transition.from).filter { seen.insert($0).inserted })
    fold.target = target
    fold.ordinals = members.flatMap(\.ordinals)
    return fold
  }
}
