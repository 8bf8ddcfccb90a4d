import OrreryLowering
import SwiftSyntax

/// Optionals that are known to hold nothing.
extension Interpreter {
  /// `value!`: a trap where there is none.
  func unwrap(
    _ node: ForceUnwrapExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    evaluate(node.expression, path, expected).compactMap { path, value in
      noteQuestion(about: value)
      guard case .absent = value else { return (path, held(value, path)) }
      trapped.append(Flow(path: path, exit: .trapped("!")))
      return nil
    }
  }

  /// What an optional is known to hold, where the way has found out its case.
  private func held(_ value: Value, _ path: Path) -> Value {
    guard case .unknown = value, case .enumCase(let known) = settled(value, path),
      index.info(known.type)?.enumCase(known.name) != nil
    else { return value }
    return .enumCase(known)
  }

  /// Whether an assignment is left out, since a value that its target chains through is not there.
  func isLeftOut(_ target: ExprSyntax, _ path: Path) -> Bool {
    var current: ExprSyntax? = target
    while let node = current {
      if let chain = node.as(OptionalChainingExprSyntax.self),
        let place = place(of: chain.expression, path), let value = path.value(at: place)
      {
        noteQuestion(about: value)
        if case .absent = value { return true }
      }
      current = node.base
    }
    return false
  }
}
