import OrreryExecution
import OrreryLowering
import OrreryProgram
import OrreryRecognition

/// Initializers, executed for the state that they leave.
extension HandlerWalk {
  /// What the state is declared as, and what it is where the object is made; nothing where some way was
  /// not followed to its end.
  func made() -> (declared: [Value], made: [Value]?)? {
    guard let maker = handler.lowered(in: scope.program), let watched = watched(maker.names) else {
      return nil
    }
    budget.begin(isCoarse: true)
    var setting = setting(watched)
    (setting.isCoarse, setting.functions.areInitializersFollowed) = (true, true)
    setting.mostSteps = budget.allowance
    setting.followed.formUnion(handler.owner?.ancestors ?? [])
    if maker.function?.isAsync == true { setting.isSuspending = false }
    let execution = Execution(scope.program, setting, symbols: scope.symbols)
    let starts = execution.declaring(start(maker))
    let ends = starts.flatMap { execution.execute(maker.body, of: maker.function, from: $0) }
    let declared = starts.compactMap { $0.value(at: watched) }
    let isOpen =
      execution.isExhausted
      || execution.findings.isCut && ends.contains { $0.path.trail.writeLocation != nil }
    let made = ends.filter { end in
      // An initializer that may fail returns nothing.
      if case .returned(.absent) = end.exit { false } else { end.goesOn }
    }.compactMap { $0.path.value(at: watched) }
    return (declared, isOpen ? nil : made)
  }
}
