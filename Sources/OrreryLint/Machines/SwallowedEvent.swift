import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// A pair that nobody has named, although most states handle the event.
enum SwallowedEvent: SourceRule {
  static let description = RuleDescription(
    "swallowed-event", .machines,
    "An event on which most states move, and which another ignores only by `default`.",
    why: """
      A `default` also takes the pairs that nobody thought of: a state that was added later ignores \
      the event, and the compiler is silent. The user taps, and nothing happens.
      """,
    isOptIn: true,
    sources: [.statecharts("Swift: a `switch` without `default` names each new case")],
    wrong: [
      RuleExample(
        "`paused` came later: the stop button does nothing there.",
        """
        struct Player {
          enum State { case stopped, buffering, playing, paused }
          private var state = State.stopped
          mutating func start() { state = .buffering }
          mutating func buffered() { if state == .buffering { state = .playing } }
          mutating func pause() { if state == .playing { state = .paused } }
          mutating func resume() { if state == .paused { state = .playing } }
          mutating func stop() {
            switch state {
            case .buffering: state = .stopped
            case .playing: state = .stopped
            default: break  // wrong
            }
          }
        }
        """)
    ],
    right: [
      RuleExample(
        "Who is stopped need not stop: the event leads there anyway.",
        """
        struct Player {
          enum State { case stopped, buffering, playing }
          private var state = State.stopped
          mutating func start() { state = .buffering }
          mutating func buffered() { if state == .buffering { state = .playing } }
          mutating func stop() {
            switch state {
            case .buffering, .playing: state = .stopped
            default: break
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let files = Dictionary(subject.files.map { ($0.path, $0) }) { first, _ in first }
    var clauses: [String: Set<Int>] = [:]
    return subject.stateEnums.flatMap { found -> [Finding] in
      let reached = Set(found.index.reachable(from: found.initial))
      return found.machine.events.filter { $0.origin == .input }.flatMap { event in
        swallowed(event.id, found, reached).compactMap { row -> Finding? in
          let path = row.location.file
          guard let file = files[path], let line = row.wildcard else { return nil }
          let lines = clauses[path] ?? defaultLines(in: file)
          clauses[path] = lines
          return lines.contains(line) ? finding(for: row, found) : nil
        }
      }
    }
  }

  private static func finding(for row: Transition, _ found: StateEnum) -> Finding {
    let moves = moves(on: row.event, found)
    let names = Naming.listed(Set(moves.map(\.from)).sorted())
    return finding(
      at: row.location, machine: found.machine.id, state: row.from, event: row.event,
      "only `default` answers `\(row.event.name)` in `\(row.from)` of \(found.machine.name); "
        + "\(names) handle it",
      remedy: "name the pair, with a move or with the reason why there is none")
  }

  private static func moves(on event: Event.ID, _ found: StateEnum) -> [Transition] {
    found.index.transitions(on: event).map { found.machine.transitions[$0] }
      .filter { $0.kind == .move }
  }

  /// Rows that ignore an event, in states that go on, where most of the others move on it.
  private static func swallowed(
    _ event: Event.ID, _ found: StateEnum, _ reached: Set<String>
  ) -> [Transition] {
    let moves = moves(on: event, found)
    let (moving, targets) = (Set(moves.map(\.from)), Set(moves.compactMap(\.to)))
    return found.index.transitions(on: event).map { found.machine.transitions[$0] }.filter { row in
      let others = found.states.count { $0.name != row.from && !targets.contains($0.name) }
      return row.kind == .ignore && row.wildcard != nil && reached.contains(row.from)
        && !moving.contains(row.from) && !targets.contains(row.from)
        && moving.count > 1 && moving.count * 2 > others
        && found.rows(from: row.from).contains { $0.kind == .move }
    }
  }

  /// The lines of `default:` and of clauses that are only `_`.
  private static func defaultLines(in file: SourceFile) -> Set<Int> {
    Set(
      file.tree.descendants(SwitchCaseSyntax.self).compactMap { clause in
        switch clause.label {
        case .default(let label): file.location(of: label).line
        case .case(let label):
          label.says("_") && !label.tokens(viewMode: .sourceAccurate).contains { $0.text == "." }
            ? file.location(of: label).line : nil
        }
      })
  }
}
