import OrreryProgram

/// Operators of the project's own that stand alone: they may change what stands before them.
extension Execution {
  func apply(
    _ op: String, _ left: Expression, _ right: Expression, _ node: Expression, _ path: Path
  ) -> [Way] {
    guard let place = place(of: left, path), path.value(at: place) != nil else {
      return evaluated([left, right], path).map { Way($0, fresh(node.text, $0)) }
    }
    let functions = program.operators(named: op)
    if let function = functions.first, functions.count == 1, changes(function, place, path),
      let body = function.body, !calls.isTooDeep, !isRecursive(function, path)
    {
      return apply(function, body, to: place, right, path)
    }
    return evaluated([right], path).map { path in
      guard mayChange(place, by: functions, path) else { return Way(path, fresh(node.text, path)) }
      var path = path
      path.clock.version += 1
      path.meetStranger()
      forget(.alias(place), by: node.text, &path)
      return Way(path, fresh(node.text, path))
    }
  }

  private func apply(
    _ function: Function, _ body: Body, to place: Place, _ right: Expression, _ path: Path
  ) -> [Way] {
    evaluate(right, path, type(at: place, path).map { TypeReference(key: $0) }).flatMap { way in
      var inner = way.path
      if let last = path.trail.last { inner.trail.joined.insert(last) }
      let frame = Frame(selfType: function.owner, returnType: function.returnType)
      let ends = run(function, body, in: frame, handed: [.alias(place), way.value], inner)
      return values(of: ends).map { Way($0.path.goingOn(from: path), $0.value) }
    }
  }

  /// Whether an operator takes what is at a place to change it.
  private func changes(_ function: Function, _ place: Place, _ path: Path) -> Bool {
    guard function.parameters.count == 2, let first = function.parameters.first, first.isInOut
    else { return false }
    if case .parameter? = first.type { return true }
    return first.type?.key != nil && first.type?.key == type(at: place, path)
  }

  /// Whether an operator may change what is at a place: one that is only handed values changes none.
  private func mayChange(_ place: Place, by functions: [Function], _ path: Path) -> Bool {
    guard !functions.isEmpty, functions.allSatisfy({ !$0.parameters.contains(where: \.isInOut) })
    else { return true }
    return !(type(type(at: place, path))?.isValue ?? false)
  }
}
