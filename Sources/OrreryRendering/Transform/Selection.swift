import OrreryModel

/// Decides for each transition whether the picture shows it, and where its arrow ends.
struct Selection {
  /// Where an arrow ends.
  enum Target: Hashable {
    case state(String)
    case unknown
    /// Not known, and told in the box of the state that is left.
    case untold
    case trap
    case thrown
  }

  /// By the position of the transition: its target, or why it is left out.
  private(set) var outcomes: [Result] = []

  enum Result {
    case shown(Target)
    case omitted(Omission)
  }

  /// Traps, throws and unknown targets are drawn while they are so few that they do not bury the rest.
  private static let budget = 4

  init(
    _ machine: Machine, scope: Neighbourhood, properties: Properties, options: RenderOptions,
    detail: Detail
  ) {
    let late = machine.plainLateAnswers
    let timely = machine.transitions.indices.filter { !late.contains($0) }
      .map { machine.transitions[$0] }
    let traps = timely.count { $0.kind == .trap }
    let throwing = timely.count { $0.kind == .throw }
    let isVague = Set(timely.filter(Self.isOpen).map(\.from)).count > Self.budget
    outcomes = machine.transitions.indices.map { index in
      let transition = machine.transitions[index]
      let isLine = isVague || properties.region(of: transition.from) != nil
      let target = Self.isOpen(transition) && isLine ? .untold : Self.target(transition)
      if !Self.isInside(transition, target, scope) { return .omitted(.outsideFocus) }
      let isNews = options.verdicts[index] == .undeclared || options.changes[index] != nil
      if options.showsIgnored || isNews { return .shown(target) }
      if late.contains(index), options.counts[index] == nil { return .omitted(.late) }
      switch transition.kind {
      case .ignore: return .omitted(.ignored)
      case .reject: return .omitted(.rejected)
      case .trap where traps > Self.budget: return .omitted(.trapped)
      case .throw where throwing > Self.budget: return .omitted(.thrown)
      case .move, .stay, .unresolved:
        let stays = target == .state(transition.from) && options.counts[index] == nil
        return stays && detail < .all ? .omitted(.detail) : .shown(target)
      case .trap, .throw: return .shown(target)
      }
    }
  }

  var omissions: [Omission] {
    outcomes.compactMap { if case .omitted(let reason) = $0 { reason } else { nil } }
  }

  /// Whether it leads somewhere that the source does not tell.
  private static func isOpen(_ transition: Transition) -> Bool {
    target(transition) == .unknown
  }

  private static func target(_ transition: Transition) -> Target {
    switch transition.kind {
    case .trap: .trap
    case .throw: .thrown
    case .stay, .ignore, .reject: .state(transition.to ?? transition.from)
    case .move, .unresolved: transition.to.map(Target.state) ?? .unknown
    }
  }

  private static func isInside(
    _ transition: Transition, _ target: Target, _ scope: Neighbourhood
  ) -> Bool {
    guard scope.contains(transition.from) else { return false }
    guard case .state(let name) = target else { return true }
    return scope.contains(name)
  }
}
