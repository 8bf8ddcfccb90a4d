import OrreryProgram

/// Closures that a property of `self` keeps.
extension Execution {
  /// The ways on behind a call of what a property keeps; nothing where it is no property of `self`.
  func callOfProperty(_ name: String, _ call: Call, _ node: Expression, _ path: Path) -> [Way]? {
    guard let place = path.place, let info = type(path.frames[path.depth - 1].selfType),
      let property = info.property(name)
    else { return nil }
    if case .closure(let closure)? = path.peek(at: place.appending(name)) {
      return invoke(closure, call, node, path)
    }
    guard let start = startingClosure(of: property, in: info) else {
      return strange(call, node, path)
    }
    return arguments(of: call, path).flatMap { path, values in
      var inner = path
      inner.frames.append(Frame(me: .alias(place), selfType: info.key))
      let closure = ClosureValue(function: start, frame: path.depth)
      return invoke(closure, handed: values, node, inner).map {
        Way($0.path.unwound(to: path.depth), $0.value)
      }
    }
  }

  /// Whether a member of `self` is a property that no method goes by the name of.
  func isOfProperty(_ name: String, _ path: Path) -> Bool {
    guard let info = type(path.frames[path.depth - 1].selfType) else { return false }
    return info.property(name) != nil && !info.functions.contains { $0.name == name }
  }

  /// The closure that a property starts as, where nobody can have put another one there.
  private func startingClosure(
    of property: NominalType.Property, in info: NominalType
  ) -> Function? {
    guard case .closure(let function)? = property.start?.value?.form, isFollowed(info.key),
      property.isLet || property.isLazy || property.isPrivate,
      !calls.entries.contains(where: { $0.function === function })
    else { return nil }
    let isReplaced = (info.functions + info.initializers + info.accessors).contains {
      References(of: $0).changed.contains(property.name)
    }
    return isReplaced ? nil : function
  }
}
