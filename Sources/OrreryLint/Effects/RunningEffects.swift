import OrreryLowering
import OrreryModel
import SwiftSyntax

/// Which results may come in which states: a walk over states and the effects that run in them.
struct RunningEffects {
  /// A state, and the effects that run in it; true where there may be several of one case.
  struct Configuration: Hashable {
    var state: String
    var running: [String: Bool] = [:]
  }

  /// Which way to err where something is not known.
  enum View {
    /// Whatever may run, runs: what does not come here never comes.
    case widest
    /// What may have ended, has: what comes here may surely come.
    case narrowest
  }

  let pure: PureMachine
  let machine: MachineIndex
  let view: View
  private(set) var visited: Set<Configuration> = []
  private let unasked: Set<String>
  private let lifetimes: [String: String]
  private static let limit = 10_000

  /// Nothing where something is open: where it starts, what a row starts, or what an effect brings.
  init?(_ pure: PureMachine, _ view: View, unasked: Set<String>) {
    guard let machine = pure.machine, let initial = pure.initial,
      machine.state(initial) != nil, let effect = pure.effect, pure.result != nil,
      machine.machine.transitions.allSatisfy({ pure.effects(of: $0) != nil }),
      effect.cases.allSatisfy({ pure.runner(of: $0.name)?.yields.isClear ?? false })
    else { return nil }
    (self.pure, self.machine, self.view) = (pure, machine, view)
    self.unasked = unasked.union(pure.forwarded)
    lifetimes = effect.cases.reduce(into: [:]) { $0[$1.name] = pure.lifetime(of: $1.name) }
    guard walk(from: Configuration(state: initial)) else { return nil }
  }

  /// The states that are reached with what runs in them.
  var states: Set<String> { Set(visited.map(\.state)) }

  /// The effects that may bring a result in a state.
  func senders(of result: String, in state: String) -> Set<String> {
    visited.reduce(into: []) { found, configuration in
      guard configuration.state == state else { return }
      found.formUnion(senders(of: result, configuration))
    }
  }

  /// Whether a result may come in a state.
  func mayCome(_ event: Event.ID, in state: String) -> Bool {
    event.origin != .ioResult || unasked.contains(event.name)
      || !senders(of: event.name, in: state).isEmpty
  }

  private func senders(of result: String, _ configuration: Configuration) -> [String] {
    configuration.running.keys.filter {
      pure.runner(of: $0)?.yields.results.contains(result) ?? false
    }
  }

  private mutating func walk(from start: Configuration) -> Bool {
    var open = [start]
    visited = [start]
    while let current = open.popLast() {
      for number in machine.transitions(from: current.state) {
        for next in steps(from: current, machine.machine.transitions[number])
        where visited.insert(next).inserted {
          open.append(next)
        }
      }
      guard visited.count < Self.limit else { return false }
    }
    return true
  }

  private func steps(from current: Configuration, _ row: Transition) -> [Configuration] {
    guard [.move, .stay, .ignore].contains(row.kind) else { return [] }
    guard row.event.origin == .ioResult, !unasked.contains(row.event.name) else {
      return [after(row, current)]
    }
    return senders(of: row.event.name, current).map { sender in
      var left = current
      let yields = pure.runner(of: sender)?.yields
      let isDone =
        view == .widest
        ? yields?.isSingle == true && current.running[sender] == false
        : yields?.isEndless != true
      if isDone { left.running[sender] = nil }
      return after(row, left)
    }
  }

  /// What runs once a row was taken.
  private func after(_ row: Transition, _ current: Configuration) -> Configuration {
    var next = current
    let moves = row.kind == .move && row.to != row.from
    if let to = row.to { next.state = to }
    if moves { next.running = next.running.filter { !ends($0.key) } }
    for effect in pure.effects(of: row) ?? [] {
      let replaces =
        view == .narrowest
        || pure.writes(row) && ["untilReplaced", "whileInState"].contains(lifetimes[effect])
      next.running[effect] = replaces ? false : next.running[effect] != nil
    }
    return next
  }

  /// Whether a change of the state ends an effect.
  private func ends(_ effect: String) -> Bool {
    lifetimes[effect].map { $0 == "whileInState" } ?? (view == .narrowest)
  }
}

extension LintSubject {
  /// The results that other code than the effects sends: `send(.ioResult(.loaded(list)))`.
  ///
  /// - Complexity: Linear in the size of the files that say `ioResult`.
  var resultsSentByOthers: Set<String> {
    files(naming: ["ioResult"]).reduce(into: []) { found, file in
      for call in file.tree.calls(of: ["ioResult"]) {
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), !member.isPattern
        else { continue }
        for argument in call.arguments { found.formUnion(argument.caseNames) }
      }
    }
  }

  /// The rows of results that one clause answers, and whether each of its pairs may come.
  func resultClauses(
    of walk: RunningEffects, _ kinds: Set<Transition.Kind>
  ) -> [(rows: [Transition], mayCome: [Bool])] {
    let reached = walk.states
    let rows = walk.machine.machine.transitions.filter { row in
      row.event.origin == .ioResult && reached.contains(row.from)
    }
    return Dictionary(grouping: rows, by: \.location).values
      .filter { rows in rows.allSatisfy { kinds.contains($0.kind) } }
      .map { rows in (rows, rows.map { walk.mayCome($0.event, in: $0.from) }) }
  }
}

extension LabeledExprSyntax {
  /// The cases that the argument may be; none where it is a variable.
  fileprivate var caseNames: [String] {
    if expression.is(DeclReferenceExprSyntax.self) { return [] }
    // `a ? .b : .c`: what comes before the first sign is the condition.
    if let sequence = expression.as(SequenceExprSyntax.self)?.elements,
      sequence.contains(where: { $0.is(UnresolvedTernaryExprSyntax.self) })
    {
      return sequence.dropFirst().flatMap(CaseNames.named)
    }
    return CaseNames.named(by: expression)
  }
}
