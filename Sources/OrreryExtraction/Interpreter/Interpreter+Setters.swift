import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Setters and observers of values that are assigned since a part of them is changed:
/// `peer.code = nil`, `peer.items.append(item)`, `change(&peer.code)`.
extension Interpreter {
  /// The ways on through the accessors of some places that change the state.
  func reassigned(_ places: [Place], _ path: Path) -> [Path] {
    places.reduce([path]) { paths, place in
      accessors(behind: place, path).filter(writers.contains).reduce(paths) { paths, accessor in
        paths.flatMap { path in
          let value =
            accessor.isObserverOfOldValue
            ? fresh("oldValue", path, type: type(at: place, path)) : path.value(at: place) ?? .void
          return follow(accessor, handed: value, of: place.owner, path)
        }
      }
    }
  }

  func call(
    _ node: FunctionCallExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    guard node.calleeName != "swap" else {
      return called(node, path, expected, isStatement: isStatement)
    }
    let lent = node.arguments.compactMap { $0.expression.as(InOutExprSyntax.self)?.expression }
    return handingBack(lent.compactMap { place(of: $0, path) }, lentTo: node, from: path) {
      called(node, path, expected, isStatement: isStatement)
    }
  }

  /// The ways behind a call that is lent places, or that is one of a mutating method of what is there:
  /// these are assigned when it ends, also where it throws.
  ///
  /// - Parameter start: The way to the call.
  func handingBack(
    _ places: [Place], lentTo node: FunctionCallExprSyntax, from start: Path,
    _ call: () -> Evaluated
  ) -> Evaluated {
    let places = places.filter { !$0.path.isEmpty && isObserved($0, start) }
    guard !places.isEmpty else { return call() }
    // The call may be around itself.
    let outer = thrownByArguments.removeValue(forKey: node.id)
    defer { thrownByArguments[node.id] = outer }
    let ways = call()
    let raised = takeRaised(by: node).map { flow in
      var flow = flow
      flow.path.unwind(to: start.depth)
      return flow
    }
    thrown[thrown.count - 1] += raised.flatMap { flow in
      assigned(places, from: start, flow.path).map { Flow(path: $0, exit: flow.exit) }
    }
    return ways.flatMap { path, value in
      assigned(places, from: start, path).map { ($0, value) }
    }
  }

  /// The ways on through the observers of places that are handed back.
  private func assigned(_ places: [Place], from start: Path, _ path: Path) -> [Path] {
    places.reduce([path]) { paths, place in
      paths.flatMap { path in
        observed(
          place, old: start.value(at: place), new: path.value(at: place) ?? .void, path)
      }
    }
  }

  /// Takes out the errors of a call that was followed; what its arguments throw is thrown before it
  /// begins.
  private func takeRaised(by node: FunctionCallExprSyntax) -> [Flow] {
    guard let start = thrownByArguments[node.id], var all = thrown.last, start < all.count else {
      return []
    }
    let raised = Array(all[start...])
    all.removeSubrange(start...)
    thrown[thrown.count - 1] = all
    return raised
  }

  /// `swap(&a, &b)`: each is assigned what the other was.
  func swap(_ node: FunctionCallExprSyntax, _ path: Path) -> Evaluated {
    arguments(of: node, path).flatMap { path, values -> Evaluated in
      guard case .alias(let a) = values[0].value, case .alias(let b) = values[1].value,
        let first = path.value(at: a), let second = path.value(at: b)
      else {
        var path = path
        for argument in values { forget(argument.value, lentTo: node, &path) }
        return [(path, .void)]
      }
      return assign(second, at: a, path).flatMap { assign(first, at: b, $0) }.map { ($0, .void) }
    }
  }

  /// The ways of a call that changes what it is made on, where that is there: `peer?.drop()`.
  func chained(
    through node: FunctionCallExprSyntax, _ path: Path, _ call: (Path) -> Evaluated
  ) -> Evaluated {
    guard let ways = chained(node.calledExpression, path) else { return call(path) }
    return ways.flatMap { path, isThere in isThere ? call(path) : [(path, .absent)] }
  }

  /// The ways on without and with the value that an assignment chains through, where one around it has
  /// accessors that change the state.
  func chained(_ target: ExprSyntax, _ path: Path) -> [(path: Path, isThere: Bool)]? {
    var base = target
    while !base.is(OptionalChainingExprSyntax.self), let whole = base.whole { base = whole }
    guard let chain = base.as(OptionalChainingExprSyntax.self), let place = place(of: target, path),
      valuesAround(place, path).contains(where: { mayWrite($0, path) })
    else { return nil }
    let text = text(of: chain.expression) + " != nil"
    let value = self.place(of: chain.expression, path).flatMap(path.value)
    let answer =
      value.map { presence(of: $0, path, isWanted: true, text: text) }
      ?? .open(yes: path, no: path, text: text)
    switch answer {
    case .known(_, true): return nil
    case .known(let path, false): return [(path, false)]
    case .open(var with, var without, _):
      with.guards.append(Clause(text: text))
      without.guards.append(Clause(text: text, isNegated: true))
      return [(without, false), (with, true)]
    }
  }

  /// Whether accessors run where a place is assigned.
  func isObserved(_ place: Place, _ path: Path) -> Bool {
    !accessors(behind: place, path).isEmpty
      || valuesAround(place, path).contains { mayWrite($0, path) }
  }

  /// Whether accessors that change the state run where a place is assigned.
  private func mayWrite(_ place: Place, _ path: Path) -> Bool {
    accessors(behind: place, path).contains(where: writers.contains)
  }

  /// The values that are assigned with a place since it is a part of them, the innermost first: an
  /// object is none, and what is lent is assigned once it is handed back.
  func valuesAround(_ place: Place, _ path: Path) -> [Place] {
    guard place.path.count > 1 else { return [] }
    var result: [Place] = []
    var outer = Place(frame: place.frame, name: place.name)
    var info = index.info(type(at: outer, path))
    var element: TypeSyntax?
    for field in place.path.dropLast() {
      outer = outer.appending(field)
      let stored = info?.property(field)?.property
      let type = element ?? stored?.type ?? info?.computed.first { $0.name == field }?.type
      let next = index.info(
        type.flatMap { resolve($0, in: info, module: info?.module ?? path.file.module) }
          ?? info.flatMap { info in stored.flatMap { self.type(of: $0, in: info) } })
      let isValue =
        next.map { [.struct, .enum].contains($0.kind) }
        ?? type?.isCollection ?? stored?.initializer?.isCollection ?? false
      result = isValue ? [outer] + result : []
      element = type?.presentType.elementType
      if element == nil || next != nil { info = next }
    }
    return result.filter { !isLent($0, path) }
  }

  /// Whether a variable of the function that is walked stands for a place, or for a part of it.
  private func isLent(_ place: Place, _ path: Path) -> Bool {
    path.frames.last?.variables.values.contains { value in
      guard case .alias(let lent) = value, case let lent = path.resolved(lent) else { return false }
      return lent.frame == place.frame && lent.name == place.name
        && lent.path.starts(with: place.path)
    } ?? false
  }
}
