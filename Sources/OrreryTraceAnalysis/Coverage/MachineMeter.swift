import OrreryModel
import OrreryTrace

/// Counts what the steps of one machine cover.
struct MachineMeter {
  /// What a step that looks the same as others covers, as positions of items.
  private struct Cover {
    var edges: [Int] = []
    var rejected: [Int] = []
    var events: [Int] = []
    /// The states that it left or entered, one in each region.
    var states: [Int] = []
    var isUndeclared = false
    /// Whether only the states were seen, and whether these tell an edge.
    var isUnnamed = false
    var isJoined = false
    var changesNothing = false
  }

  private(set) var result: MachineCoverage
  private let matcher: StepMatcher
  private let edgeItems: [Int: Int]
  private let rejectedItems: [Int: Int]
  private let stateItems: [String: Int]
  private var pairItems: [EdgePair: Int] = [:]
  private var covers: [ObservedStep.Key: Cover] = [:]
  /// The edges that each live instance took last in each region, as positions of items.
  private var last: [UInt64: [Int: [Int]]] = [:]
  /// The region of each state, where there are several.
  private let regions: [String: Int]
  private var sharing: Set<Int> = []

  init(_ machine: Machine, exclusions: [(position: Int, exclusion: CoverageExclusion)]) {
    matcher = StepMatcher(machine)
    func exclusion(of ordinal: Int) -> Int? {
      exclusions.first { $0.exclusion.covers(machine.transitions[ordinal]) }?.position
    }
    let ordinals = machine.transitions.indices
    let taken = ordinals.filter { machine.transitions[$0].isTakeable }
    let refused = ordinals.filter { machine.transitions[$0].isRefusal }
    let edges = taken.map { CoverageItem($0, exclusion: exclusion(of: $0)) }
    result = MachineCoverage(
      machine: machine, edges: edges, pairs: Self.pairs(of: machine, edges),
      states: machine.states.map { CoverageItem($0.name) },
      events: machine.events.map { CoverageItem($0.id) },
      rejected: refused.map { CoverageItem($0, exclusion: exclusion(of: $0)) })
    edgeItems = Self.positions(taken)
    rejectedItems = Self.positions(refused)
    stateItems = Self.positions(machine.states.map(\.name))
    pairItems = Self.positions(result.pairs.map(\.subject))
    regions = Dictionary(
      machine.regions.enumerated().flatMap { number, region in region.states.map { ($0, number) } }
    ) { first, _ in first }
  }

  /// All pairs of edges that meet in a state; one with an excluded edge is excluded with it.
  private static func pairs(
    of machine: Machine, _ edges: [CoverageItem<Int>]
  ) -> [CoverageItem<EdgePair>] {
    let leaving = Dictionary(grouping: edges) { machine.transitions[$0.subject].from }
    return edges.flatMap { first in
      let edge = machine.transitions[first.subject]
      let state = edge.to ?? edge.from
      return leaving[state, default: []].map { second in
        CoverageItem(
          EdgePair(first: first.subject, second: second.subject),
          exclusion: first.exclusion ?? second.exclusion)
      }
    }
  }

  /// Those of the edges that leave one state and differ in their guards alone.
  static func shared(_ ordinals: [Int], of machine: Machine) -> [Int] {
    Dictionary(grouping: ordinals) { machine.transitions[$0].from }.values
      .filter { $0.count > 1 }.flatMap(\.self)
  }

  private static func positions<Key: Hashable>(_ keys: [Key]) -> [Key: Int] {
    Dictionary(zip(keys, keys.indices)) { first, _ in first }
  }
}

// MARK: - Counting

extension MachineMeter {
  /// Forgets the instances, whose numbers begin anew in another trace.
  mutating func forgetInstances() {
    last = [:]
  }

  mutating func forget(_ instance: UInt64) {
    last[instance] = nil
  }

  mutating func see(state: String, in trace: Int) {
    for item in items(of: state) { result.states[item].see(in: trace) }
  }

  mutating func take(_ step: StepRecord, in trace: Int) {
    let cover = cover(of: step)
    result.steps += 1
    if cover.isUndeclared { result.undeclaredSteps += 1 }
    if cover.isUnnamed { result.takeUnnamed(isJoined: cover.isJoined) }
    for item in cover.edges { result.edges[item].see(in: trace) }
    for item in cover.rejected { result.rejected[item].see(in: trace) }
    for item in cover.events { result.events[item].see(in: trace) }
    for item in cover.states { result.states[item].see(in: trace) }
    follow(step.instance, cover, in: trace)
  }

  /// The items of the states that a recorded one stands for.
  private func items(of state: String) -> [Int] {
    matcher.states(state).compactMap { stateItems[$0] }
  }

  /// Pairs are of edges of one region: what happens in others parts them as little as an event that
  /// changed nothing.
  private mutating func follow(_ instance: UInt64, _ cover: Cover, in trace: Int) {
    guard !cover.changesNothing || !cover.edges.isEmpty else { return }
    let byRegion = Dictionary(grouping: cover.edges) { item in
      regions[result.machine.transitions[result.edges[item].subject].from] ?? 0
    }
    // A step that covers no edge leaves nothing that a pair could begin with.
    if cover.edges.isEmpty { last[instance] = nil }
    for (region, edges) in byRegion {
      for first in last[instance]?[region] ?? [] {
        for second in edges {
          let pair = EdgePair(
            first: result.edges[first].subject, second: result.edges[second].subject)
          if let item = pairItems[pair] { result.pairs[item].see(in: trace) }
        }
      }
      last[instance, default: [:]][region] = edges
    }
  }

  private mutating func cover(of step: StepRecord) -> Cover {
    let key = ObservedStep.Key(step)
    if let known = covers[key] { return known }
    let ordinals = matcher.edges(of: key)
    let projected = matcher.projected(key)
    var cover = Cover()
    cover.edges = ordinals.compactMap { edgeItems[$0] }
    cover.rejected = ordinals.compactMap { rejectedItems[$0] }
    cover.events = matcher.events(of: key)
    cover.states = Set(items(of: key.from) + items(of: key.to)).sorted()
    cover.isUndeclared = matcher.contradicts(key)
    cover.isUnnamed = key.isUnnamed && !cover.isUndeclared
    cover.isJoined = !ordinals.isEmpty
    cover.changesNothing = projected.from == projected.to
    let shared = Self.shared(cover.edges.map { result.edges[$0].subject }, of: result.machine)
    if !shared.isEmpty {
      sharing.formUnion(shared)
      result.guardsNotEvaluated = sharing.sorted()
    }
    covers[key] = cover
    return cover
  }
}

extension Transition {
  /// Whether a run is expected to take the edge, and is somewhere afterwards.
  var isTakeable: Bool { !isLate && (kind == .move || kind == .stay) }

  var isRefusal: Bool { !isLate && (kind == .reject || kind == .trap || kind == .throw) }
}
