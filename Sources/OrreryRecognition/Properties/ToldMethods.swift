import OrreryLowering
import OrreryProgram

// Methods that take an enum, and are told by those that call them what of it is meant.
extension MutatingStyle {
  /// Whether a private method changes no state, and none of those that call it hands on what it was
  /// handed itself: which case they name is part of what they do, and no event.
  func isToldWhat(_ index: Int, _ reach: Reach) -> Bool {
    let function = reach.functions[index]
    guard function.isPrivate, !reach.comesToWrite[index] else { return false }
    let callers = Set(reach.calls.callers[index]).subtracting([index])
    return callers.contains { reach.mentions[$0].given.contains(function.name) }
      && !callers.contains { caller in
        self.index.code(of: reach.functions[caller]).handsVariables(to: function.name)
      }
  }
}

extension Code {
  /// Whether a function is handed a variable.
  fileprivate func handsVariables(to function: String) -> Bool {
    uses.calls.contains { use in
      use.name == function && holds(use.id)
        && use.call.arguments.contains { argument in
          switch argument.value.form {
          case .variable, .name: true
          default: false
          }
        }
    }
  }
}
