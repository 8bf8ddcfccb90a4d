import OrreryExecution
import OrreryModel
import OrreryProgram

/// Waits of a helper that several handlers call: where the same follows whoever has called, it is one
/// event of the helper, `load#api.get.success`.
///
/// A run records it by its handler, so that nothing else may go on behind a wait of that name.
struct SharedWaits {
  private typealias Way = MachineBuilder.Way

  /// A wait, and the function that it is written in.
  private struct Place: Hashable {
    var function: String?
    var node: NodeID?
  }

  /// An event that follows a wait, and what is told of it in each state.
  private struct Follower {
    var event: Event.ID
    var places: Set<Place>
    var rows: [String: Set<Sign>] = [:]

    var method: Substring { event.name.prefix { $0 != "#" && $0 != "(" } }

    init(_ event: Event.ID, _ ways: [Way]) {
      self.event = event
      places = Set(ways.map { Place(function: $0.origin?.function, node: $0.origin?.node) })
      // What others lead to does not tell waits apart.
      for row in ways.filter({ !$0.isLate }).flatMap(\.rows) {
        rows[row.transition.from, default: []].insert(Sign(row))
      }
    }

    /// Whether both start in one state at least, and do the same in each such one.
    func agrees(with other: Follower) -> Bool {
      let shared = rows.keys.filter { other.rows[$0] != nil }
      return !shared.isEmpty && shared.allSatisfy { rows[$0] == other.rows[$0] }
    }
  }

  /// A row without its event.
  private struct Sign: Hashable {
    var transition: Transition
    var condition: String

    init(_ row: Row) {
      (transition, condition) = (row.transition, Clause.conjunction(row.clauses))
      transition.event.name = ""
    }
  }

  /// The events that are told by the name of a helper.
  private var names: [Event.ID: String] = [:]

  init(_ ways: [MachineBuilder.Way]) {
    for (end, found) in Self.followers(in: ways) {
      guard let function = Self.onlyFunction(of: found), Self.areAlike(found) else { continue }
      let own = found.first { $0.method == function }?.event.name
      for follower in found { names[follower.event] = own ?? function + end }
    }
  }

  func name(_ event: inout Event.ID) { event.name = names[event] ?? event.name }

  /// The events behind waits, by what their names have behind the handler.
  private static func followers(in ways: [Way]) -> [Substring: [Follower]] {
    let ends = Dictionary(grouping: ways) { $0.outcome.event.name.drop { $0 != "#" } }
    return ends.filter { !$0.key.isEmpty }.mapValues { ways in
      let events = Dictionary(grouping: ways, by: \.outcome.event)
      return ways.map(\.outcome.event).distinct.map { Follower($0, events[$0] ?? []) }
    }
  }

  /// The function in which all of several events wait, at the same places.
  private static func onlyFunction(of found: [Follower]) -> String? {
    guard found.count > 1, let first = found.first,
      found.allSatisfy({ $0.places == first.places }),
      case let functions = Set(first.places.map(\.function)), functions.count == 1
    else { return nil }
    return functions.first ?? nil
  }

  /// Whether events say the same wherever they start together.
  private static func areAlike(_ found: [Follower]) -> Bool {
    guard var all = found.first else { return false }
    var rest = found.dropFirst()
    while let index = rest.firstIndex(where: all.agrees) {
      all.rows.merge(rest.remove(at: index).rows) { first, _ in first }
    }
    return rest.isEmpty
  }
}
