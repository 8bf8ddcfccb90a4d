import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// In which states a machine may be when something is over that a handler waits for.
extension MachineBuilder {
  /// An outcome and its rows; for what follows a wait and asks for the state, where that was left.
  struct Way {
    var outcome: Outcome
    var rows: [Row]
    var left: HandlerWalk.Left?
    /// The number of its handler, and the wait that it goes on after.
    var handler = 0
    var origin: Continuation?
    /// Whether its handler makes the machine.
    var isSetUp = false
  }

  /// The ways without those that go on after a wait in a state to which no event leads from where the
  /// handler was left.
  func metInTime(_ ways: [Way]) -> [Way] {
    // What others may assign, they may assign meanwhile.
    guard isOwn else { return ways }
    let met = statesMet(ways)
    return ways.filter { way in
      let isMet = way.rows.contains { row in
        way.left.flatMap { met[$0.wait] }?.contains(row.transition.from) ?? true
      }
      if !isMet { scope.footprint.tellIdle([way.outcome]) }
      return isMet
    }
  }

  /// Whether the machine's type alone writes its state.
  var isOwn: Bool {
    guard let owner = site.owner, owner.kind != .actor else { return true }
    switch site.holder {
    case .property(let name), .subject(let name):
      return owner.property(name)?.property.isWrittenPrivately ?? false
    case .selfValue, .parameter: return true
    }
  }

  /// For each wait the states that events lead to meanwhile: those of other waits as far as these are
  /// met themselves, and its own ones where it may go on more than once, or its handler may start
  /// anew while it waits.
  private func statesMet(_ ways: [Way]) -> [String: Set<String>] {
    var met: [String: Set<String>] = [:]
    var once: Set<String> = []
    var origins: [String: Set<String>] = [:]
    var relays: [String: Set<HandlerWalk.Relay>] = [:]
    var known: [String: [HandlerWalk.Left]] = [:]
    // All ways that go on after one wait tell the same of it.
    for left in ways.compactMap(\.left) where known[left.wait]?.contains(left) != true {
      known[left.wait, default: []].append(left)
      relays[left.wait, default: []].formUnion(left.relays)
      met[left.wait, default: []].formUnion(left.states)
      origins[left.wait, default: []].formUnion(left.origins)
      if left.isOnce { once.insert(left.wait) }
    }
    let moves = ways.flatMap { way in
      way.rows.map { (row: $0.transition, wait: way.left?.wait) }
    }.filter { [.move, .unresolved].contains($0.row.kind) }
    var isDone = met.isEmpty
    while !isDone {
      isDone = true
      for wait in met.keys.sorted() {
        let isAlone =
          once.contains(wait)
          && met[wait, default: []].isDisjoint(with: origins[wait, default: []])
        for (row, other) in moves where !(other == wait && isAlone) {
          guard met[wait, default: []].contains(row.from),
            other.flatMap({ met[$0] })?.contains(row.from) ?? true
          else { continue }
          let targets = row.to.map { [$0] } ?? site.stateNames
          isDone = isDone && met[wait, default: []].isSuperset(of: targets)
          met[wait, default: []].formUnion(targets)
        }
        for relay in relays[wait, default: []] where met[relay.wait]?.contains(relay.from) ?? true {
          if met[wait, default: []].insert(relay.to).inserted { isDone = false }
        }
      }
    }
    return met
  }
}
