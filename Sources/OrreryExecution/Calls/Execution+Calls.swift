import OrreryProgram

/// Calls: which function one means, and what comes of it.
extension Execution {
  func call(
    _ call: Call, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    if setting.functions.handingOn.contains(node.id) { return [Way(path, .void)] }
    let lent = call.arguments.compactMap { argument -> Place? in
      guard case .lend(let base) = argument.value.form else { return nil }
      return place(of: base, path)
    }
    if call.name == "swap", lent.count == 2 { return swap(lent[0], lent[1], path) }
    let path = lending(to: call, path)
    return handingBack(lent, by: node, from: path) { called(call, node, path, expected) }
  }

  private func called(
    _ call: Call, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    switch call.callee {
    case .name(let name): return self.call(name, call, node, path, expected)
    case .variable(let variable):
      guard let place = path.place(of: variable), let value = path.value(at: place) else {
        return strange(call, node, path)
      }
      return self.call(value, call, node, path)
    case .localFunction(let function, let depth):
      return invoke(localFunction(function, depth, path), call, node, path)
    case .member(let base, let name):
      return disabling(base, by: call, path)
        ?? self.call(name, on: base, call, node, path, expected)
    case .implicitMember(let name): return implicit(name, call, node, path, expected)
    case .superMember(let name):
      let found = overridden(name, call, path)
      return found.isEmpty
        ? strange(call, node, path)
        : follow(found, call, node, receiver: path.place, on: nil, path)
    case .type(let key, _): return construct(key, call, node, path)
    case .value(let callee):
      return evaluate(callee, path).flatMap {
        self.call($0.value, call, node, $0.path, expected)
      }
    }
  }

  /// What `super` has in the function that is being executed: a method further up than that, or one
  /// that nothing overrides.
  private func overridden(_ name: String, _ call: Call, _ path: Path) -> [Function] {
    guard let info = type(path.frames[path.depth - 1].selfType) else { return [] }
    if name == "init" { return overloads(name, call, in: inherited(initializersOf: info), path) }
    let current = calls.innermost?.id
    let own = info.overridden.firstIndex { $0.id == current }
    let above = own.map { Array(info.overridden[($0 + 1)...]) } ?? info.overridden
    // What a class further down has overridden is not `super`'s.
    guard overloads(name, call, in: info.overridden, path).isEmpty else {
      return overloads(name, call, in: above, path)
    }
    return overloads(name, call, in: info.functions.filter { $0.id != current }, path)
  }

  /// - Parameter expected: The type that the place around the call wants of a closure that says none.
  private func call(
    _ value: Value, _ call: Call, _ node: Expression, _ path: Path,
    _ expected: TypeReference? = nil
  ) -> [Way] {
    switch value {
    case .closure(let closure): return invoke(closure, call, node, path, expected)
    // `completion?()` without one.
    case .absent: return [Way(path, .absent)]
    default: return strange(call, node, path)
    }
  }

  /// A call of a bare name.
  private func call(
    _ name: String, _ call: Call, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    let info = type(path.frames[path.depth - 1].selfType)
    if !program.declares(name, in: info) {
      if Library.traps.contains(name) { return trap(name, path) }
      if Library.assertions.contains(name) { return [Way(path, .void)] }
      if name == "precondition", let condition = call.arguments.first?.value {
        return require(condition, path)
      }
    }
    if name == setting.answer.typeName, setting.answer.type == nil {
      return makeCase(name, nil, call, node, path)
    }
    if let place = path.place, let ways = called(name, onKeeperAt: place, call, node, path) {
      return ways
    }
    if let info {
      // A method's own name means the closure that the type keeps under it.
      if calls.entries.last.map({ $0.function.name == name }) ?? (setting.handlerName == name),
        case .function? = info.property(name)?.type
      {
        return strange(call, node, path)
      }
      let candidates =
        path.place == nil ? info.functions.filter(\.isStatic) : info.functions
      let found = overloads(name, call, in: candidates, path)
      if !found.isEmpty { return follow(found, call, node, receiver: path.place, on: nil, path) }
      if let ways = callOfProperty(name, call, node, path) { return ways }
    }
    if let ways = transition(name, call, path) ?? published(call, node, path) { return ways }
    let found = overloads(name, call, in: program.globals(named: name), path)
    if makesAnswer(name, on: nil, call) { return makeCase(name, nil, call, node, path) }
    if !found.isEmpty { return follow(found, call, node, receiver: nil, on: nil, path) }
    return strange(call, node, path)
  }

  private func call(
    _ name: String, on base: Expression, _ call: Call, _ node: Expression, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    if let ways = published(call, node, path) { return ways }
    if makesAnswer(name, on: base.text, call) { return makeCase(name, nil, call, node, path) }
    if case .type(let key, _) = base.form {
      guard let info = type(key) else { return strange(call, node, path) }
      return self.call(name, ofType: info, call, node, path)
    }
    if let ways = assigning(call, node, path) { return ways }
    if base.isPlainSelf, isOfProperty(name, path),
      let ways = callOfProperty(name, call, node, path)
    {
      return ways
    }
    if namesEffects(base) { return makeCase(name, nil, call, node, path, text: ".\(name)") }
    if case .name(setting.answer.typeName) = base.form, setting.answer.type == nil {
      return makeCase(name, nil, call, node, path)
    }
    let place = place(of: base, path)
    if let ways = called(name, onKeeperAt: place, call, node, path) { return ways }
    return evaluate(base, path).flatMap { way -> [Way] in
      // Nothing of nothing is nothing: `.none.animation()`, but not `.none.merge(with: effect)`.
      let keepsNothing =
        Library.effectModifiers.contains(name) && !Library.effectGroups.contains(name)
      if case .absent = way.value, base.isChained || keepsNothing {
        return [Way(way.path, .absent)]
      }
      return self.call(name, on: settled(way.value, way.path), at: place, call, node, way.path)
    }
  }

  private func call(
    _ name: String, on value: Value, at place: Place?, _ call: Call, _ node: Expression,
    _ path: Path
  ) -> [Way] {
    if let ways = casePath(name, of: value, at: place, call, node, path) { return ways }
    if let info = type(value.type), isFollowed(info.key) {
      let isDelegation = name == "init" && setting.functions.areInitializersFollowed
      let found = overloads(
        name, call, in: isDelegation ? info.initializers : info.functions, path)
      if !found.isEmpty {
        guard found.contains(where: \.isMutating) else {
          return follow(found, call, node, receiver: place, on: value, path)
        }
        return throughChain(call, path) { path in
          handingBack([place].compactMap { $0 }, by: node, from: path) {
            follow(found, call, node, receiver: place, on: value, path)
          }
        }
      }
    }
    if let found = given(name, call, on: value, path) ?? consulted(name, call, on: value, path) {
      return follow(found, call, node, receiver: place, on: value, path)
    }
    if handsOn(value, name) { return [Way(path, value)] }
    if let ways = copy(name, of: value, call, node, path)
      ?? mapped(value, by: name, call, node, path) ?? modified(name, value, call, path)
    {
      return ways
    }
    if name == "contains", call.arguments.count == 1, case .array(let items) = value {
      return contains(items, call, node, path)
    }
    return arguments(of: call, path).flatMap { end, values in
      change(name, value, at: place, call, node, values, end).map {
        isChain(name, value, call) ? unmapped($0, node) : $0
      }
    }
  }

  /// The methods that extensions of its protocols give to a struct state.
  private func given(
    _ name: String, _ call: Call, on value: Value, _ path: Path
  ) -> [Function]? {
    guard let key = setting.state.structType, let info = type(key), value.unknown?.symbol == .start
    else { return nil }
    let all = info.inherited.compactMap { type(self.key(named: $0, path, near: key)) }
      .flatMap(\.functions).filter { $0.body != nil }
    let found = overloads(name, call, in: all, path)
    return found.isEmpty ? nil : found
  }

  /// The methods of another type which tell the machine something: the next state, or that it refuses
  /// what it is handed.
  private func consulted(
    _ name: String, _ call: Call, on value: Value, _ path: Path
  ) -> [Function]? {
    let key = value.type ?? value.unknown?.domain.flatMap { $0.isOptional ? nil : $0.type }
    guard let info = type(key), info.kind != .protocol, info.kind != .extensionOnly,
      !isFollowed(info.key), info.functions.contains(where: { $0.name == name && !$0.isStatic })
    else { return nil }
    let found = overloads(name, call, in: info.functions.filter { !$0.isStatic }, path)
    if found.count == 1, found[0].mayRefuse { return found }
    if found.contains(where: { changesMachine($0, call, path) }) { return found }
    guard case .unknown = value, info.kind == .enum,
      let state = watchedType(path) ?? path.frames.first?.returnType?.key
    else { return nil }
    let makeState = found.allSatisfy { !$0.isMutating && $0.returnType?.key == state }
    return found.isEmpty || !makeState ? nil : found
  }

  /// Whether a function may change the machine that a call hands to it, itself or through others of its
  /// type.
  ///
  /// Of what is handed as a protocol or a generic parameter nothing tells that it is the machine.
  private func changesMachine(_ function: Function, _ call: Call, _ path: Path) -> Bool {
    let machines = call.arguments.compactMap { machine(named: $0.value, path) }
    let keys = Set(machines.compactMap { type(at: $0, path) })
    let names = keys.union(keys.flatMap { type($0)?.supertypes ?? [] }).filter {
      type($0)?.kind != .protocol
    }
    var met: Set<NodeID> = []
    var open = machines.isEmpty ? [] : [function]
    while let next = open.popLast() {
      guard met.insert(next.id).inserted else { continue }
      let references = References(of: next)
      let handed = next.parameters.filter { parameter in
        parameter.type?.key.map(names.contains) ?? false
      }.map(\.variable)
      if handed.contains(where: references.changedVariables.contains) { return true }
      guard handed.contains(where: references.variables.contains) else { continue }
      open += type(next.owner)?.functions.filter { references.ownCalled.contains($0.name) } ?? []
    }
    return false
  }

  private func contains(
    _ items: [Value], _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way] {
    arguments(of: call, path).flatMap { path, values -> [Way] in
      if let known = holds(values[0].value, in: items, path) {
        return [Way(asking(of: values[0].value, path), .bool(known))]
      }
      return membership(of: values[0].value, in: items, path)
        ?? strange(call, node, values, path)
    }
  }

  /// `.name(…)` where the place around it tells the type.
  private func implicit(
    _ name: String, _ call: Call, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    if let ways = published(call, node, path) { return ways }
    guard let info = type(expected?.key), info.enumCase(name) == nil else {
      return makeCase(name, type(expected?.key), call, node, path)
    }
    // What a macro adds to the type, or the library that declares it, where the files only extend it.
    let isKnown = name == "init" || info.functions.contains { $0.name == name && $0.isStatic }
    if !isKnown, ![setting.state.structType, setting.answer.transition?.state].contains(info.key),
      setting.answer.transition != nil || info.kind == .extensionOnly
    {
      return makeCase(name, nil, call, node, path)
    }
    return self.call(name, ofType: info, call, node, path)
  }

  private func call(
    _ name: String, ofType info: NominalType, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way] {
    if info.enumCase(name) != nil { return makeCase(name, info, call, node, path) }
    if name == "init" { return construct(info.key, call, node, path) }
    let found = overloads(name, call, in: info.functions.filter(\.isStatic), path)
    if found.isEmpty, let ways = transition(name, call, path) { return ways }
    guard found.isEmpty else {
      return follow(
        found, call, node, receiver: nil, on: .type(key: info.key, name: info.name), path)
    }
    return strange(call, node, path, type: info.kind == .enum ? info.key : nil)
  }

  private func makeCase(
    _ name: String, _ info: NominalType?, _ call: Call, _ node: Expression, _ path: Path,
    text: String? = nil
  ) -> [Way] {
    let types = info?.enumCase(name)?.values.map { Optional($0.type) } ?? stateTypes(of: call)
    return arguments(of: call, path, types: types).flatMap { path, values in
      var value = CaseValue(
        name: name, payload: values, type: info?.key, text: text ?? call.calleeText,
        location: node.location)
      if name == "init", info == nil { value.version = path.clock.version }
      return keeping(values, by: call, [Way(path, .enumCase(value))])
    }
  }

  /// `Type(…)`: an initializer that matters is followed, others give a new value.
  private func construct(
    _ key: String?, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way] {
    guard let key, let info = type(key) else { return strange(call, node, path) }
    if info.kind == .enum, let ways = rawCase(of: info, call, node, path) { return ways }
    let found = overloads("init", call, in: info.initializers, path)
    if let first = found.first, isFollowed(key) || key == setting.answer.type {
      return follow([first], call, node, receiver: nil, on: nil, path).map { way in
        key == setting.state.structType
          ? Way(way.path, handed(way.value, by: call, to: first, way.path)) : way
      }
    }
    if found.contains(where: mayThrow) { departed.skippedThrows += 1 }
    let mayFail = found.first?.isFailable ?? false
    // An enum has no other initializer than `init(rawValue:)`, which may find no case.
    if mayFail || info.kind == .enum || info.kind == .extensionOnly {
      let made = strange(call, node, path, type: key)
      return found.isEmpty || mayFail ? made : made.map { Way($0.path, $0.value.found) }
    }
    if !info.initializers.isEmpty { departed.strangeCalls += 1 }
    return memberwise(info, call, node, path)
  }

  /// Ends a path in a call that never returns.
  func trap(_ name: String, _ path: Path) -> [Way] {
    departed.trapped.append(Flow(path, .trapped(name)))
    return []
  }

  /// `precondition(condition)`: no path goes on without it.
  private func require(_ condition: Expression, _ path: Path) -> [Way] {
    truth(condition, path).flatMap { answer in
      onSides(of: answer) { path, holds in
        holds ? [Way(path, .void)] : trap("precondition", path)
      }
    }
  }

  /// `swap(&a, &b)`: each is assigned what the other was.
  private func swap(_ a: Place, _ b: Place, _ path: Path) -> [Way] {
    guard let first = path.value(at: a), let second = path.value(at: b) else {
      return [Way(path, .void)]
    }
    return assign(second, at: a, path).flatMap { assign(first, at: b, $0) }.map { Way($0, .void) }
  }
}

/// Cases that are made of their numbers.
extension Execution {
  /// `Step(rawValue: step.rawValue + 1)`, where the number is known.
  fileprivate func rawCase(
    of info: NominalType, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    guard call.arguments.count == 1, call.arguments[0].label == "rawValue",
      info.initializers.isEmpty, info.cases.contains(where: { $0.rawNumber != nil }),
      case let ways = evaluate(call.arguments[0].value, path), ways.count == 1,
      let number = ways[0].value.number
    else { return nil }
    guard let found = info.cases.first(where: { $0.rawNumber == number }) else {
      return [Way(ways[0].path, .absent)]
    }
    let made = CaseValue(
      name: found.name, type: info.key, text: node.text, location: node.location)
    return [Way(ways[0].path, .enumCase(made))]
  }
}
