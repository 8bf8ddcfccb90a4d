import OrreryModel
import SwiftSyntax

/// In which abstract states of a struct the walks may begin that go on after a wait: those in which
/// it was left, and those to which other events lead meanwhile.
struct MetStates {
  typealias Values = [String]

  private struct Key: Hashable {
    var continuation: Continuation
    var root: Event.ID
  }

  private struct Move: Hashable {
    var from: Values
    var to: Values
    var key: Key?
  }

  /// Whether others may assign the state, whenever they like.
  private let isOpen: Bool
  private let sent: Set<SyntaxIdentifier>
  /// What may go on in any state.
  private var free: Set<Key> = []
  private var met: [Key: Set<Values>] = [:]
  private var origins: [Key: Set<Values>] = [:]
  /// The moves from each state.
  private var moves: [Values: Set<Move>] = [:]
  /// The waits whose own moves are followed from all states already.
  private var restarted: Set<Key> = []

  /// - Parameter setUps: The walks that make the machine: what they leave may go on in any state.
  /// - Parameter sent: The closures and loops that events are sent to, in whatever state.
  init(
    isOpen: Bool, setUps: [MachineBuilder.ActionWalk], sent: Set<SyntaxIdentifier>
  ) {
    (self.isOpen, self.sent) = (isOpen, sent)
    for walk in setUps {
      for continuation in walk.report.continuations {
        free.insert(Key(continuation: continuation, root: walk.root))
      }
    }
  }

  func contains(_ values: Values, for walk: ProjectedWalk) -> Bool {
    guard let continuation = walk.later, !isOpen else { return true }
    // A closure that is called time and again is so whatever has happened since.
    if continuation.marks != nil, !continuation.isOnce { return true }
    if sent.contains(continuation.node) { return true }
    let key = Key(continuation: continuation, root: walk.root)
    return free.contains(key) || met[key]?.contains(values) ?? false
  }

  /// Adds where a walk from a state has led, and what it has left to be gone on with there.
  ///
  /// - Parameter next: The values at its end; nothing where they are not known.
  mutating func add(
    _ walk: ProjectedWalk, from values: Values, to next: Values?, leaving started: [Continuation]
  ) {
    for continuation in started {
      let key = Key(continuation: continuation, root: walk.root)
      origins[key, default: []].insert(values)
      if let next {
        let isNew = met[key, default: []].insert(next).inserted
        spread(key, from: isNew ? [next] : [])
      } else {
        free.insert(key)
      }
    }
    guard let next, next != values else { return }
    let key = walk.later.map { Key(continuation: $0, root: walk.root) }
    let move = Move(from: values, to: next, key: key)
    guard moves[values, default: []].insert(move).inserted else { return }
    for key in met.keys where met[key]?.contains(values) ?? false {
      spread(key, from: [values])
    }
  }

  /// Follows the moves from states in which a wait is met.
  ///
  /// What goes on once does not meet itself, unless its handler may start anew while it waits.
  private mutating func spread(_ key: Key, from states: [Values]) {
    var open = states
    repeat {
      while let state = open.popLast() {
        for move in moves[state] ?? [] where move.key != key || !isAlone(key) {
          if met[key, default: []].insert(move.to).inserted { open.append(move.to) }
        }
      }
      if key.continuation.isOnce, !isAlone(key), restarted.insert(key).inserted {
        open = Array(met[key] ?? [])
      }
    } while !open.isEmpty
  }

  private func isAlone(_ key: Key) -> Bool {
    key.continuation.isOnce && met[key, default: []].isDisjoint(with: origins[key] ?? [])
  }
}
