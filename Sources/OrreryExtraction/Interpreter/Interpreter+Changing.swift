import OrreryLowering
import SwiftSyntax

/// Methods that change a property with a setter or observers, which run as if it were assigned.
extension Interpreter {
  /// Whether a method changes a property that has such: it toggles a flag, or changes a list.
  ///
  /// What an object does when it is asked to is no assignment.
  func runsAccessors(_ name: String, at place: Place, _ path: Path) -> Bool {
    guard !belongsToAction, isObserved(place, path), let property = place.path.last else {
      return false
    }
    let info = index.info(type(at: place, path)) ?? elementType(at: place, path)
    if let function = info?.functions.first(where: { $0.name == name }) {
      return function.isMutating
    }
    guard Self.isMutator(name) else { return false }
    if name == "toggle" || property.hasPrefix("[") { return true }
    guard let info = index.info(type(at: place.owner, path)) else { return false }
    let stored = info.property(property)?.property
    let type = stored?.type ?? info.computed.first { $0.name == property }?.type
    return type?.isCollection ?? stored?.initializer?.isCollection ?? false
  }

  /// The type of an element, by the declaration of the property that holds the collection.
  private func elementType(at place: Place, _ path: Path) -> TypeInfo? {
    guard place.path.last?.hasPrefix("[") ?? false, let list = place.owner.path.last,
      let info = index.info(type(at: place.owner.owner, path)),
      let type = info.property(list)?.property.type?.presentType.elementType
    else { return nil }
    return index.info(resolve(type, in: info, module: info.module))
  }

  func changing(
    _ name: String, _ value: Value, at place: Place, _ node: FunctionCallExprSyntax,
    _ values: [Argument], _ path: Path, type answer: String?
  ) -> Evaluated {
    if name == "toggle", values.isEmpty,
      let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    {
      return branch(Operation([base]), path).flatMap { path, holds in
        assigned(.bool(!holds), for: .bool(holds), at: place, node, path)
      }
    }
    return unfollowed(node, values, path, type: answer).flatMap { path, result in
      let new = fresh(value.text, path, type: self.type(at: place, path))
      return assigned(isThere(value, path) ? new.found : new, for: value, at: place, node, path).map
      { ($0.0, result) }
    }
  }

  private func assigned(
    _ new: Value, for old: Value, at place: Place, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated {
    var path = path
    path.reassign(place, by: ExprSyntax(node), self.text(of: node))
    path.set(new, at: place)
    let text = String(text(of: node).dropFirst(text(of: node.calledExpression).count))
    let write = Write(
      path: "", op: "mutate", value: node.calleeName + text, location: path.location)
    note(write, at: place, &path)
    path = sharing(changedBy: node, at: place, path)
    return observed(place, old: old, new: new, path).map { ($0, .void) }
  }
}
