import OrreryModel

/// Two rows of one pair that ask for the same and lead to different states.
enum OverlappingGuards: SourceRule {
  static let description = RuleDescription(
    "overlapping-guards", .machines,
    "Two rows of one state and event that hold together and lead to different states.",
    why: """
      Only one of the rows is taken, and which one depends on the order in which a library keeps \
      them. The other one is dead, and the table says what the program does not do.

      Only tables of routes can have such rows: in a method or a reducer the first way that fits is \
      taken, so ways do not overlap, and what no condition covers is a row of its own. Two guards \
      count as equal where they are written alike; that `n > 3` and `n > 2` overlap is not seen.
      """,
    sources: [.statecharts("UML 2.5.1, 14.2.3.9: conflicting transitions")],
    wrong: [
      RuleExample(
        "`toggle` leads from `idle` to `work`, and to `rest`.",
        """
        import SwiftState
        final class Timer {
          enum State: StateType { case idle, work, rest }
          enum Event: EventType { case toggle, fired }
          private let machine = StateMachine<State, Event>(state: .idle)
          init() {
            machine.addRoutes(event: .toggle, transitions: [.idle => .work, .work => .idle])
            machine.addRoutes(event: .fired, transitions: [.work => .rest])
            machine.addRoutes(event: .toggle, transitions: [.idle => .rest])  // wrong
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "A condition tells the rows apart.",
        """
        import SwiftState
        final class Timer {
          enum State: StateType { case idle, work, rest }
          enum Event: EventType { case toggle }
          private let machine = StateMachine<State, Event>(state: .idle)
          init() {
            machine.addRoute(
              event: .toggle, transition: .idle => .rest, condition: { _ in self.isTired() })
            machine.addRoute(event: .toggle, transition: .idle => .work)
          }
          func isTired() -> Bool { false }
        }
        """)
    ])

  private struct Pair: Hashable {
    var from: String
    var event: Event.ID
    var condition: String?
  }

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.machines.map(\.machine).filter { $0.regions.isEmpty }.flatMap { machine in
      let rows = machine.transitions.filter { $0.kind == .move && $0.certainty == .exact }
      let pairs = Dictionary(grouping: rows) { row in
        Pair(from: row.from, event: row.event, condition: row.guard)
      }
      return pairs.values.compactMap { rows -> Finding? in
        let rows = rows.sorted { $0.location < $1.location }
        guard let first = rows.first, let last = rows.last(where: { $0.to != first.to }),
          first.location != last.location
        else { return nil }
        return finding(
          at: last.location, machine: machine.id, state: last.from, event: last.event,
          "`\(last.event.name)` in `\(last.from)` of \(machine.name) leads to "
            + "`\(last.to ?? "")`, and by line \(first.location.line) to `\(first.to ?? "")`",
          remedy: "remove one of the rows, or tell them apart by a condition")
      }
    }
  }
}
