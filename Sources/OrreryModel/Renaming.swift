/// States and events that go under another name in a new version: found by what they do, because a
/// name says nothing of that.
struct Renaming {
  private(set) var states: [(old: String, new: String)] = []
  private(set) var events: [(old: Event.ID, new: Event.ID)] = []
  /// The old version under the new names.
  private(set) var old: Machine

  /// - Complexity: O(*rae*) for *r* names that went, *a* that came and *e* edges.
  init(from old: Machine, to new: Machine) {
    self.old = old
    let (before, after) = (old.states.map(\.name), new.states.map(\.name))
    states = Similarity.pairs(
      before.filter { !after.contains($0) }, after.filter { !before.contains($0) },
      { old.edges(of: $0) }, { new.edges(of: $0) })
    for (name, other) in states { self.old.rename(name, to: other) }
    let (sent, received) = (old.events.map(\.id), new.events.map(\.id))
    let renamed = self.old
    events = Similarity.pairs(
      sent.filter { !received.contains($0) }, received.filter { !sent.contains($0) },
      { renamed.edges(on: $0) }, { new.edges(on: $0) })
    for (event, other) in events { self.old.rename(event, to: other) }
  }
}

/// Pairs what went with what came, where both do much the same.
enum Similarity {
  /// The least part of all features that two must share (Jaccard's index).
  private static let threshold = 0.5

  /// The pairs, most similar first; each element is in one of them at most.
  static func pairs<Element>(
    _ old: [Element], _ new: [Element], _ before: (Element) -> Set<String>,
    _ after: (Element) -> Set<String>
  ) -> [(old: Element, new: Element)] {
    let candidates = new.map(after)
    var scores: [(old: Int, new: Int, score: Double)] = []
    for position in old.indices {
      let features = before(old[position])
      for candidate in new.indices {
        let score = index(features, candidates[candidate])
        if score >= threshold { scores.append((position, candidate, score)) }
      }
    }
    scores.sort { ($1.score, $0.old, $0.new) < ($0.score, $1.old, $1.new) }
    var (usedOld, usedNew): (Set<Int>, Set<Int>) = ([], [])
    return scores.compactMap { pair in
      guard !usedOld.contains(pair.old), !usedNew.contains(pair.new) else { return nil }
      usedOld.insert(pair.old)
      usedNew.insert(pair.new)
      return (old[pair.old], new[pair.new])
    }
  }

  static func index(_ lhs: Set<String>, _ rhs: Set<String>) -> Double {
    let union = lhs.union(rhs).count
    return union == 0 ? 0 : Double(lhs.intersection(rhs).count) / Double(union)
  }
}

extension Machine {
  /// What a state does, without its name.
  fileprivate func edges(of state: String) -> Set<String> {
    Set(
      transitions.filter { $0.from == state || $0.to == state }.map { edge in
        [
          edge.from == state ? "" : edge.from, edge.event.description,
          edge.to == state ? "" : edge.to ?? "?",
        ].joined(separator: "\t")
      })
  }

  /// What an event does, without its name.
  fileprivate func edges(on event: Event.ID) -> Set<String> {
    let moves = transitions.filter { $0.event == event }.map {
      "\($0.from)\t\($0.to ?? "?")\t\($0.kind.rawValue)"
    }
    let writes = actions.filter { $0.event == event }.flatMap { $0.writes.map(\.description) }
    return Set(moves + writes)
  }

  /// What a machine does, edge by edge, without its name.
  public var features: Set<String> {
    let edges = transitions.map { edge in
      "\(edge.from)\t\(edge.event)\t\(edge.to ?? "?")"
    }
    return Set(states.map(\.name) + events.map(\.id.description) + edges)
  }

  mutating func rename(_ state: String, to name: String) {
    for index in states.indices where states[index].name == state { states[index].name = name }
    for index in regions.indices {
      regions[index].states = regions[index].states.map { $0 == state ? name : $0 }
      if regions[index].initial == state { regions[index].initial = name }
    }
    if initial == state { initial = name }
    for index in transitions.indices {
      if transitions[index].from == state { transitions[index].from = name }
      if transitions[index].to == state { transitions[index].to = name }
    }
  }

  fileprivate mutating func rename(_ event: Event.ID, to other: Event.ID) {
    for index in events.indices where events[index].id == event { events[index].id = other }
    for index in transitions.indices where transitions[index].event == event {
      transitions[index].event = other
    }
    for index in actions.indices where actions[index].event == event {
      actions[index].event = other
    }
  }
}
