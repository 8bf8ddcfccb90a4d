import OrreryExecution
import OrreryModel
import OrreryProgram

/// Closures that one handler hands to the same callee: each is an event of its own.
///
/// They are told apart by what else the callee is given, by the labels that they are handed out by,
/// and at last by their number.
struct Namesakes {
  struct Known {
    var node: NodeID
    var marks: Suspension.Marks
    var name: String
    /// Its place among those that nothing else tells apart, from 1.
    var place = 1

    fileprivate func text(at place: String) -> String? {
      marks.arguments.first { $0.place == place }?.text
    }
  }

  /// By the events that they come to, and by where they stand.
  private var names: [Event.ID: [NodeID: String]] = [:]

  init(_ reports: [HandlerWalk.Report]) {
    var found: [Event.ID: [Known]] = [:]
    for report in reports where report.tellsMore {
      guard let origin = report.origin, let marks = origin.marks,
        let event = report.outcomes.first?.event,
        !found[event, default: []].contains(where: { $0.node == origin.node })
      else { continue }
      found[event, default: []].append(Known(node: origin.node, marks: marks, name: event.name))
    }
    for (event, alike) in found where alike.count > 1 {
      for known in Self.numbered(Self.labelled(Self.marked(alike))) {
        names[event, default: [:]][known.node] = known.name.numbered(known.place)
      }
    }
  }

  /// Gives what a closure does the name that it is told by.
  func tellApart(_ report: inout HandlerWalk.Report) {
    guard !names.isEmpty, let node = report.origin?.node else { return }
    for index in report.outcomes.indices {
      let name = names[report.outcomes[index].event]?[node]
      report.outcomes[index].event.name = name ?? report.outcomes[index].event.name
    }
  }

  /// By the argument that tells most of them apart: `#UIAlertAction("Delete")`.
  static func marked(_ alike: [Known]) -> [Known] {
    let places = alike.flatMap { $0.marks.arguments.map(\.place) }
    let texts = { (place: String) in Set(alike.map { $0.text(at: place) }).count }
    var best: String?
    for place in places where texts(place) > best.map(texts) ?? 1 { best = place }
    guard let best else { return alike }
    return alike.map { known in
      var known = known
      if let text = known.text(at: best) { known.name += "(\(text))" }
      return known
    }
  }

  /// By their labels, as several closures of one call have them, or by their operators:
  /// `#api.list.receiveValue`, `#api.list.whenFailure`.
  private static func labelled(_ alike: [Known]) -> [Known] {
    alike.map { known in
      let same = alike.filter { $0.name == known.name }
      guard Set(same.map(\.marks.label)).count > 1, let label = known.marks.label else {
        return known
      }
      var known = known
      known.name += ".\(label)"
      return known
    }
  }

  /// By their order in the source.
  static func numbered(_ alike: [Known]) -> [Known] {
    var counts: [String: Int] = [:]
    return alike.sorted { $0.marks.location < $1.marks.location }.map { known in
      var known = known
      counts[known.name, default: 0] += 1
      known.place = counts[known.name] ?? 1
      return known
    }
  }
}

extension HandlerWalk.Report {
  /// Whether some way does more than to come to its end.
  fileprivate var tellsMore: Bool {
    outcomes.contains { $0.isWritten || $0.effect != nil || $0.ending != .completed }
  }
}

/// Shorter names of what follows waits, where nothing else has them.
struct ShortNames {
  /// By each such name the waits behind which the events come that would have it.
  private var waits: [String: [String: Set<NodeID>]] = [:]
  private let shortened: (String, Continuation?) -> String?
  private let isFree: (String, [Set<NodeID>]) -> Bool

  private init(
    _ reports: [HandlerWalk.Report], _ shortened: @escaping (String, Continuation?) -> String?,
    isFree: @escaping (String, [Set<NodeID>]) -> Bool
  ) {
    (self.shortened, self.isFree) = (shortened, isFree)
    for report in reports {
      guard let origin = report.origin else { continue }
      for name in report.outcomes.map(\.event.name) {
        guard let short = shortened(name, origin) else { continue }
        waits[short, default: [:]][name, default: []].insert(origin.node)
      }
    }
  }

  func shorten(_ report: inout HandlerWalk.Report) {
    for index in report.outcomes.indices {
      guard let short = shortened(report.outcomes[index].event.name, report.origin),
        let waits = waits[short], isFree(short, Array(waits.values))
      else { continue }
      report.outcomes[index].event.name = short
    }
  }

  /// What follows a wait has the base name of a method of several, where it is the same for all of those
  /// that come to a wait of that name: `open#wire.ask` of `open(_:)#wire.ask`.
  static func overloads(_ reports: [HandlerWalk.Report]) -> ShortNames {
    ShortNames(reports) { name, _ in
      let method = name.prefix { $0 != "#" }
      guard method.count < name.count, method.last == ")" else { return nil }
      return String(method.prefix { $0 != "(" }) + name.dropFirst(method.count)
    } isFree: { _, waits in
      Set(waits).count == 1
    }
  }

  /// What an initializer subscribes to may come in any state, whoever has made the machine: its event is
  /// named by who sends it, `player.isOn` of `init#player.isOn`, where nothing else has that name.
  ///
  /// - Parameter events: The events that are declared.
  static func subscriptions(
    _ reports: [HandlerWalk.Report], besides events: [Event]
  ) -> ShortNames {
    let (head, declared) = ("init#", Set(events.map(\.name)))
    return ShortNames(reports) { name, origin in
      guard origin?.isRepeated ?? false, name.hasPrefix(head) else { return nil }
      return String(name.dropFirst(head.count))
    } isFree: { name, closures in
      !declared.contains(name) && closures.allSatisfy { $0.count == 1 }
    }
  }
}

extension String {
  /// The name of one of several that nothing else tells apart, by its place among them from 1:
  /// `load#api.get`, `load#api.get (2)`.
  func numbered(_ place: Int) -> String { place > 1 ? "\(self) (\(place))" : self }
}
