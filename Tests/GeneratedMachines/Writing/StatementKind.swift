/// The kinds of statement, with how often each is written.
enum StatementKind: CaseIterable {
  case write, setFlag, setVariable, leave
  case check, guarding, call, constant, variable, choice, checkCase, guardCase, boundedFor, catching
  case deferring, closure, localFunction, choiceValue, flagChoice, boundedWhile, labelled, optional
  case pair
  // These are written by machines that have the feature.
  case throwingCall, optionalAttempt, patternCatch, rethrowing
  case pause, waitingCall, awaitedCheck, awaitedFlag, awaitedState, awaitedChoice, awaitedAttempt
  case task
  case setCount

  /// How often it is written beside the others.
  func weight(in scope: Scope, deepest: Int, form: Form) -> Double {
    let isDeepest = scope.depth >= deepest
    if let weight = featureWeight(in: scope, form) { return isDeepest && isOpening ? 0 : weight }
    switch self {
    case .write: return 5
    case .setFlag: return 1
    case .setVariable: return isDeepest ? 1 : 2
    case .leave: return scope.depth > 0 && scope.mayLeave ? 2 : 0
    default: return isDeepest ? 0 : openingWeight
    }
  }

  /// Whether it opens blocks.
  private var isOpening: Bool { self != .pause && self != .setCount }

  /// How often it is written where blocks may be opened.
  private var openingWeight: Double {
    switch self {
    case .check: 5
    case .choice: 4
    case .guarding: 2.5
    case .constant, .checkCase: 2
    case .call, .guardCase: 1.5
    case .variable: 1.2
    case .flagChoice: 0.8
    case .catching, .closure, .optional: 0.7
    case .boundedFor, .deferring, .choiceValue: 0.6
    case .localFunction, .pair: 0.5
    case .boundedWhile: 0.4
    case .labelled: 0.3
    default: 0
    }
  }

  /// How often it is written by machines of a form; nothing where all machines write it.
  private func featureWeight(in scope: Scope, _ form: Form) -> Double? {
    switch self {
    case .throwingCall: form.hasErrors && scope.mayThrow ? 3 : 0
    case .optionalAttempt, .patternCatch: form.hasErrors ? 2 : 0
    case .rethrowing: form.hasErrors && scope.mayThrow ? 2 : 0
    case .pause, .awaitedCheck, .awaitedAttempt: scope.mayWait ? 3 : 0
    case .waitingCall: scope.mayWait ? 4 : 0
    case .awaitedFlag, .awaitedState, .awaitedChoice: scope.mayWait ? 2 : 0
    case .task: form.hasTasks && scope.mayStart ? 4 : 0
    case .setCount: form.observer == .countDidSet ? 3 : 0
    default: nil
    }
  }
}
