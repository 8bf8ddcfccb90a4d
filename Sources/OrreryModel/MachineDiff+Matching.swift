/// Pairs the old with the new, closest first, so that an edge that changed is not reported as one
/// that went and one that came.
private struct Pairing<Element> {
  private(set) var old: [Element]
  private(set) var new: [Element]

  init(_ old: [Element], _ new: [Element]) {
    self.old = old
    self.new = new
  }

  /// Takes out the pairs that agree on a key, in order.
  mutating func take(_ key: (Element) -> [String?]) -> [(Element, Element)] {
    var pairs: [(Element, Element)] = []
    var candidates: [[String?]: [Int]] = [:]
    for position in new.indices.reversed() {
      candidates[key(new[position]), default: []] += [position]
    }
    var taken: Set<Int> = []
    old = old.filter { element in
      guard let partner = candidates[key(element)]?.popLast() else { return true }
      taken.insert(partner)
      pairs.append((element, new[partner]))
      return false
    }
    new = new.indices.filter { !taken.contains($0) }.map { new[$0] }
    return pairs
  }
}

/// The differences between two lists of transitions.
struct EdgeMatching {
  let changes: [MachineDiff.Change]

  init(_ old: [Transition], _ new: [Transition]) {
    var open = Pairing(old, new)
    _ = open.take { $0.place + [$0.to, $0.condition, $0.effects, $0.kind.rawValue] }
    var pairs = open.take { $0.place + [$0.to, $0.condition] }
    pairs += open.take { $0.place + [$0.to, $0.effects, $0.kind.rawValue] }
    pairs += open.take { $0.place + [$0.to] }
    pairs += open.take { $0.place + [$0.condition] }
    let changed = pairs.flatMap { old, new in
      old.aspects(differingFrom: new).map { MachineDiff.Change.edgeChanged(old, to: new, $0) }
    }
    changes =
      open.old.map { .edgeRemoved($0) } + changed + open.new.map { .edgeAdded($0) }
  }
}

/// The differences between two lists of actions.
struct ActionMatching {
  let changes: [MachineDiff.Change]

  init(_ old: [Action], _ new: [Action]) {
    var open = Pairing(old, new)
    _ = open.take { $0.place + [$0.foldedGuard, $0.writeText, $0.effects] }
    var pairs = open.take { $0.place + [$0.foldedGuard] }
    pairs += open.take { $0.place + [$0.writeText, $0.effects] }
    let changed = pairs.flatMap { old, new in
      old.aspects(differingFrom: new).map { MachineDiff.Change.actionChanged(old, to: new, $0) }
    }
    changes =
      open.old.map { .actionRemoved($0) } + changed + open.new.map { .actionAdded($0) }
  }
}

extension Transition {
  fileprivate var place: [String?] { [from, event.origin.rawValue, event.name] }
  fileprivate var effects: String? { effect?.description.whiteSpaceFolded }

  fileprivate func aspects(differingFrom new: Self) -> [MachineDiff.Aspect] {
    [
      to == new.to ? nil : .target, condition == new.condition ? nil : .guard,
      effects == new.effects ? nil : .effects,
      // An edge to another target is a move or none: its kind says nothing more.
      kind == new.kind || to != new.to ? nil : .kind,
    ].compactMap(\.self)
  }
}

extension Action {
  fileprivate var place: [String?] { [event.origin.rawValue, event.name] }
  fileprivate var foldedGuard: String? { self.guard?.whiteSpaceFolded }
  fileprivate var effects: String? { effect?.description.whiteSpaceFolded }
  fileprivate var writeText: String {
    writes.map(\.description.whiteSpaceFolded).joined(separator: "; ")
  }

  fileprivate func aspects(differingFrom new: Self) -> [MachineDiff.Aspect] {
    [
      foldedGuard == new.foldedGuard ? nil : .guard, writeText == new.writeText ? nil : .writes,
      effects == new.effects ? nil : .effects,
    ].compactMap(\.self)
  }
}
