/// The kinds of statement, with how often each is written.
enum StatementKind: CaseIterable {
  case write, setFlag, setVariable, leave
  case check, guarding, call, constant, variable, choice, checkCase, guardCase, boundedFor, catching
  case deferring, closure, localFunction, choiceValue, flagChoice, boundedWhile, labelled, optional
  case pair

  /// How often it is written beside the others.
  func weight(in scope: Scope, deepest: Int) -> Double {
    let isDeepest = scope.depth >= deepest
    switch self {
    case .write: return 5
    case .setFlag: return 1
    case .setVariable: return isDeepest ? 1 : 2
    case .leave: return scope.depth > 0 && scope.mayLeave ? 2 : 0
    default: return isDeepest ? 0 : openingWeight
    }
  }

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
    case .write, .setFlag, .setVariable, .leave: 0
    }
  }
}
