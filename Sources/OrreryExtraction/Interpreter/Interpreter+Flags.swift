import OrreryLowering
import SwiftSyntax

/// `state.isOpen = count > 0`: of a flag that tells abstract states apart, the condition is the guard
/// of each value.
extension Interpreter {
  /// Whether a place is a property of the state that the abstract states tell.
  func isProjectedFlag(_ place: Place, _ path: Path) -> Bool {
    guard isProjected, let name = place.path.last else { return false }
    guard case .object(let object)? = path.value(at: place.owner), object.base.id == Self.stateID
    else {
      return false
    }
    return object.fields[name] != nil
  }

  func decide(
    _ value: Operation, _ target: ExprSyntax, at place: Place, _ path: Path
  ) -> Evaluated {
    let location = path.location
    return branch(value, path).flatMap { path, holds -> Evaluated in
      var path = path
      path.location = location
      let old = accessors(behind: place, path).isEmpty ? nil : path.value(at: place)
      write(.bool(holds), op: "=", text: value.text, at: place, &path)
      return observed(place, old: old, new: .bool(holds), path).map { ($0, .void) }
    }
  }
}

extension Operation {
  /// Whether the operators say that it is a condition.
  var isCondition: Bool {
    switch form {
    case .binary(_, let op, _):
      ["==", "!=", "===", "!==", "&&", "||"].contains(op) || Self.orders.contains(op)
    case .operand(let node):
      node.as(PrefixOperatorExprSyntax.self)?.operator.text == "!"
    default: false
    }
  }
}
