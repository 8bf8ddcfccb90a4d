import OrreryExecution
import OrreryModel

extension HandlerWalk.Report {
  /// How many ways through a handler from one state are told apart by the calls that they make.
  private static let mostWays = 6

  /// The report in which ways that do the same, but for the calls that they make of others, all tell
  /// the calls of any: so many rows would say less than one.
  var withFewerEffects: Self {
    guard outcomes.count > Self.mostWays else { return self }
    var effects: [Doing: [Effect]] = [:]
    for outcome in outcomes {
      let own = outcome.effect?.leaves ?? []
      effects[Doing(outcome), default: own] = effects[Doing(outcome), default: own].asked(or: own)
    }
    var report = self
    for index in outcomes.indices {
      report.outcomes[index].effect = Effect.sequence(effects[Doing(outcomes[index])] ?? [])
    }
    return report
  }

  /// What a way does, but for its calls.
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
