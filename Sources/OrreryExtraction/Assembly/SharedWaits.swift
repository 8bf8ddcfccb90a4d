import OrreryExecution
import OrreryModel
import OrreryProgram

/// Waits of a helper that several handlers call: where the same follows whoever has called, it is one
/// event of the helper, `load#api.get.success`.
struct SharedWaits {
  private typealias Way = MachineBuilder.Way

  /// A wait of a helper, and how it ends.
  private struct Key: Hashable {
    var function: String
    var end: Substring
  }

  /// An event that follows such a wait.
  private struct Follower {
    var event: Event.ID
    var nodes: Set<NodeID> = []
    /// What is told of it in each state.
    var rows: [String: Set<Sign>] = [:]

    mutating func add(_ way: Way, _ origin: Continuation) {
      nodes.insert(origin.node)
      for row in way.rows { rows[row.transition.from, default: []].insert(Sign(row)) }
    }

    /// Whether both follow the same waits, start in one state at least, and do the same in each such one.
    func agrees(with other: Follower) -> Bool {
      let shared = rows.keys.filter { other.rows[$0] != nil }
      return nodes == other.nodes && !shared.isEmpty
        && shared.allSatisfy { rows[$0] == other.rows[$0] }
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
    var followers: [Key: [Follower]] = [:]
    for way in ways {
      let event = way.outcome.event
      guard let origin = way.origin, let function = origin.function,
        let wait = event.name.firstIndex(of: "#")
      else { continue }
      let key = Key(function: function, end: event.name[wait...])
      let known = followers[key]?.firstIndex { $0.event == event }
      let index = known ?? followers[key]?.count ?? 0
      if known == nil { followers[key, default: []].append(Follower(event: event)) }
      followers[key]?[index].add(way, origin)
    }
    let all = Set(ways.map(\.outcome.event.name))
    for (key, found) in followers {
      let alike = Self.alike(found)
      let own = alike.first { $0.name.prefix { $0 != "#" && $0 != "(" } == key.function }?.name
      let name = key.function + key.end
      guard alike.count > 1, own != nil || !all.contains(name) else { continue }
      for event in alike { names[event] = own ?? name }
    }
  }

  /// The most of the events that say the same wherever two of them start in one state.
  private static func alike(_ followers: [Follower]) -> [Event.ID] {
    var groups: [(all: Follower, events: [Event.ID])] = []
    for follower in followers {
      if let index = groups.firstIndex(where: { $0.all.agrees(with: follower) }) {
        groups[index].all.rows.merge(follower.rows) { first, _ in first }
        groups[index].events.append(follower.event)
      } else {
        groups.append((follower, [follower.event]))
      }
    }
    return groups.max { $0.events.count < $1.events.count }?.events ?? []
  }

  func name(_ event: inout Event.ID) { event.name = names[event] ?? event.name }
}
