import OrreryModel

/// The states among which "any state" chooses: those of a region, or all where there are none.
struct Territories {
  private var regions: [String: Int] = [:]
  private var states: [Int?: [String]] = [:]

  init(_ machine: Machine, names: [String]) {
    for (index, region) in machine.regions.enumerated() {
      for state in region.states where regions[state] == nil { regions[state] = index }
    }
    for name in names { states[regions[name], default: []].append(name) }
  }

  /// The region of a state; nothing where it is in none.
  func region(of state: String) -> Int? { regions[state] }

  /// The states of a region, in the order of the picture.
  private func all(_ names: [String]) -> [String] {
    states[names.first.flatMap(region)] ?? names
  }

  /// The states beside these, where they are few enough to say "any state but …".
  func exceptions(to names: [String]) -> [String]? {
    let covered = Set(names)
    let others = all(names).filter { !covered.contains($0) }
    return others.count <= min(3, (names.count - 1) / 2) ? others : nil
  }

  /// What a node for these states costs: a box, and room for the names that it has to list.
  func cost(of names: [String]) -> Int {
    FoldingSavings.stroke + (exceptions(to: names).map(\.count) ?? names.count + 1)
  }

  /// The states of the node from which an answer of these is drawn, in the order of the picture.
  ///
  /// An arrow leads from each *other* state, so that one node serves arrows to several states.
  func covers(_ sources: Set<String>, target: Bundle.Target) -> [String] {
    let all = all(Array(sources.prefix(1)))
    let listed = all.filter(sources.contains)
    guard case .end(.state(let name)) = target, !sources.contains(name) else { return listed }
    let extended = all.filter { $0 == name || sources.contains($0) }
    return exceptions(to: extended) == nil ? listed : extended
  }
}
