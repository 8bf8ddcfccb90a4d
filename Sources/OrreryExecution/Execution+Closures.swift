import OrreryProgram

/// Closures, and what becomes of those that are handed to code which is not followed.
extension Execution {
  /// A closure that is made, with what its capture list keeps.
  func closure(_ function: Function, _ path: Path) -> [Way] {
    let frame = path.depth - 1
    var made = [
      (path, ClosureValue(function: function, frame: frame, serial: path.frames[frame].serial))
    ]
    for capture in function.captures {
      made = made.flatMap { path, closure in
        evaluate(capture.value, path).map { way in
          var closure = closure
          closure.captured.append(placed(way.value, way.path))
          return (way.path, closure)
        }
      }
    }
    return made.map { Way($0, .closure($1)) }
  }

  /// A function that is declared inside of one that is being executed.
  func localFunction(_ function: Function, _ depth: Int, _ path: Path) -> ClosureValue {
    let frame = path.frame(depth) ?? path.depth - 1
    return ClosureValue(function: function, frame: frame, serial: path.frames[frame].serial)
  }

  /// The path into a closure, where its variables are still there.
  func entering(_ closure: ClosureValue, _ path: Path) -> Path {
    if !path.isAlive(closure) { give(up: "a closure that outlives its function") }
    let parent = min(closure.frame, path.depth - 1)
    var inner = path
    var frame = Frame(
      parent: parent, selfType: path.frames[parent].selfType,
      returnType: closure.function.returnType)
    frame.scope = path.frames[parent].scope
    inner.push(frame)
    let first = closure.function.parameters.count
    for (offset, kept) in zip(closure.function.captures.indices, closure.captured) {
      let name = closure.function.captures[offset].label ?? ""
      inner.declare(Variable(slot: first + offset, name: name), kept)
    }
    return inner
  }

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

  /// Runs a closure.
  ///
  /// - Parameters:
  ///   - values: What it is handed; what is left out is not known.
  ///   - expected: The type that the place around wants of its answer.
  func invoke(
    _ closure: ClosureValue, _ values: [Value], _ path: Path, _ expected: TypeReference? = nil
  ) -> [Way] {
    guard let body = closure.function.body, !calls.isTooDeep, path.depth < 96, spend() else {
      isCut = true
      return [Way(path, fresh("{ … }", path))]
    }
    var inner = entering(closure, path)
    if closure.function.returnType == nil { inner.frames[inner.depth - 1].returnType = expected }
    for (offset, parameter) in closure.function.parameters.enumerated() {
      let value =
        values.indices.contains(offset) ? values[offset] : fresh(parameter.variable.name, path)
      inner.declare(parameter.variable, value)
    }
    return self.values(of: run(body, Body.entry, [inner])).map { way in
      var end = way.path
      end.unwind(to: path.depth)
      (end.last, end.joined) = (inner.last, inner.joined)
      return Way(end, way.value)
    }
  }

  /// Whether code that refers to some names can change the state.
  func mayWrite(_ references: References, _ path: Path) -> Bool {
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
