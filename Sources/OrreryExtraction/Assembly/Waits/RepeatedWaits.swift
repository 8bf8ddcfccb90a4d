import OrreryExecution
import OrreryModel
import OrreryProgram
import OrreryTrace

/// Waits of one handler for the same callee: where different things follow them, each is an event of
/// its own, and what is known of the branch that one stands in is a condition.
///
/// Those that the same follows are one event.
struct RepeatedWaits {
  /// A row without what else is known of its branch.
  private struct Sign: Hashable {
    var from: String
    var text: String
    var line: Int
  }

  private struct Known {
    var marks: Suspension.Marks
    var signs: Set<String> = []
  }

  /// The name of an event up to the callee, and the one that it is told by, with its place among those
  /// of that name.
  private var names: [String: [NodeID: (stem: String, place: Int)]] = [:]
  /// For each row the waits that it comes from.
  private var sources: [Sign: Set<NodeID>] = [:]

  init(_ walked: [(from: String, report: HandlerWalk.Report)]) {
    var found: [String: [NodeID: Known]] = [:]
    for (from, report) in walked {
      guard let origin = report.origin, let marks = origin.waitMarks else { continue }
      for outcome in report.outcomes {
        let sign = Self.sign(outcome, from)
        sources[sign, default: []].insert(origin.node)
        guard let stem = Self.stem(outcome, origin) else { continue }
        found[stem, default: [:]][origin.node, default: Known(marks: marks)].signs
          .insert(sign.from + " " + sign.text)
      }
    }
    for (stem, waits) in found where waits.count > 1 { tell(waits, stem) }
  }

  /// Names waits by what follows them, in the order of the source.
  private mutating func tell(_ waits: [NodeID: Known], _ stem: String) {
    let ordered = waits.sorted { $0.value.marks.location < $1.value.marks.location }
    var alike: [[NodeID]] = []
    for (node, known) in ordered {
      let same = alike.firstIndex { group in
        group.first.flatMap { waits[$0] }?.signs == known.signs
      }
      if let same { alike[same].append(node) } else { alike.append([node]) }
    }
    guard alike.count > 1 else { return }
    let isPlain = alike.allSatisfy { $0.count == 1 }
    let all = alike.compactMap { group -> Namesakes.Known? in
      guard let node = group.first, var marks = waits[node]?.marks else { return nil }
      if !isPlain { marks.arguments = [] }
      return Namesakes.Known(node: node, marks: marks, name: stem)
    }
    for known in Namesakes.numbered(Namesakes.marked(all)) {
      for node in alike.first(where: { $0.first == known.node }) ?? [] {
        names[stem, default: [:]][node] = (known.name, known.place)
      }
    }
  }

  /// Gives what follows a wait the name that it is told by, and the conditions of its branch where no
  /// other wait leads to the same row.
  func tellApart(_ report: inout HandlerWalk.Report, from: String) {
    guard let origin = report.origin, origin.waitMarks != nil else { return }
    for index in report.outcomes.indices {
      let outcome = report.outcomes[index]
      guard let stem = Self.stem(outcome, origin),
        let name = names[stem]?[origin.node]
      else { continue }
      if sources[Self.sign(outcome, from)]?.count == 1 {
        let lasting = outcome.end?.progress.lasting ?? []
        report.outcomes[index].guards = lasting + outcome.guards
        report.outcomes[index].decided = outcome.decided.map { $0 + lasting.count }
      }
      let end = outcome.event.name.dropFirst(stem.count)
      report.outcomes[index].event.name = (name.stem + end).numbered(name.place)
    }
  }

  /// `load#api.get` of `load#api.get.success`.
  private static func stem(_ outcome: Outcome, _ origin: Continuation) -> String? {
    let name = outcome.event.name
    guard let mark = name.firstIndex(of: "#"), case let callee = Naming.callee(origin.callee),
      name[name.index(after: mark)...].hasPrefix(callee)
    else { return nil }
    return name[...mark] + callee
  }

  private static func sign(_ outcome: Outcome, _ from: String) -> Sign {
    let target = outcome.state.stateName ?? outcome.state.text
    let guards = Clause.conjunction(outcome.guards)
    let effect = outcome.effect.map { "\($0)" } ?? ""
    return Sign(
      from: from,
      text: "\(outcome.event.name) [\(guards)] \(outcome.ending) \(target) \(outcome.isWritten) "
        + effect, line: outcome.location.line)
  }
}
