import SwiftSyntax

/// Calls that never return, or that do so under a condition.
extension Interpreter {
  /// Ends a way in a call that never returns.
  func trap(_ name: String, _ path: Path) -> Evaluated {
    trapped.append(Flow(path: path, exit: .trapped(name)))
    return []
  }

  /// `precondition(condition)`: no way goes on without it.
  func require(_ condition: ExprSyntax, _ path: Path) -> Evaluated {
    truth(condition, path).compactMap { answer in
      switch answer {
      case .known(let path, true): return (path, .void)
      case .open(var yes, var no, let text):
        yes.guards.append(Clause(text: text))
        no.guards.append(Clause(text: text, isNegated: true))
        if !no.isRefused { _ = trap("precondition", no) }
        return yes.isRefused ? nil : (yes, .void)
      case .known(let path, false):
        _ = trap("precondition", path)
        return nil
      }
    }
  }
}
