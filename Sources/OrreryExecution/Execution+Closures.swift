import OrreryProgram

/// Closures that are handed to code which is not followed.
extension Execution {
  /// The paths behind a call that was handed closures: those that it runs have run.
  func handing(on values: [Labelled], by call: Call, _ made: Way) -> [Way] {
    values.reduce([made]) { ways, labelled in
      guard case .closure(let closure) = labelled.value else { return ways }
      guard !setting.isSuspending else {
        give(up: "a closure that is handed on")
        return []
      }
      return ways.flatMap { run(closure, by: call, $0) }
    }
  }

  private func run(_ closure: ClosureValue, by call: Call, _ way: Way) -> [Way] {
    let references = References(of: closure.function)
    let isOnce = Library.runners.contains(call.name) || call.name.hasPrefix("with")
    guard mayWrite(references, way.path) || isOnce && !Library.iterators.contains(call.name) else {
      return [Way(forgetting(references.changedVariables, way.path), way.value)]
    }
    guard isOnce else {
      give(up: "a closure that changes the state")
      return []
    }
    return invoke(closure, [], way.path).map { end in
      if case .void = end.value { return Way(end.path, way.value) }
      return end
    }
  }

  /// Runs a closure without arguments.
  private func invoke(_ closure: ClosureValue, _ values: [Value], _ path: Path) -> [Way] {
    guard let body = closure.function.body, !calls.isTooDeep, path.depth < 96, spend() else {
      isCut = true
      return [Way(path, fresh("{ … }", path))]
    }
    let parent = min(closure.frame, path.depth - 1)
    var inner = path
    var frame = Frame(
      parent: parent, selfType: path.frames[parent].selfType,
      returnType: closure.function.returnType)
    frame.scope = path.frames[parent].scope
    inner.frames.append(frame)
    for parameter in closure.function.parameters {
      inner.declare(parameter.variable, fresh(parameter.variable.name, path))
    }
    return self.values(of: run(body, Body.entry, [inner])).map { way in
      var end = way.path
      end.unwind(to: path.depth)
      (end.last, end.joined) = (inner.last, inner.joined)
      return Way(end, way.value)
    }
  }

  /// Whether code that refers to some names can change the state.
  private func mayWrite(_ references: References, _ path: Path) -> Bool {
    guard let watched = setting.watched.map(path.resolved), !watched.path.isEmpty else {
      return references.usesSelf || references.lends || !references.changedVariables.isEmpty
    }
    if references.lends || !references.names.isDisjoint(with: watched.path) { return true }
    let functions = type(path.frames[watched.frame].selfType)?.functions ?? []
    return functions.contains { references.called.contains($0.name) && setting.mayWrite($0) }
  }

  /// Variables that code may have changed are not known behind it.
  private func forgetting(_ variables: Set<Variable>, _ path: Path) -> Path {
    var path = path
    for variable in variables.sorted(by: { $0.slot < $1.slot }) where variable.depth > 0 {
      var own = variable
      own.depth -= 1
      guard let place = path.place(of: own), place.path.isEmpty, place.root != .me,
        let old = path.value(at: place)
      else { continue }
      path.set(fresh(own.name, path, type: old.type), at: place)
    }
    return path
  }
}
