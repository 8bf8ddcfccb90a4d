import OrreryProgram

/// Setters and observers of what is changed in place, or of what has it: they run as if it were
/// assigned.
extension Execution {
  /// The paths behind a call that is lent places: these are assigned when it ends, also where it throws.
  func handingBack(
    _ places: [Place], by node: Expression, from start: Path, _ run: () -> [Way]
  ) -> [Way] {
    let places = places.filter { !$0.path.isEmpty && isObserved($0, start) }
    guard !places.isEmpty else { return run() }
    let last = departed.thrown.count - 1
    let before = departed.thrown[last].count
    calls.lent[node.id] = CallStack.Loan(places: places, thrown: before)
    let ways = run()
    // What an argument throws is thrown before the call begins.
    let begun = calls.lent.removeValue(forKey: node.id)?.thrown ?? before
    let raised = Array(departed.thrown[last].dropFirst(max(before, begun)))
    departed.thrown[last].removeLast(raised.count)
    departed.thrown[last] += raised.flatMap { flow in
      assigned(places, by: node, from: start, flow.path.unwound(to: start.depth)).map {
        Flow($0, flow.exit)
      }
    }
    return ways.flatMap { way in
      assigned(places, by: node, from: start, way.path).map { Way($0, way.value) }
    }
  }

  /// The paths on through the observers of places that are handed back: of what they held when the call
  /// began, once its arguments were there.
  private func assigned(
    _ places: [Place], by node: Expression, from start: Path, _ path: Path
  ) -> [Path] {
    var path = path
    let old =
      path.frames[start.depth - 1].lent.removeValue(forKey: node.id) ?? places.map(start.value)
    return zip(places, old).reduce([path]) { paths, lent in
      paths.flatMap { path in
        observed(lent.0, old: lent.1, new: path.value(at: lent.0) ?? .void, path)
      }
    }
  }

  // MARK: - Methods that change

  /// Whether a method changes a property that has accessors: it toggles a flag, or changes a list.
  ///
  /// What an object does when it is asked to is no assignment.
  func runsAccessors(_ name: String, at place: Place, _ path: Path) -> Bool {
    guard setting.state.structType == nil || setting.isProjected, isObserved(place, path),
      let property = place.path.last
    else { return false }
    let element = property.hasPrefix("[") ? declaredType(at: place.owner, path)?.element : nil
    if let function = type(type(at: place, path) ?? element?.key)?.functions.first(where: {
      $0.name == name
    }) {
      return function.isMutating
    }
    guard Library.isMutator(name) else { return false }
    if name == "toggle" || property.hasPrefix("[") { return true }
    let info = type(type(at: place.owner, path))
    let stored = info?.property(property)
    let declared = stored?.type ?? info?.getters.first { $0.name == property }?.returnType
    return declared?.isCollection ?? stored?.start?.value?.isCollection ?? false
  }

  func changing(
    _ name: String, _ value: Value, at place: Place, _ call: Call, _ node: Expression,
    _ values: [Labelled], _ path: Path
  ) -> [Way] {
    if name == "toggle", values.isEmpty, case .member(let base, _) = call.callee {
      return truth(base, path).flatMap { answer in
        sides(of: answer).flatMap { path, holds in
          changed(.bool(!holds), from: .bool(holds), at: place, call, node, path)
        }
      }
    }
    return strange(name, call, on: value, node, values, path).flatMap {
      way in
      let new = fresh(value.text, way.path, type: type(at: place, way.path))
      let kept = isThere(value, way.path) ? new.found : new
      return changed(kept, from: value, at: place, call, node, way.path).map {
        Way($0.path, way.value)
      }
    }
  }

  private func changed(
    _ new: Value, from old: Value, at place: Place, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way] {
    var path = path
    path.reassign(place, by: node.text, isInLoop: calls.loops > 0)
    path.set(new, at: place)
    let text = call.name + node.text.dropFirst(call.calleeText.count)
    note(path.write(text, op: "mutate"), at: place, &path)
    return observed(place, old: old, new: new, path).map { Way($0, .void) }
  }

  // MARK: - Chains

  /// The paths of a call that changes what it is made on, where that is there: `peer?.drop()`.
  func throughChain(_ call: Call, _ path: Path, _ run: (Path) -> [Way]) -> [Way] {
    guard case .member(let base, _) = call.callee, let ways = chained(base, path) else {
      return run(path)
    }
    return ways.flatMap { path, isThere in isThere ? run(path) : [Way(path, .absent)] }
  }

  /// The paths on without and with the value that a place chains through, where that or one around it
  /// has accessors that change the state; nothing where it has none.
  func chained(_ target: Expression, _ path: Path) -> [(path: Path, isThere: Bool)]? {
    guard case .chain(let base)? = target.withBases.first(where: \.isChain)?.form,
      let place = place(of: target, path),
      ([place] + valuesAround(place, path)).contains(where: { outer in
        accessors(behind: outer, path).contains(where: setting.functions.mayWrite)
      })
    else { return nil }
    let text = "\(base.text) != nil"
    let value = self.place(of: base, path).flatMap(path.value)
    let answer =
      value.map { presence(of: $0, path, isWanted: true, text: text) }
      ?? .open(yes: path, no: path, text: text)
    switch answer {
    case .known(_, true): return nil
    case .known(let path, false): return [(path, false)]
    case .open(let yes, let no, _):
      let (holds, fails) = apart(yes, no, text)
      return [(fails, false), (holds, true)]
    }
  }
}

extension Expression {
  fileprivate var isCollection: Bool {
    switch form {
    case .array, .dictionary: true
    case .call(let call): Library.collections.contains(call.name)
    default: false
    }
  }
}
