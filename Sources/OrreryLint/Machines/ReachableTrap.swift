import OrreryModel

/// A trap that an event from outside reaches.
enum ReachableTrap: SourceRule {
  static let description = RuleDescription(
    "reachable-trap", .machines,
    "An event that anybody may send stops the program in a state that is reached.",
    why: """
      Events of reducers and features come from users, servers and timers, and they come late, twice \
      and in an order that nobody thought of. A trap turns each of these into a crash.
      """,
    isOptIn: true,
    sources: [
      .tcaSM("4. Deterministic Error Handling"),
      .statecharts("SCXML, 3.13: an event without a transition is discarded"),
    ],
    wrong: [
      RuleExample(
        "A second tap on a slow device comes while the first screen goes away.",
        """
        @StateMachine
        struct Login: StateMachine {
          enum State { case form, checking, done }
          enum Input { case submitTapped, backTapped }
          enum IOEffect { case check }
          enum IOResult { case accepted }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.form, .submitTapped): transition(.checking, effect: .check)
            case (.checking, .backTapped): nextState(.form)
            case (.checking, .submitTapped), (.done, _): identity
            case (.form, .backTapped): fatalError("no back button here")  // wrong
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.checking, .accepted): nextState(.done)
            default: undefined
            }
          }
        }
        let store = Store(initialState: Login.State.form) { Login() }
        """),
      RuleExample(
        "An action of a screen that has just been closed.",
        """
        struct Todos {
          enum State { case list, edit }
          enum Action { case editTapped, saved, discarded }
          static func initialState() -> State { .list }
          func reduce(_ state: inout State, _ action: Action) {
            switch (state, action) {
            case (.list, .editTapped): state = .edit
            case (.edit, .saved), (.edit, .discarded): state = .list
            case (.edit, .editTapped): break
            case (.list, _): fatalError("nothing is edited")  // wrong
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "What should not come is `undefined`: tests fail, users see nothing.",
        """
        @StateMachine
        struct Login: StateMachine {
          enum State { case form, checking }
          enum Input { case submitTapped, backTapped }
          enum IOEffect { case check }
          enum IOResult { case accepted }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.form, .submitTapped): transition(.checking, effect: .check)
            case (.checking, .backTapped): nextState(.form)
            case (.checking, .submitTapped), (.form, .backTapped): undefined
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            identity
          }
        }
        let store = Store(initialState: Login.State.form) { Login() }
        """),
      RuleExample(
        "Only code of the program calls the methods of this machine, and in order.",
        """
        struct Decoder {
          enum State { case head, body }
          private var state = State.head
          mutating func headEnded() {
            switch state {
            case .head: state = .body
            case .body: preconditionFailure("the head ends once")
            }
          }
          mutating func bodyEnded() {
            switch state {
            case .head: preconditionFailure("the body comes after the head")
            case .body: state = .head
            }
          }
        }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let starts = subject.startingStates
    return subject.machines.filter { $0.machine.style != .mutating }.flatMap { index -> [Finding] in
      let machine = index.machine
      let reached =
        (starts.initial(of: machine).map { [$0] } ?? machine.regions.compactMap(\.initial))
        .reduce(into: Set<String>()) { $0.formUnion(index.reachable(from: $1)) }
      let rows = machine.transitions.filter { row in
        row.kind == .trap && row.event.origin == .input && reached.contains(row.from)
          && index.event(row.event).map { !$0.isPrivate } ?? true
      }
      return Dictionary(grouping: rows, by: \.location).map { place, rows in
        finding(
          at: place, machine: machine.id, state: rows[0].from, event: rows[0].event,
          "\(sentence(of: rows)) \(machine.name)",
          remedy: "answer with no change, or make the pair impossible by the type of the state")
      }
    }
  }

  private static func sentence(of rows: [Transition]) -> String {
    let pairs = rows.map { "`\($0.event.name)` in `\($0.from)`" }
    let shown = pairs.prefix(3).joined(separator: ", ")
    let more = pairs.count > 3 ? " and \(pairs.count - 3) more" : ""
    return "the program stops on \(shown)\(more) of"
  }
}
