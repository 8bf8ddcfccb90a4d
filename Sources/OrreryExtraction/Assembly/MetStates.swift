import OrreryModel

/// In which abstract states of a struct the walks may begin that go on after a wait: those in which
/// it was left, and those to which other events lead meanwhile.
struct MetStates {
  typealias Values = [String]

  private struct Key: Hashable {
    var continuation: Continuation
    var root: Event.ID
  }

  private struct Move {
    var from: Values
    var to: Values
    var key: Key?
  }

  /// Whether others may assign the state, whenever they like.
  private let isOpen: Bool
  /// What may go on in any state.
  private var free: Set<Key> = []
  private var met: [Key: Set<Values>] = [:]
  private var left: [Key: Set<Values>] = [:]
  private var origins: [Key: Set<Values>] = [:]
  private var moves: [Move] = []

  /// - Parameter setUps: The walks that make the machine: what they leave may go on in any state.
  init(isOpen: Bool, setUps: [MachineBuilder.ActionWalk]) {
    self.isOpen = isOpen
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
      if let next {
        left[key, default: []].insert(next)
        met[key, default: []].insert(next)
      } else {
        free.insert(key)
      }
      origins[key, default: []].insert(values)
    }
    if let next, next != values {
      let key = walk.later.map { Key(continuation: $0, root: walk.root) }
      moves.append(Move(from: values, to: next, key: key))
    }
    spread()
  }

  /// Follows the moves from where waits are met.
  ///
  /// What goes on once does not meet itself, unless its
  /// handler may start anew while it waits.
  private mutating func spread() {
    var isDone = false
    while !isDone {
      isDone = true
      for (key, states) in met {
        let isAlone =
          key.continuation.isOnce && left[key, default: []].isDisjoint(with: origins[key] ?? [])
        let next = moves.filter { move in
          states.contains(move.from) && !states.contains(move.to) && !(isAlone && move.key == key)
        }
        guard !next.isEmpty else { continue }
        met[key] = states.union(next.map(\.to))
        isDone = false
      }
    }
  }
}
