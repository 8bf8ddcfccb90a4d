import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// `identity` for a result that cannot come.
enum IdentityForImpossible: SourceRule {
  static let description = RuleDescription(
    "identity-for-impossible", .effects,
    "`identity` in a state in which no effect runs that could bring the result.",
    why: """
      `identity` says that the event is expected and changes nothing; `undefined` says that it \
      cannot come. Readers and tests take the word for it: after the first they look for the way by \
      which the result comes, and no test fails if it does.
      """,
    sources: [.tcaSM("Transition Helpers")],
    wrong: [
      RuleExample(
        "Nothing is fetched in `idle`, and each fetch has ended in `loaded`.",
        """
        import Orrery

        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, loading, loaded }
          enum Input { case load }
          enum IOEffect { case fetchData }
          enum IOResult { case dataFetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .load): transition(.loading, effect: .fetchData)
            case (.loading, .load), (.loaded, .load): identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .dataFetched): nextState(.loaded)
            case (.idle, .dataFetched), (.loaded, .dataFetched): identity  // wrong
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetchData: .single { await api.fetch(); return .dataFetched }
            }
          }
        }
        let store = Store(initialState: Feature.State.idle) { Feature() }
        """)
    ],
    right: [
      RuleExample(
        "The user has stopped, and the answer is still on its way.",
        """
        import Orrery

        @StateMachine
        struct Feature: StateMachine {
          enum State { case idle, loading, loaded }
          enum Input { case load, stop }
          enum IOEffect { case fetchData }
          enum IOResult { case dataFetched }
          static func reduceInput(_ state: State, _ input: Input) -> Transition {
            switch (state, input) {
            case (.idle, .load): transition(.loading, effect: .fetchData)
            case (.loading, .stop): nextState(.idle)
            case (.loading, .load), (.loaded, _), (.idle, .stop): identity
            }
          }
          static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition {
            switch (state, ioResult) {
            case (.loading, .dataFetched): nextState(.loaded)
            case (.idle, .dataFetched): identity
            case (.loaded, .dataFetched): undefined
            }
          }
          func runIOEffect(_ ioEffect: IOEffect) -> IOResultStream {
            switch ioEffect {
            case .fetchData: .single { await api.fetch(); return .dataFetched }
            }
          }
        }
        let store = Store(initialState: Feature.State.idle) { Feature() }
        """)
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let sent = subject.resultsSentByOthers
    return subject.pureMachines.flatMap { pure -> [Finding] in
      guard let walk = RunningEffects(pure, .widest, unasked: sent) else { return [] }
      return subject.resultClauses(of: walk, [.ignore]).compactMap { rows, mayCome in
        guard !mayCome.contains(true),
          let edit = pure.edit(of: "identity", at: rows[0].location, to: "undefined")
        else { return nil }
        return finding(
          at: rows[0].location, machine: pure.id, state: rows[0].from, event: rows[0].event,
          "\(pure.pairs(rows)) of \(pure.name) cannot be: \(pure.absence(of: rows[0]))",
          remedy: "say `undefined`", fix: Fix([edit]))
      }
    }
  }
}

extension PureMachine {
  /// What puts another word in the place of the one that a clause answers with.
  func edit(
    of word: String, at location: OrreryModel.SourceLocation, to other: String
  ) -> Fix.Edit? {
    for function in info.functions where function.isStatic && function.file.path == location.file {
      for node in function.body?.descendants(DeclReferenceExprSyntax.self) ?? []
      where node.baseName.text == word {
        let statement = node.parent?.as(ReturnStmtSyntax.self)
        let places =
          [function.file.location(of: node)]
          + (statement.map { [function.file.location(of: $0)] } ?? [])
        if places.contains(location) { return node.replaced(by: other, in: function.file) }
      }
    }
    return nil
  }

  /// Why a result cannot come: which effects bring it, as a clause.
  func absence(of row: Transition) -> String {
    let senders = runners.filter { $0.yields.results.contains(row.event.name) }.map(\.effect)
    let names = Naming.listed(Set(senders).sorted(), by: " or ")
    return names.isEmpty ? "no effect brings it" : "\(names), which brings it, never runs there"
  }

  /// What a message calls the pairs of some rows: `found` in `idle` and `empty`.
  func pairs(_ rows: [Transition]) -> String {
    let events = Dictionary(grouping: rows, by: \.event.name).sorted { $0.key < $1.key }
    return events.map { name, rows in
      let states = Naming.listed(Set(rows.map(\.from)).sorted())
      return "`\(name)` in \(states)"
    }.joined(separator: "; ")
  }
}
