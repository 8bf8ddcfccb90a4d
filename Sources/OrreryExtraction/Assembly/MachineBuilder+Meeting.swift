import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// In which states a machine may be when something is over that a handler waits for.
extension MachineBuilder {
  /// An outcome and its rows; for what follows a wait, where that was left.
  struct Way {
    @CopyOnWrite var outcome: Outcome
    var rows: [Row]
    var left: Waits.Left?
    /// The number of its handler, and the wait that it goes on after.
    var handler = 0
    var origin: Continuation?
    /// Whether its handler makes the machine.
    var isSetUp = false
    /// Whether only other events, or a second call of its handler, lead to where it starts.
    var isLate = false
  }

  /// The ways without those that go on after a wait in a state to which no event leads from where the
  /// handler was left.
  ///
  /// In a state to which only other events lead, a way is inferred that does not ask for the state.
  func metInTime(_ ways: [Way]) -> [Way] {
    let meetings = Meetings(ways, states: site.stateNames)
    return ways.compactMap { way in
      guard let wait = way.left?.wait, let from = way.rows.first?.transition.from,
        !meetings.isMet(wait, in: from, by: .call)
      else { return way }
      // What others may assign, they may assign meanwhile.
      let asks = way.outcome.end?.asksStart ?? true
      let mayBe = meetings.isMet(wait, in: from, by: .anyEvent) || asks && !isOwn
      guard mayBe else {
        scope.footprint.tellIdle([way.outcome])
        return nil
      }
      return asks ? way : way.inferred(isLate: !meetings.isMet(wait, in: from, by: .closures))
    }
  }

  /// Whether the machine's type alone writes its state.
  var isOwn: Bool {
    guard let owner = site.owner, owner.kind != .actor, let name = site.holder.property else {
      return true
    }
    return owner.property(name)?.property.isWrittenPrivately ?? false && !isLent
  }

  /// Whether the state is another view's, which changes it as it likes.
  var isLent: Bool {
    guard case .property(let name) = site.holder else { return false }
    return site.owner?.property(name)?.property.isLentByView ?? false
  }
}

extension MachineBuilder.Way {
  /// The way, where it is not sure that it happens.
  fileprivate func inferred(isLate: Bool) -> Self {
    var way = self
    way.isLate = isLate
    for index in rows.indices where rows[index].transition.certainty == .exact {
      way.rows[index].transition.certainty = .inferred
    }
    return way
  }
}

/// In which states each wait may end.
private struct Meetings {
  private typealias Left = Waits.Left

  private struct Move: Hashable {
    var from: String
    var targets: [String]
  }

  /// What may lead to another state while a handler waits.
  enum Movers {
    /// The same call of it, which surely leaves it waiting there.
    case call
    /// That with the closures that it has handed out, if these are called one after the other.
    case closures
    case anyEvent
  }

  private var waits: [Left] = []
  private var numbers: [Waits.Key: Int] = [:]
  /// What follows each wait; behind the last one, the events of their own.
  private var moves: [Set<Move>]
  /// For each wait the states in which it may end.
  private var met: [Movers: [Set<String>]] = [:]

  init(_ ways: [MachineBuilder.Way], states: [String]) {
    // All ways that go on after one wait tell the same of it: it is asked for once all are known.
    for left in ways.compactMap(\.left) where numbers[left.wait] == nil {
      numbers[left.wait] = waits.count
      waits.append(left)
    }
    moves = Array(repeating: [], count: waits.count + 1)
    if waits.isEmpty { return }
    for way in ways {
      let number = way.left.flatMap { numbers[$0.wait] } ?? waits.count
      for row in way.rows.map(\.transition) where [.move, .unresolved].contains(row.kind) {
        moves[number].insert(Move(from: row.from, targets: row.to.map { [$0] } ?? states))
      }
    }
    // The others ask for what any event may lead to.
    for movers in [Movers.anyEvent, .call, .closures] { met[movers] = self.states(by: movers) }
  }

  /// Whether a wait may end in a state to which something has led.
  func isMet(_ wait: Waits.Key, in state: String, by movers: Movers) -> Bool {
    guard let number = numbers[wait], let states = met[movers] else { return true }
    return states[number].contains(state)
  }

  /// For each wait the states in which it may end.
  ///
  /// Where only the same call counts, what asks for the state still goes on surely, whoever has led to it.
  ///
  /// - Complexity: Waits times moves, for each round in which more states are met; those that lead to more
  ///   ask all waits.
  private func states(by movers: Movers) -> [Set<String>] {
    var met = waits.map(\.states)
    var isDone = false
    while !isDone {
      isDone = true
      for (number, left) in waits.enumerated() {
        let count = met[number].count
        for other in moves.indices {
          for move in moves[other] where leads(move, of: other, on: number, met) {
            guard mayCome(other, during: number, met, movers) else { break }
            met[number].formUnion(move.targets)
          }
        }
        for relay in left.relays {
          let states = relay.asks ? self.met[.anyEvent] ?? met : met
          if numbers[relay.wait].map({ states[$0].contains(relay.from) }) ?? true {
            met[number].insert(relay.to)
          }
        }
        isDone = isDone && met[number].count == count
      }
    }
    return met
  }

  /// Whether a move leads from where a wait may end to where that is not known yet.
  private func leads(
    _ move: Move, of other: Int, on wait: Int, _ met: [Set<String>]
  ) -> Bool {
    met[wait].contains(move.from) && !met[wait].isSuperset(of: move.targets)
      && (other == waits.count || met[other].contains(move.from))
  }

  /// Whether what follows another wait, or an event of its own, may come while a handler waits.
  private func mayCome(
    _ other: Int, during wait: Int, _ met: [Set<String>], _ movers: Movers
  ) -> Bool {
    if other == waits.count { return movers == .anyEvent }
    if waits[other].beside.contains(waits[wait].wait) { return true }
    guard movers != .call else { return false }
    if waits[wait].before.contains(waits[other].wait) { return true }
    // What the same call has handed out is called time and again.
    let isOneByOne = waits[wait].isOnce && waits[other].isOnce
    if waits[wait].caller == waits[other].caller, !isOneByOne { return true }
    guard movers == .anyEvent else { return false }
    return waits[other].isShown || mayStart(other, during: wait, met)
      || mayStart(wait, during: other, met)
  }

  /// Whether the handler of a wait may start while that of another one waits, there or elsewhere.
  private func mayStart(_ wait: Int, during other: Int, _ met: [Set<String>]) -> Bool {
    waits.indices.contains { number in
      waits[number].caller == waits[other].caller && !waits[number].isShown
        && !met[number].isDisjoint(with: waits[wait].origins)
    }
  }
}
