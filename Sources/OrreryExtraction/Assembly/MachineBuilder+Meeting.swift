import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// In which states a machine may be when something is over that a handler waits for.
extension MachineBuilder {
  /// An outcome and its rows; for what follows a wait, where that was left.
  struct Way {
    var outcome: Outcome
    var rows: [Row]
    var left: Waits.Left?
    /// The number of its handler, and the wait that it goes on after.
    var handler = 0
    var origin: Continuation?
    /// Whether its handler makes the machine.
    var isSetUp = false
  }

  /// The ways without those that go on after a wait in a state to which no event leads from where the
  /// handler was left.
  ///
  /// In a state to which only other events lead, a way is inferred that does not ask for the state.
  func metInTime(_ ways: [Way]) -> [Way] {
    let meetings = Meetings(ways, states: site.stateNames)
    let (left, met) = (meetings.left, meetings.met)
    return ways.compactMap { way in
      guard let wait = way.left?.wait, let from = way.rows.first?.transition.from,
        left[wait]?.contains(from) != true
      else { return way }
      // What others may assign, they may assign meanwhile.
      let asks = way.outcome.asksStart
      let mayBe = met[wait]?.contains(from) ?? true || asks && !isOwn
      guard mayBe else {
        scope.footprint.tellIdle([way.outcome])
        return nil
      }
      return asks ? way : way.inferred
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
}

extension MachineBuilder.Way {
  /// The way, where it is not sure that it happens.
  fileprivate var inferred: Self {
    var way = self
    for index in rows.indices where rows[index].transition.certainty == .exact {
      way.rows[index].transition.certainty = .inferred
    }
    return way
  }
}

/// In which states each wait may end.
private struct Meetings {
  private typealias Left = Waits.Left
  typealias States = [Waits.Key: Set<String>]

  private struct Move: Hashable {
    var from: String
    var targets: [String]
  }

  /// The states to which events may lead while a handler waits.
  private(set) var met: States = [:]
  /// Those of them in which the same call of the handler leaves it.
  private(set) var left: States = [:]
  private var waits: [Waits.Key: Left] = [:]
  /// By the wait that they go on after; by none for events of their own.
  private var moves: [Waits.Key?: Set<Move>] = [:]

  init(_ ways: [MachineBuilder.Way], states: [String]) {
    // All ways that go on after one wait tell the same of it.
    for left in ways.compactMap(\.left) where waits[left.wait] == nil { waits[left.wait] = left }
    if waits.isEmpty { return }
    for way in ways {
      for row in way.rows.map(\.transition) where [.move, .unresolved].contains(row.kind) {
        let move = Move(from: row.from, targets: row.to.map { [$0] } ?? states)
        moves[way.left?.wait, default: []].insert(move)
      }
    }
    met = self.states()
    left = self.states(besides: met)
  }

  /// For each wait the states in which it may end.
  ///
  /// - Parameter known: Those that are known, where only those are asked for in which the same call of the
  ///   handler leaves it: what asks for the state goes on surely, whoever has led to it.
  /// - Complexity: Waits times moves, for each round in which more states are met.
  private func states(besides known: States? = nil) -> States {
    let byOthers = known == nil
    var met = waits.mapValues(\.states)
    var isDone = met.isEmpty
    while !isDone {
      isDone = true
      for left in waits.values {
        let before = met[left.wait] ?? []
        var found = before
        for (other, moves) in moves where mayCome(other, during: left, met, byOthers) {
          let all = other.flatMap { met[$0] }
          for move in moves where found.contains(move.from) && all?.contains(move.from) ?? true {
            found.formUnion(move.targets)
          }
        }
        for relay in left.relays {
          let states = relay.asks ? known ?? met : met
          if states[relay.wait]?.contains(relay.from) ?? true { found.insert(relay.to) }
        }
        guard found.count > before.count else { continue }
        met[left.wait] = found
        isDone = false
      }
    }
    return met
  }

  /// Whether what follows another wait, or an event of its own, may come while a handler waits.
  private func mayCome(
    _ other: Waits.Key?, during left: Left, _ met: States, _ byOthers: Bool
  ) -> Bool {
    guard let other = other.flatMap({ waits[$0] }) else { return byOthers }
    if other.beside.contains(left.wait) { return true }
    guard byOthers else { return false }
    // What the same call has handed out is called time and again.
    if left.event == other.event, !(left.isOnce && other.isOnce) { return true }
    return mayStart(other, during: left, met) || mayStart(left, during: other, met)
  }

  /// Whether the handler of a wait may start while another one waits.
  private func mayStart(_ left: Left, during other: Left, _ met: States) -> Bool {
    met[other.wait]?.isDisjoint(with: left.origins) == false
  }
}
