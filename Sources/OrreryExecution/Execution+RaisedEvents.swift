import OrreryModel
import OrreryProgram

/// Events of the machine that a handler calls behind a wait: they are raised, as SCXML says it, and not
/// told a second time as part of the handler.
extension Execution {
  /// The path behind a call that raises an event; nothing for any other call.
  ///
  /// What comes behind the call has nothing to do with the machine, whose state is not known then, and
  /// nobody waits for its error.
  func raising(
    _ function: Function, _ call: Call, _ node: Expression, receiver: Place?, _ path: Path
  ) -> Path? {
    guard setting.isSuspending, path.progress.isBehindOthers, call.isOnSelf, call.isLast,
      !function.isThrowing, let receiver, receiver == path.place,
      let event = setting.raised(function),
      areCallersLast
    else { return nil }
    calls.followed.insert(node.id)
    return asking([.raise(event)], path)
  }

  /// Whether nothing follows in any of the functions around, up to the task that runs them.
  private var areCallersLast: Bool {
    for entry in calls.entries.reversed() {
      guard let node = entry.call?.node, case .call(let call) = node.form else {
        return entry.function.kind == .closure
      }
      if entry.function.kind == .closure, case .task? = Library.use(by: call) { return true }
      guard call.isLast else { return false }
    }
    return true
  }
}
