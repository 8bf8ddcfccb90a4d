import OrrerySyntax
import SwiftSyntax

/// Closures that a property of `self` starts with and keeps.
extension Interpreter {
  /// Walks the closure that a property starts as, where nobody can have put another one there.
  func propertyClosure(
    _ name: String, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let info = index.info(path.frames[path.depth - 1].selfType),
      let stored = info.property(name), canFollow(info.key),
      let closure = stored.property.initializer?.as(ClosureExprSyntax.self),
      !callers.contains(Syntax(closure)),
      path.place(of: name) == nil, let place = path.place(of: "self"),
      path.value(at: place.appending(name))?.unknown != nil,
      stored.property.isLet || stored.property.isLazy || stored.property.isPrivate,
      !cache.isReplaced(name, in: info, index)
    else { return nil }
    return arguments(of: node, path).flatMap { path, values in
      var inner = path
      inner.frames.append(
        Frame(variables: ["self": .alias(place)], selfType: info.key, file: stored.file))
      let value = ClosureValue(node: closure, frame: path.depth, file: stored.file)
      return invoke(value, values, inner, by: Syntax(node)).map { way, answer in
        var way = way
        way.unwind(to: path.depth)
        return (way, answer)
      }
    }
  }
}
