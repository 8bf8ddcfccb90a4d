import OrreryLowering
import SwiftSyntax

/// Results of which it is known whether they are successes.
extension Interpreter {
  /// The methods that hand a closure what a result holds, and the case that they do it for.
  private static let transforms = [
    "map": "success", "flatMap": "success", "mapError": "failure", "flatMapError": "failure",
  ]

  /// `result.map { … }`: the closure runs once where there is a value, and else not at all.
  func mapped(
    _ value: Value, _ name: String, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let taken = Self.transforms[name], case .enumCase(let result) = value, !result.isStart,
      ["success", "failure"].contains(result.name), result.payload.count == 1,
      index.info(result.type) == nil,
      let closure = node.trailingClosure
        ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
    else { return nil }
    guard result.name == taken else { return [(path, value)] }
    let body = ClosureValue(node: closure, frame: path.depth - 1, file: path.file)
    return invoke(body, result.payload, path).map { path, answer in
      guard name.hasPrefix("map") else { return (path, answer) }
      var result = result
      result.payload = [Argument(label: nil, value: answer)]
      return (path, .enumCase(result))
    }
  }
}

extension FunctionInfo {
  /// Whether it changes the state that it is handed, and answers with effects: what it makes is the
  /// reducer's, as if it stood there.
  var isPartOfReducer: Bool {
    returnType.flatMap(Reach.baseName).map(Interpreter.effectTypes.contains) ?? false
      && (isMutating || parameters.contains { $0.type.inOutBase != nil })
  }

  /// Whether a value is worded in a variable of the function.
  func declares(_ value: Unknown) -> Bool {
    let name = String(value.text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    return body?.tokens(viewMode: .sourceAccurate).contains {
      $0.tokenKind == .identifier(name) && $0.parent?.is(IdentifierPatternSyntax.self) == true
    } ?? false
  }
}
