import OrreryExecution
import OrreryModel
import OrreryRecognition

/// New states that a handler answers with inside of a call: `next().goTo(State(…))`.
extension HandlerWalk {
  /// Leaves the next state open where the answer is a call of code that is not known, which is handed a
  /// new state: that may be the next one.
  func leaveOpenWhatIsHanded(in end: Executed, _ effects: [Effect], _ result: inout Outcome) {
    guard handler.result == .effect, site.holder == .parameter, !result.isWritten,
      case .returned(.unknown(let answer)) = end.flow.exit,
      let handing = end.flow.path.doubts.handing,
      answer.text.hasPrefix(handing.call)
    else { return }
    result.state = .unknown(Unknown(scope.symbols.open, text: answer.text))
    result.isWritten = true
    result.effect = Effect.sequence(effects)
  }
}

extension HandlerWalk {
  /// Whether what goes on is the event that the walk is for.
  func isSent(_ continuation: Continuation) -> Bool {
    eventCase != nil && scope.sent[continuation.node] != nil
  }
}
