/// Which property is observed, when.
enum Observer: CaseIterable {
  case stateDidSet, stateWillSet, flagDidSet, flagWillSet, countDidSet

  var isOfState: Bool { self == .stateDidSet || self == .stateWillSet }
  var isOfFlag: Bool { self == .flagDidSet || self == .flagWillSet }
}

/// Observers of properties.
extension MachineWriter {
  /// What stands behind the property that is observed.
  ///
  /// It calls no helper, and sets nothing that is observed but the state from within its own observer:
  /// else it would call itself for ever.
  mutating func observer(_ observer: Observer) -> [String] {
    var scope = Scope(.plain, level: 3, depth: 1).changed {
      ($0.mayAsk, $0.isObserver, $0.mayDeclare) = (false, true, false)
      $0.maySetFlag = !observer.isOfFlag
      $0.maySetCount = false
      $0.mayStart = !observer.isOfState
    }
    switch observer {
    case .stateDidSet:
      scope.states.append("oldValue")
      return block("didSet", recorded("defer { \(Self.noting) }") + statements(in: scope, count: 1))
    case .stateWillSet:
      scope.states.append("newValue")
      // What it gave the state would be lost.
      return block(
        "willSet", block("if \(condition(in: scope))", setFlag(in: scope)))
    case .flagDidSet:
      scope.flags.append("oldValue")
      return block("didSet", statements(in: scope))
    case .flagWillSet:
      scope.flags.append("newValue")
      return block("willSet", statements(in: scope))
    case .countDidSet:
      scope.flags.append("oldValue > 1")
      return block("didSet", statements(in: scope))
    }
  }

  /// Where a change of the state is noted.
  static let noting = "recorder.state = Self.name(state)"

  mutating func setCount(in scope: Scope) -> [String] {
    guard form.observer == .countDidSet, scope.hasSelf, scope.maySetCount else {
      return setFlag(in: scope)
    }
    return [one(of: ["count += 1", "count = 0", "count = \(number(in: scope))"])]
  }
}
