import OrreryLowering
import SwiftSyntax

/// Checks that other types make for the machine.
extension Interpreter {
  /// The method of a value of another type that refuses what it is handed by an error.
  func check(
    _ name: String, _ node: FunctionCallExprSyntax, of value: Value, _ path: Path
  ) -> FunctionInfo? {
    guard let info = index.info(value.type), info.kind != .protocol, info.kind != .extensionOnly,
      info.functions.contains(where: { $0.name == name && $0.mayRefuse })
    else { return nil }
    let found = overloads(name, node, in: info.functions.filter { !$0.isStatic }, path)
    return found.count == 1 && found[0].mayRefuse ? found[0] : nil
  }
}
