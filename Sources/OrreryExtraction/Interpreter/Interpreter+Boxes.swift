import OrreryLowering
import SwiftSyntax

/// State that is kept in a box, such as a mutex, or behind a computed property.
extension Interpreter {
  /// A method of the box: its closure is handed the state, runs at once, and gives the result.
  func unbox(
    _ name: String, _ node: FunctionCallExprSyntax, _ place: Place, _ path: Path
  ) -> Evaluated? {
    guard isBoxed, let box, lender.map({ $0 == name }) ?? true,
      path.resolved(place) == path.resolved(box)
    else { return nil }
    let type = self.type(at: box, path)
    // `$0.advance()` of the state that the box lends is no method of the box.
    if index.info(type)?.functions.contains(where: { $0.name == name }) == true { return nil }
    return arguments(of: node, path, types: [type]).flatMap { path, values -> Evaluated in
      if case .closure(let closure)? = values.last?.value {
        followedCalls.insert(node.id)
        return invoke(closure, [Argument(label: nil, value: .alias(box))], path)
      }
      guard let value = values.first, value.label == nil, StateAccess.storers.contains(name),
        case .enumCase = value.value
      else {
        return unfollowed(node, values, path).map { path, result in
          var path = path
          // What a function that is not told does with the state that it is lent.
          if lender != nil { forget(.alias(box), &path) }
          return (path, result)
        }
      }
      // `write(.closed)` stores what it is given.
      followedCalls.insert(node.id)
      var path = path
      write(value.value, op: "=", text: value.value.text, at: box, &path)
      return [(path, .void)]
    }
  }

  /// `$0.replace(with: State())` of what a store lends: an assignment of all of it.
  func replace(
    _ name: String, in base: ExprSyntax, _ node: FunctionCallExprSyntax, _ place: Place?,
    _ path: Path
  ) -> Evaluated? {
    guard name == "replace", lender != nil, let box, let place, node.arguments.count == 1,
      let argument = node.arguments.first, argument.label?.text == "with",
      path.resolved(place) == path.resolved(box)
    else { return nil }
    return assign(base, "=", Operation([argument.expression]), path)
  }

  /// A method of `self` that lends the state as its box does: `commit { $0.isOn = true }`.
  func lend(_ name: String, _ node: FunctionCallExprSyntax, _ path: Path) -> Evaluated? {
    guard name == lender, let box else { return nil }
    return unbox(name, node, box, path)
  }

  /// The property of the machine that the state is in.
  var box: Place? {
    let depth = reference == nil ? 1 : 2
    return watched.map { Place(frame: $0.frame, name: $0.name, path: Array($0.path.prefix(depth))) }
  }

  /// The watched place, where a property of its owner stands for it.
  func synonym(_ name: String, of owner: Place?, _ path: Path) -> Place? {
    guard !synonyms.isEmpty || isBoxed || isSubject, let watched = watched.map(path.resolved),
      let owner = owner.map(path.resolved)
    else { return nil }
    if isSubject || isBoxed, let box, owner == path.resolved(box),
      StateAccess.contents.contains(name)
    {
      return owner
    }
    if lender != nil, let box, owner == path.resolved(box), StateAccess.views.contains(name),
      synonyms.contains("state")
    {
      return owner
    }
    if lender != nil, name == StateAccess.lentContent, let box, owner == path.resolved(box),
      index.info(type(at: box, path))?.property(name) == nil
    {
      return owner
    }
    guard synonyms.contains(name), owner.frame == watched.frame, owner.name == watched.name,
      owner.path == watched.path.dropLast()
    else { return nil }
    return watched
  }
}
