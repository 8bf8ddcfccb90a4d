import SwiftSyntax

/// The helpers by which TCA-SM words a transition. They belong to its library, so that their
/// meaning is known here rather than found in the source.
extension Interpreter {
  /// The type of the values that are neither a state nor an effect.
  static let transitionType = "$transition"

  /// `identity` and `undefined`.
  static func transitionConstant(_ name: String) -> Value? {
    switch name {
    case "identity": .tuple([Argument(value: .absent), Argument(value: .absent)])
    case "undefined": marker("undefined")
    default: nil
    }
  }

  static func marker(_ name: String) -> Value {
    .enumCase(CaseValue(name: name, payload: [], type: transitionType, text: name))
  }

  /// A call of `nextState`, `run`, `transition`, `unsafe` or `withVar`.
  func transitionHelper(
    _ name: String, _ node: FunctionCallExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated? {
    guard let types = transitionTypes else { return nil }
    switch name {
    case "nextState":
      return arguments(of: node, path, types: [types.state]).map { path, values in
        (path, .tuple([values.first ?? Argument(value: .absent), Argument(value: .absent)]))
      }
    case "run":
      return arguments(of: node, path, types: [types.effect]).map { path, values in
        (path, .tuple([Argument(value: .absent), values.first ?? Argument(value: .absent)]))
      }
    case "transition" where node.arguments.count == 2:
      return arguments(of: node, path, types: [types.state, types.effect]).map { path, values in
        (path, .tuple(values))
      }
    case "unsafe": return [(path, Self.marker("unsafe"))]
    case "withVar": return withVar(node, path)
    default: return nil
    }
  }

  /// `withVar(state, \.path, value)`: a copy with one property replaced.
  private func withVar(_ node: FunctionCallExprSyntax, _ path: Path) -> Evaluated? {
    let arguments = Array(node.arguments)
    guard arguments.count == 3,
      let keyPath = arguments[1].expression.as(KeyPathExprSyntax.self)
    else { return nil }
    let fields = keyPath.components.compactMap {
      $0.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }
    return evaluate(arguments[0].expression, path, transitionTypes?.state).flatMap { path, base in
      evaluate(arguments[2].expression, path, nil).map { path, value in
        var copy = base.setting(fields[...], to: value)
        if case .object(var object) = copy {
          object.writes.append(
            Write(
              path: fields.joined(separator: "."), op: "=",
              value: text(of: arguments[2].expression),
              location: path.location))
          copy = .object(object)
        }
        return (path, copy)
      }
    }
  }
}
