import OrreryExecution
import OrreryModel
import OrreryProgram

/// The waits that walks come to by several calls of one helper, and what differs between these.
struct Twins {
  /// The calls by which a walk of an event comes to a place.
  struct Way: Hashable {
    var event: Event.ID
    var calls: [NodeID]
  }

  /// What each way has been handed, by the event and the place that it comes to.
  private var known: [Event.ID: [NodeID: [Way: [Suspension.Constant: String]]]] = [:]

  mutating func add(_ continuation: Continuation, of event: Event.ID) {
    let way = Way(event: event, calls: continuation.calls)
    known[event, default: [:]][continuation.node, default: [:]][way] = continuation.constants
  }

  /// How many ways lead to some wait that another leads to as well.
  var count: Int { known.values.flatMap(\.values).reduce(0) { $0 + $1.count - 1 } }

  /// The events whose walks come to some place by more than one way.
  var events: [Event.ID] {
    known.keys.filter { known[$0, default: [:]].values.contains { $0.count > 1 } }
      .sorted { $0.name < $1.name }
  }

  /// For each way what another one that comes to the same place has been handed otherwise.
  var differences: [Way: Set<Suspension.Constant>] {
    var result: [Way: Set<Suspension.Constant>] = [:]
    for ways in known.values.flatMap(\.values) where ways.count > 1 {
      let names = ways.values.reduce(into: Set<Suspension.Constant>()) { $0.formUnion($1.keys) }
      let open = names.filter { name in Set(ways.values.map { $0[name] }).count > 1 }
      for way in ways.keys where !open.isEmpty { result[way, default: []].formUnion(open) }
    }
    return result
  }
}
