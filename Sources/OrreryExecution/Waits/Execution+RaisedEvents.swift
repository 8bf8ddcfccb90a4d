import OrreryModel
import OrreryProgram

/// Events of the machine that a handler calls behind a wait, in a task or in a closure for later: they are
/// raised, as SCXML says it, and not told a second time as part of the handler.
extension Execution {
  /// The path behind a call that raises an event; nothing for any other call.
  ///
  /// Nothing comes behind the call, since the state is not known then; nobody waits for its error, and
  /// it is handed nothing that decides what the event does.
  func raising(
    _ function: Function, _ values: [Labelled], _ call: Call, _ node: Expression,
    receiver: Place?, _ path: Path
  ) -> Path? {
    guard setting.isSuspending, path.progress.isBehindOthers || calls.begun != nil, call.isLast,
      call.isOnSelf,
      call.isStatement || path.frames[path.depth - 1].returnType == nil,
      !function.isThrowing, !values.contains(where: \.value.decides),
      let receiver, receiver == path.place, let event = setting.functions.raised(function),
      areCallersLast
    else { return nil }
    calls.followed.insert(node.id)
    return telling([.raise(event)], path)
  }

  /// Whether a task only comes back to the machine to raise an event: that has its turn in any case.
  func onlyRaises(_ node: Expression, _ path: Path) -> Bool {
    guard case .call(let call) = node.form, call.isLast, call.isOnSelf, call.arguments.isEmpty,
      let info = type(path.frames[path.depth - 1].selfType), areCallersLast
    else { return false }
    let own = overloads(call.name, call, in: info.functions, path)
    return own.count == 1 && isRaised(own[0])
  }

  /// Whether a method is an event that closures for later raise.
  ///
  /// Those of a view hand on to it: nobody else calls the methods of a view.
  func isRaised(_ name: String, _ path: Path) -> Bool {
    guard !setting.isDisplay, let owner = type(path.frames[0].selfType) else { return false }
    return owner.functions.contains { $0.name == name && isRaised($0) }
  }

  private func isRaised(_ function: Function) -> Bool {
    !function.isThrowing && setting.functions.raised(function) != nil
  }

  /// Whether nothing follows in any of the functions around, up to the task or the closure for later that runs them.
  private var areCallersLast: Bool {
    for entry in calls.entries.dropFirst(calls.begun ?? 0).reversed() {
      // What observes is run by nobody who goes on.
      guard let node = entry.call?.node, case .call(let call) = node.form else {
        return entry.function.kind == .closure
      }
      guard call.isLast, !(Library.use(by: call)?.isRepeated ?? false) else { return false }
    }
    return true
  }
}

extension Value {
  /// Whether a condition on it may have one answer.
  fileprivate var decides: Bool {
    switch self {
    case .unknown, .object: false
    default: true
    }
  }
}
