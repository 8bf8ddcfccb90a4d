import OrreryModel
import OrreryProgram

// What events are called that have no name in the source: what follows a wait, and closures.

/// What follows a wait has the base name of a method of several, where it is the same for all of those
/// that come to a wait of that name: `open#wire.ask` of `open(_:)#wire.ask`.
struct Overloads {
  /// The waits of each method of a base name, by the name of what follows.
  private var waits: [String: [String: Set<NodeID>]] = [:]

  init(_ reports: [HandlerWalk.Report]) {
    for report in reports {
      guard let node = report.origin?.node else { continue }
      for outcome in report.outcomes {
        guard let (method, short) = Self.names(outcome.event.name) else { continue }
        waits[short, default: [:]][method, default: []].insert(node)
      }
    }
  }

  func dropLabels(in report: inout HandlerWalk.Report) {
    for index in report.outcomes.indices {
      guard let (_, short) = Self.names(report.outcomes[index].event.name),
        let waits = waits[short], Set(waits.values).count == 1
      else { continue }
      report.outcomes[index].event.name = short
    }
  }

  /// The method with its labels, and the name without them.
  private static func names(_ name: String) -> (method: String, short: String)? {
    let method = name.prefix { $0 != "#" }
    guard method.count < name.count, method.last == ")" else { return nil }
    return (String(method), String(method.prefix { $0 != "(" }) + name.dropFirst(method.count))
  }
}

/// What an initializer subscribes to may come in any state, whoever has made the machine: its event is
/// named by who sends it, `player.isOn` of `init#player.isOn`, where nothing else has that name.
struct Subscriptions {
  private static let head = "init#"

  /// The closures of each name.
  private var closures: [String: Set<NodeID>] = [:]
  private let declared: Set<String>

  /// - Parameter events: The events that are declared.
  init(_ reports: [HandlerWalk.Report], besides events: [Event]) {
    declared = Set(events.map(\.name))
    for report in reports {
      guard let node = report.origin?.node else { continue }
      for outcome in report.outcomes {
        guard let name = Self.sender(outcome, report) else { continue }
        closures[name, default: []].insert(node)
      }
    }
  }

  func dropInitializer(in report: inout HandlerWalk.Report) {
    for index in report.outcomes.indices {
      guard let name = Self.sender(report.outcomes[index], report), !declared.contains(name),
        closures[name]?.count == 1
      else { continue }
      report.outcomes[index].event.name = name
    }
  }

  private static func sender(_ outcome: Outcome, _ report: HandlerWalk.Report) -> String? {
    guard report.origin?.isRepeated ?? false, outcome.event.name.hasPrefix(head) else { return nil }
    return String(outcome.event.name.dropFirst(head.count))
  }
}

extension String {
  /// The name of one of several that nothing else tells apart, by its place among them from 1:
  /// `load#api.get`, `load#api.get (2)`.
  func numbered(_ place: Int) -> String { place > 1 ? "\(self) (\(place))" : self }
}
