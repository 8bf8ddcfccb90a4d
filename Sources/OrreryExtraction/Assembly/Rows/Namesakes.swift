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

  private struct Key: Hashable {
    var event: Event.ID
    var node: NodeID
  }

  private var names: [Key: String] = [:]

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
        names[Key(event: event, node: known.node)] = known.name.numbered(known.place)
      }
    }
  }

  /// Gives what a closure does the name that it is told by.
  func tellApart(_ report: inout HandlerWalk.Report) {
    guard !names.isEmpty, let node = report.origin?.node else { return }
    for index in report.outcomes.indices {
      let event = report.outcomes[index].event
      if let name = names[Key(event: event, node: node)] {
        report.outcomes[index].event.name = name
      }
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
