import OrreryLowering
import SwiftSyntax

/// Enums beside the machine that tell the next state of it.
extension Interpreter {
  /// The method of an enum that makes a state of a value: `result.nextState()`.
  func stateMakers(
    _ name: String, _ node: FunctionCallExprSyntax, of value: Value, _ path: Path
  ) -> [FunctionInfo]? {
    guard case .unknown(let unknown) = value,
      let state = watchedType(path) ?? path.frames.first?.returnType,
      let info = index.info(
        unknown.type ?? unknown.domain.flatMap { $0.isOptional ? nil : $0.type }),
      info.kind == .enum, !canFollow(info.key)
    else { return nil }
    let found = overloads(name, node, in: info.functions.filter { !$0.isStatic }, path)
    let make = found.allSatisfy { function in
      !function.isMutating
        && resolve(function.returnType, in: info, module: function.file.module) == state
    }
    return found.isEmpty || !make ? nil : found
  }
}
