import OrreryModel

/// Transitions that share one line of a label: one, or equal ones of several states.
struct Bundle {
  enum Source: Hashable {
    case state(String)
    case any([String])
  }

  enum Target: Hashable {
    case end(Selection.Target)
    /// Back to the state that the edge starts from.
    case same
  }

  var source: Source
  var target: Target
  /// Ascending, never empty.
  var ordinals: [Int]
  /// One of the transitions; they differ in nothing that the picture tells.
  var transition: Transition
  var style: EdgeStyle
  /// The events that it is one of several answers to, where these part at a choice.
  var choice: [Event.ID] = []
}

/// Draws what several states answer alike as one edge from a node that stands for these states.
///
/// Which rows a wildcard clause wrote does not matter: rows are alike where the picture tells them
/// apart by nothing but the state.
struct Folding {
  private(set) var bundles: [Bundle] = []
  private(set) var superstates = Superstates()

  private static let threshold = 3

  /// All that a picture tells of a row, apart from where it starts.
  struct Answer: Hashable {
    var event: Event.ID
    var condition: String?
    var effect: Effect?
    var target: Bundle.Target
    var style: EdgeStyle

    init(_ bundle: Bundle) {
      let row = bundle.transition
      (event, condition, effect) = (row.event, row.guard, row.effect)
      (target, style) = (bundle.target, bundle.style)
      if bundle.target == .end(.state(row.from)) { target = .same }
    }

    // Few answers share these, and to hash the others costs more than to compare them.
    func hash(into hasher: inout Hasher) {
      hasher.combine(event.name)
      hasher.combine(target)
      hasher.combine(condition)
    }
  }

  init(
    _ machine: Machine, selection: Selection, territories: Territories, properties: Properties,
    names: [String], options: RenderOptions, detail: Detail
  ) {
    let single = machine.transitions.indices.compactMap { index -> Bundle? in
      guard case .shown(let target) = selection.outcomes[index] else { return nil }
      return Self.single(index, machine.transitions[index], target, options).told(detail)
    }
    let rows = Self.distinct(single, detail)
    let isNoted = options.wildcards == .note
    let drawn = options.isFlat ? rows : folded(rows, territories, isNoted: isNoted)
    let choices = options.isFlat || !options.isPlain ? drawn : Choices(drawn, properties).bundles
    bundles = BundleOrder(names).sorted(choices)
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

  /// Equal transitions as one: those of regions that differ only in what the region does not see.
  ///
  /// Where no conditions are told, an inferred one says nothing beside the same one that is exact.
  private static func distinct(_ bundles: [Bundle], _ detail: Detail) -> [Bundle] {
    struct Row: Hashable {
      var source: Bundle.Source
      var answer: Answer
    }
    var positions: [Row: Int] = [:]
    var result: [Bundle] = []
    for bundle in bundles {
      var row = Row(source: bundle.source, answer: Answer(bundle))
      if detail < .guards, bundle.style.certainty == .inferred {
        row.answer.style.certainty = .exact
      }
      if let position = positions[row] {
        result[position].ordinals += bundle.ordinals
        if bundle.style.certainty == .exact { result[position].style.certainty = .exact }
      } else {
        positions[row] = result.count
        result.append(bundle)
      }
    }
    return result
  }

  // MARK: - Equal answers

  private mutating func folded(
    _ rows: [Bundle], _ territories: Territories, isNoted: Bool
  ) -> [Bundle] {
    let groups = Self.groups(rows, territories)
    var savings = FoldingSavings(rows, groups)
    let sets = groups.filter { $0.members.count >= Self.threshold }.map { group in
      territories.covers(Set(group.members.keys), target: group.answer.target)
    }
    let costs = Dictionary(sets.map { ($0, isNoted ? 0 : territories.cost(of: $0)) }) { $1 }
    let ranked = savings.ranked(costs)
    for set in ranked { savings.fold(set, cost: costs[set] ?? 0) }
    let folds = savings.chosen.map { Self.fold($0.rows.map { rows[$0] }, from: $0.covers) }
    if !isNoted {
      let chosen = Set(savings.chosen.map(\.covers))
      superstates = Superstates(
        of: ranked.filter { chosen.contains($0) && territories.exceptions(to: $0) == nil },
        joined: savings.kept + folds)
    }
    return savings.kept + folds
  }

  /// The rows with one answer in one region.
  private static func groups(_ rows: [Bundle], _ territories: Territories) -> [FoldingGroup] {
    struct Key: Hashable {
      var answer: Answer
      var region: Int?
    }
    let alike = Dictionary(grouping: rows.indices) { index in
      Key(
        answer: Answer(rows[index]), region: territories.region(of: rows[index].transition.from))
    }
    return alike.filter { $0.value.count > 1 }.map { key, positions in
      let members = positions.map { (rows[$0].transition.from, $0) }
      return FoldingGroup(
        answer: key.answer, members: Dictionary(members) { first, _ in first })
    }
  }

  private static func fold(_ members: [Bundle], from states: [String]) -> Bundle {
    var fold = members[0]
    fold.source = .any(states)
    fold.target = Answer(fold).target
    fold.ordinals = members.flatMap(\.ordinals).sorted()
    return fold
  }
}

extension Bundle {
  /// As much of the row as the picture tells.
  fileprivate func told(_ detail: Detail) -> Self {
    var bundle = self
    if detail < .effects { bundle.transition.effect = nil }
    if detail < .guards { bundle.transition.guard = nil }
    guard detail < .moves else { return bundle }
    bundle.transition.event = Event.ID(.input, "")
    (bundle.style.origin, bundle.style.certainty) = (.input, .exact)
    return bundle
  }
}
