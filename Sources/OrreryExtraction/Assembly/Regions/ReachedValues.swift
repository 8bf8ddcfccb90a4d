import OrderedCollections
import OrreryProgram
import OrreryRecognition

/// The values that the state variables of a struct may have, as far as they are reached: when a walk
/// may begin, and after a wait those in which it was left and those to which other events lead
/// meanwhile.
///
/// Each variable is followed by itself; what two of them are together is not.
struct ReachedValues {
  private typealias Wait = Waits.Key

  /// Where an event leads a variable.
  private struct Move: Hashable {
    var variable: Int
    var from: String
    var to: String
    var wait: Wait?
  }

  private let variables: [StateVariable]
  /// In the order in which they are reached.
  private var reached: [OrderedSet<String>]
  /// Whether others may assign the state, whenever they like.
  private let isOpen: Bool
  private let sent: Set<NodeID>
  /// What may go on in any state.
  private var free: Set<Wait> = []
  private var met: [Wait: [Set<String>]] = [:]
  private var origins: [Wait: [Set<String>]] = [:]
  private var moves: Set<Move> = []
  /// Whether anything was added since it was asked last.
  private var hasGrown = true
  /// Whether there may be no state at all: then no variable has a value.
  private(set) var isAbsenceReached = false

  /// - Parameter setUps: The walks that make the machine: what they leave may go on in any state.
  /// - Parameter sent: The closures and loops that events are sent to, in whatever state.
  init(
    of variables: [StateVariable], isOpen: Bool, setUps: [MachineBuilder.ActionWalk],
    sent: Set<NodeID>
  ) {
    (self.variables, self.isOpen, self.sent) = (variables, isOpen, sent)
    reached = variables.map { variable in
      // Views put screens on a stack, too.
      OrderedSet(
        variable.stack == nil ? variable.initial.map { [$0] } ?? variable.values : variable.values)
    }
    for walk in setUps {
      for continuation in walk.report.continuations {
        free.insert(Wait(continuation: continuation, event: walk.walk.root))
      }
    }
  }

  /// The values that a variable is ever in, in the order in which they are reached.
  var values: [[String]] { reached.map(\.elements) }

  mutating func addAbsence() {
    if !isAbsenceReached { (isAbsenceReached, hasGrown) = (true, true) }
    for variable in variables.indices { insert(Site.absent, of: variable) }
  }

  /// Whether there is anything new since the last call.
  mutating func grows() -> Bool {
    defer { hasGrown = false }
    return hasGrown
  }

  /// The values in which a walk may begin; nothing where it never does.
  func values(for walk: RegionWalk) -> [[String]]? {
    guard let continuation = walk.later, !isOpen else { return values }
    // A closure that is called time and again is so whatever has happened since.
    if continuation.marks != nil, !continuation.isOnce { return values }
    let wait = Wait(continuation: continuation, event: walk.root)
    if sent.contains(continuation.node) || free.contains(wait) { return values }
    return met[wait].map { sets in
      zip(reached, sets).map { reached, values in reached.filter(values.contains) }
    }
  }

  /// Adds where a walk has led, and what it has left to be gone on with there.
  ///
  /// - Parameters:
  ///   - values: The values in which the walk may have begun.
  ///   - landings: What it makes of each variable.
  mutating func add(
    _ walk: RegionWalk, from values: [[String]], _ landings: [Landing],
    leaving started: [Continuation]
  ) {
    let wait = walk.later.map { Wait(continuation: $0, event: walk.root) }
    for (variable, landing) in landings.enumerated() {
      for target in variables[variable].targets(of: landing) {
        insert(target, of: variable)
        for value in values[variable] where value != target {
          let move = Move(variable: variable, from: value, to: target, wait: wait)
          if moves.insert(move).inserted { hasGrown = true }
        }
      }
    }
    for continuation in started {
      leave(Wait(continuation: continuation, event: walk.root), values, landings)
    }
    spread()
  }

  /// Adds a value that a variable may have, whoever gives it that.
  mutating func insert(_ value: String, of variable: Int) {
    if reached[variable].append(value).inserted { hasGrown = true }
  }

  private mutating func leave(_ wait: Wait, _ values: [[String]], _ landings: [Landing]) {
    if landings.contains(.open), free.insert(wait).inserted { hasGrown = true }
    var starts = origins[wait] ?? variables.map { _ in [] }
    var ends = met[wait] ?? variables.map { _ in [] }
    let before = ends
    for (variable, landing) in landings.enumerated() {
      starts[variable].formUnion(values[variable])
      switch landing {
      case .same: ends[variable].formUnion(values[variable])
      case .value(let value): ends[variable].insert(value)
      case .open: break
      }
    }
    if starts != origins[wait] || ends != before { hasGrown = true }
    (origins[wait], met[wait]) = (starts, ends)
  }

  /// Follows the moves of other events from where waits are met.
  ///
  /// What goes on once does not meet itself, unless its handler may start anew while it waits.
  private mutating func spread() {
    var isDone = false
    while !isDone {
      isDone = true
      for wait in met.keys {
        for move in moves where move.wait != wait || !isAlone(wait) {
          guard var sets = met[wait], sets[move.variable].contains(move.from),
            sets[move.variable].insert(move.to).inserted
          else { continue }
          met[wait] = sets
          (isDone, hasGrown) = (false, true)
        }
      }
    }
  }

  private func isAlone(_ wait: Wait) -> Bool {
    guard wait.continuation.isOnce, let met = met[wait], let origins = origins[wait] else {
      return false
    }
    return zip(met, origins).contains { $0.isDisjoint(with: $1) }
  }
}

extension StateVariable {
  /// The values to which something leads it: any where the source does not tell.
  fileprivate func targets(of landing: Landing) -> [String] {
    switch landing {
    case .same: []
    case .value(let value): [value]
    case .open: values
    }
  }
}
