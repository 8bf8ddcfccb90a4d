import OrreryModel
import OrrerySyntax
import OrreryTrace

/// A state that no event leaves, and that nothing marks as the end.
enum DeadEndState: SourceRule {
  static let description = RuleDescription(
    "dead-end-state", .machines,
    "A state that no event leaves, and that neither its name nor its comment calls the end.",
    why: """
      Who gets there can do nothing any more but to leave the screen or to start the program again. \
      Where that is meant, a word in the name or in the doc comment says so to the next reader.
      """,
    isOptIn: true,
    sources: [.statecharts("SCXML, 3.7: a state that ends a machine is declared as `final`")],
    wrong: [
      RuleExample(
        "After a missing network nothing can be tried again.",
        """
        @StateMachine
        struct Search: StateMachine {
          enum State {
            case idle, loading, results
            case offline  // wrong
          }
          enum Input { case searchTapped, cleared }
          enum IOEffect { case search }
          enum IOResult { case found, noNetwork }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .searchTapped): transition(.loading, effect: .search)
            case (.results, .cleared): nextState(.idle)
            default: undefined
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .found): nextState(.results)
            case (.loading, .noNetwork): nextState(.offline)
            default: undefined
            }
          }
        }
        let store = Store(initialState: Search.State.idle) { Search() }
        """)
    ],
    right: [
      RuleExample(
        "The name, the comment or a clause of its own says that it ends here.",
        """
        struct Connection {
          enum State {
            case open
            case closed
            /// The end: the peer has gone.
            case orphan
            case banned
          }
          private var state = State.open
          mutating func close() {
            switch state {
            case .open: state = .closed
            case .banned: break
            default: break
            }
          }
          mutating func lose() { if state == .open { state = .orphan } }
          mutating func ban() {
            switch state {
            case .open: state = .banned
            case .banned: break
            default: break
            }
          }
        }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    subject.stateEnums.filter {
      $0.machine.stateKind == .enum && !$0.isMadeElsewhere
    }.flatMap { found -> [Finding] in
      let reached = Set(found.index.reachable(from: found.initial))
      return found.states.filter { state in
        reached.contains(state.name) && isDeadEnd(state.name, found)
          && !isMarked(state.item) && !isNamedByIndifference(state.name, found)
      }.map { state in
        finding(
          at: found.location(of: state.item), machine: found.machine.id, state: state.name,
          "no event leaves `\(state.name)` of \(found.machine.name), and nothing calls it an end",
          remedy: "add the event that leaves it, or say in its doc comment that it is the end")
      }
    }
  }

  private static func isDeadEnd(_ state: String, _ found: StateEnum) -> Bool {
    let leaves = { (name: String) in
      found.rows(from: name).contains { $0.to.map { $0 != name } ?? false }
    }
    return !leaves(state) && found.states.filter { leaves($0.name) }.count > 1
      && found.rows(from: state).allSatisfy { $0.effect == nil }
  }

  /// Participles tell of what is over, nouns of an outcome.
  private static func isMarked(_ item: EnumCase) -> Bool {
    let words = split(item.name) + split(item.documentation ?? "")
    return words.contains { final.contains($0) }
      || split(item.name).last?.hasSuffix("ed") ?? false
  }

  private static let final: Set = [
    "done", "end", "ended", "ends", "final", "finally", "terminal", "over", "complete", "closed",
    "finished", "dead", "gone", "lost", "won", "success", "failure", "error", "last", "never",
    "stop", "stopped", "shutdown", "shut", "exit", "result", "invalid",
  ]

  private static func split(_ text: String) -> [String] {
    var words: [String] = [""]
    for character in text {
      if character.isUppercase || !character.isLetter { words.append("") }
      if character.isLetter { words[words.count - 1].append(contentsOf: character.lowercased()) }
    }
    return words.filter { !$0.isEmpty }
  }

  /// Whether a clause that names the state alone says that it answers nothing.
  private static func isNamedByIndifference(_ state: String, _ found: StateEnum) -> Bool {
    found.rows(from: state).contains { row in
      guard [.ignore, .reject, .trap, .throw].contains(row.kind) else { return false }
      return row.wildcard == nil
        || !found.machine.transitions.contains { $0.location == row.location && $0.from != state }
    }
  }
}
