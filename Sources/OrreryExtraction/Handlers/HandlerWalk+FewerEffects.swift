import OrreryExecution
import OrreryModel

extension HandlerWalk.Report {
  /// How many ways through a handler from one state are told apart by the calls that they make.
  private static let mostWays = 6

  /// The report in which ways that do the same, but for the calls that they make of others, may be told
  /// as one: so many rows would say less.
  ///
  /// They have the same effect, the calls of any, until it is known which of them are one row; that
  /// tells the calls of those alone. A way that does nothing at all stays by itself.
  var withFewerEffects: Self {
    guard outcomes.count > Self.mostWays else { return self }
    var report = self
    let told = outcomes.indices.filter { outcomes[$0].tellsCalls }
    for same in Dictionary(grouping: told, by: { Doing(outcomes[$0]) }).values {
      let all = same.map { outcomes[$0].effect?.leaves ?? [] }
      let effects = all.reduce(all[0]) { $0.asked(or: $1) }
      for (index, own) in zip(same, all) {
        report.outcomes[index].own = OwnCalls(effects: own, location: outcomes[index].location)
        report.outcomes[index].effect = Effect.sequence(effects)
        report.outcomes[index].location = outcomes[same[0]].location
      }
    }
    return report
  }

  /// What a way does, but for its calls; one that changes the state, also where.
  private struct Doing: Hashable {
    var event: Event.ID
    var state: String
    var raised: [String]
    var isWritten: Bool
    var answer: String
    var ending: String
    var location: SourceLocation

    init(_ outcome: Outcome) {
      (event, isWritten) = (outcome.event, outcome.isWritten)
      (raised, answer) = (outcome.effect?.raised ?? [], outcome.effectWording)
      (state, ending) = (outcome.state.text, "\(outcome.ending)")
      location = outcome.isWritten ? outcome.location : .init(file: "", line: 0)
    }
  }
}

extension Outcome {
  /// Whether a row of it may name calls.
  fileprivate var tellsCalls: Bool {
    switch ending {
    case .completed, .unsafe: isWritten || effect != nil
    case .threw: isWritten
    case .rejected, .trapped, .exhausted: false
    }
  }
}
