import OrreryExecution
import OrreryLowering
import OrreryRecognition

/// The walks of a struct state that know nothing of it, with those that go on after a wait.
extension MachineBuilder {
  /// A walk, with what it has found from a state that is not known.
  struct ActionWalk {
    var walk: HandlerWalk
    var report: HandlerWalk.Report
    /// Whether it only makes the machine, or a view: no event.
    var isSetUp = false
    /// What of the machine it tells.
    var share = Share.all

    enum Share { case all, actions, transitions }
  }

  /// Gives what a walk comes to the names by which it is told from what others come to.
  typealias Renaming = (inout HandlerWalk.Report) -> Void

  /// The walks of all handlers, and how they and others of the same code are named.
  func actionWalks() -> (walks: [ActionWalk], naming: Renaming) {
    var result = site.handlers.flatMap(actionWalks)
    let naming = renaming(result.map { ("", $0.report) })
    for index in result.indices { naming(&result[index].report, "") }
    return (result, { naming(&$0, "") })
  }

  private func actionWalks(_ handler: Handler) -> [ActionWalk] {
    let state = Value.unknown(
      Unknown(.start, text: "state", type: site.state.key))
    guard site.holder.property != nil else {
      let found = walks(handler, from: state, within: Budget()).map {
        ActionWalk(walk: $0, report: $0.run())
      }
      return withPayloads(found, of: handler, from: state)
    }
    var waits = Waits()
    var result = actionWalks(handler, from: state, &waits)
    while let next = waits.again {
      waits = next
      result = actionWalks(handler, from: state, &waits)
    }
    return result
  }

  private func actionWalks(
    _ handler: Handler, from state: Value, _ waits: inout Waits
  ) -> [ActionWalk] {
    var result: [ActionWalk] = []
    for var walk in walks(handler, from: state, within: Budget()) {
      walk.detail = waits.detail
      let report = walk.run()
      waits.add(report, of: walk)
      if waits.areBurdened { return [] }
      result.append(
        ActionWalk(
          walk: walk, report: report, isSetUp: handler.isInitializer))
    }
    result = withPayloads(result, of: handler, from: state, detail: waits.detail)
    result += following(&waits) { wait, succeeds, waits -> ActionWalk? in
      guard waits.begin(Waits.Start(key: wait.key, succeeds: succeeds), in: "") else { return nil }
      let walk = walk(wait, succeeds: succeeds, in: state)
      let report = walk.run()
      waits.add(report, of: wait.walk)
      if report.isIdle, !isSent(wait) {
        scope.footprint.tellIdle(report.outcomes)
        return nil
      }
      return ActionWalk(walk: walk, report: report)
    }
    let notes = limits(of: waits)
    if !result.isEmpty { result[result.count - 1].report.notes += notes }
    return result
  }
}

extension HandlerWalk.Report {
  /// Whether nothing comes of the walk.
  fileprivate var isIdle: Bool {
    notes.isEmpty
      && outcomes.allSatisfy {
        $0.effect == nil && $0.started.isEmpty && $0.leavesStruct && $0.endsSilently
      }
  }
}

extension Outcome {
  /// Whether it ends by itself, or hands on another's error.
  var endsSilently: Bool {
    switch ending {
    case .completed: true
    case .threw: !(end?.throwsItself ?? false)
    default: false
    }
  }

  /// Whether a struct state is as it was found.
  var leavesStruct: Bool {
    switch state {
    case .unknown(let unknown): unknown.symbol == .start
    case .object(let object):
      object.base.symbol == .start && object.writes.isEmpty
    default: false
    }
  }
}
