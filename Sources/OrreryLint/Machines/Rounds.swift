import OrreryModel

/// Ways on which a machine answers itself.
struct Rounds {
  struct Step: Hashable {
    /// Nothing where the answer is the same in all states.
    var state: String?
    var event: Event.ID
  }

  struct Node {
    var step: Step
    var location: SourceLocation
    var next: [Step]

    /// Several states may answer at one place.
    fileprivate var order: (SourceLocation, String, Event.ID) {
      (location, step.state ?? "", step.event)
    }
  }

  let machine: Machine
  private var nodes: [Step: Node] = [:]

  /// Ways from result to result by the effects that the rows start.
  init?(results pure: PureMachine) {
    guard let index = pure.machine else { return nil }
    machine = index.machine
    let pairs = Dictionary(grouping: machine.transitions.filter { $0.event.origin == .ioResult }) {
      Step(state: $0.from, event: $0.event)
    }
    for (step, rows) in pairs where rows.count == 1 && rows[0].guard == nil {
      let results = (pure.effects(of: rows[0]) ?? []).flatMap { effect -> [String] in
        guard let yields = pure.runner(of: effect)?.yields, yields.isClear, yields.isSingle,
          !yields.sleeps, !yields.isEndless
        else { return [] }
        return yields.results.sorted()
      }
      let to = rows[0].to ?? rows[0].from
      nodes[step] = Node(
        step: step, location: rows[0].location,
        next: results.map { Step(state: to, event: Event.ID(.ioResult, $0)) })
    }
  }

  /// Ways from action to action by those that the reducer sends itself, whatever the state.
  init(sent index: MachineIndex) {
    machine = index.machine
    for event in machine.events where machine.isWhole {
      let rows = index.transitions(on: event.id).map { machine.transitions[$0] }
      let answers =
        machine.actions.isEmpty
        ? rows.map { ($0.guard, $0.effect, $0.location) }
        : machine.actions.filter { $0.event == event.id }.map { ($0.guard, $0.effect, $0.location) }
      guard let first = answers.first, answers.allSatisfy({ $0.0 == nil && $0.2 == first.2 }) else {
        continue
      }
      let sent = first.1.map(Self.sent) ?? []
      nodes[Step(event: event.id)] = Node(
        step: Step(event: event.id), location: first.2,
        next: sent.map { Step(event: Event.ID(event.origin, $0)) })
    }
  }

  /// The events that an effect sends at once: `.send(.sort)`.
  private static func sent(by effect: Effect) -> [String] {
    effect.leaves.compactMap { leaf in
      switch leaf {
      case .raise(let event): return event
      case .run(let text):
        guard text.hasPrefix(".send(."), text.hasSuffix(")") else { return nil }
        return String(text.dropFirst(7).dropLast().prefix { $0 != "(" })
      default: return nil
      }
    }
  }

  /// Each round once, from its first place; of those that begin at one place, the first.
  ///
  /// - Complexity: Linear in the number of ways, once these are sorted.
  var all: [[Node]] {
    var done: Set<Step> = []
    var found: [[Node]] = []
    for start in nodes.values.sorted(by: { $0.order < $1.order }) {
      var path: [Node] = []
      walk(start, &path, &done, &found)
    }
    var told: Set<SourceLocation> = []
    return found.filter { told.insert($0[0].location).inserted }
  }

  private func walk(
    _ node: Node, _ path: inout [Node], _ done: inout Set<Step>, _ found: inout [[Node]]
  ) {
    if let place = path.firstIndex(where: { $0.step == node.step }) {
      found.append(Array(path[place...]))
      return
    }
    guard done.insert(node.step).inserted else { return }
    path.append(node)
    for next in node.next.compactMap({ nodes[$0] }) { walk(next, &path, &done, &found) }
    path.removeLast()
  }
}
