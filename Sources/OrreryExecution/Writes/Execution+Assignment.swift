import OrreryProgram

/// Assignments, and the accessors that run with them.
extension Execution {
  /// - Parameter depth: How many conditions stand before the assignment, without those in its value.
  func assign(
    _ target: Expression, _ op: String, _ value: Expression, _ path: Path, depth: Int? = nil
  ) -> [Way] {
    if case .name("_") = target.form { return evaluate(value, path).map { Way($0.path, .void) } }
    if case .tuple(let elements) = target.form, elements.count > 1 {
      return assign(elements.map(\.value), of: target, value, path)
    }
    if let base = trappingBase(of: target, path) {
      return evaluate(base, path).flatMap {
        assign(throughBase: target, op, value, $0.path, depth: depth)
      }
    }
    return assign(throughBase: target, op, value, path, depth: depth)
  }

  /// The computed property of `self` that an assignment goes through, where its getter may stop the
  /// program.
  private func trappingBase(of target: Expression, _ path: Path) -> Expression? {
    guard let node = target.withBases.dropFirst().first(where: { $0.ownName != nil }),
      let info = type(path.frames[path.depth - 1].selfType), isFollowed(info.key),
      let getter = info.getters.first(where: { $0.name == node.ownName && !$0.isStatic }),
      !References(of: getter).called.isDisjoint(with: Library.traps)
    else { return nil }
    return node
  }

  private func assign(
    throughBase target: Expression, _ op: String, _ value: Expression, _ path: Path,
    isThere: Bool = false, depth: Int? = nil
  ) -> [Way] {
    if target.isChained {
      if isLeftOut(target, path) { return [Way(path, .void)] }
      if let ways = assign(inCase: target, value, path) { return ways }
      if !isThere, let ways = chained(target, path) {
        return ways.flatMap { path, isThere in
          isThere
            ? assign(throughBase: target, op, value, path, isThere: true, depth: depth)
            : [Way(path, .void)]
        }
      }
    }
    guard let place = place(of: target, path) else {
      return evaluate(value, path).map { way in
        var path = way.path
        path.clock.version += 1
        path.meetStranger()
        if op == "=" { note(way.value, in: target, &path) }
        // `yield &pointer.pointee`: any part of what has the property.
        if calls.entries.last?.function.kind == .modify, let owner = path.place {
          forget(.alias(owner), by: target.text, &path)
        }
        return Way(handingOut(way.value, to: target, path), .void)
      }
    }
    let value =
      isWrapper(target, path) ? value.wrapped ?? value : content(of: value, at: place, path)
    if case .conditional(let condition, let yes, let no) = value.form {
      if op == "=", let way = choose(target, value, at: place, path) { return [way] }
      let depth = depth ?? path.conditionCount
      return truth(condition, path).flatMap { answer -> [Way] in
        let sides = sides(of: answer, asking: condition.variables)
        return sides.flatMap { path, holds in
          sides.count > 1 && path.contradictsItself
            ? [] : assign(target, op, holds ? yes : no, path, depth: depth)
        }
      }
    }
    if op == "=", value.isCondition, isFlag(place, path) { return decide(value, at: place, path) }
    return assign(target, op, value, at: place, path, depth)
  }

  /// Whether an expression is the wrapper that keeps a property of `self`.
  private func isWrapper(_ target: Expression, _ path: Path) -> Bool {
    guard let name = target.plainOwnName else { return false }
    return type(path.frames[path.depth - 1].selfType)?.wrappedProperty(name) != nil
  }

  /// Whether a place is a property of the state that tells its abstract values apart.
  private func isFlag(_ place: Place, _ path: Path) -> Bool {
    guard setting.isProjected, let name = place.path.last,
      case .object(let object)? = path.peek(at: place.owner), isState(object)
    else { return false }
    return object.fields[name] != nil
  }

  /// `state.isOpen = count > 0`: the condition is the guard of each value.
  private func decide(_ value: Expression, at place: Place, _ path: Path) -> [Way] {
    let location = path.trail.location
    return truth(value, path).flatMap { answer in
      sides(of: answer).flatMap { path, holds -> [Way] in
        var path = path
        path.trail.location = location
        let old = accessors(behind: place, path).isEmpty ? nil : path.value(at: place)
        store(.bool(holds), path.write(value.text), at: place, &path)
        return observed(place, old: old, new: .bool(holds), path).map { Way($0, .void) }
      }
    }
  }

  private func assign(
    _ target: Expression, _ op: String, _ value: Expression, at place: Place, _ path: Path,
    _ depth: Int?
  ) -> [Way] {
    let key = type(at: place, path)
    let expected = key.map {
      TypeReference.nominal(key: $0, name: type($0)?.name ?? "", arguments: [])
    }
    let ways = evaluate(value, path, declaredType(at: place, path) ?? expected)
    return answers(ways, of: value, at: place, path).flatMap { way in
      var next = way.path
      if next.depth == path.depth {
        (next.trail.location, next.trail.last) = (path.trail.location, path.trail.last)
      }
      let asksOld =
        op != "=" || setting.state.structType == nil || !accessors(behind: place, next).isEmpty
      let old = asksOld ? next.value(at: place) : nil
      let adds = op == "+=" && way.value.isKnownEmpty == false && isList(at: place, next)
      let new = op == "=" ? way.value : combined(old, op, way.value, target, next)
      var write = next.write(value.text, to: propertyText(target, next) ?? "", op: op)
      write.depth = depth
      // What is made of the value before tells nothing by itself.
      let isNew = op == "=" && !value.text.names(target.text)
      next.reassign(
        place, by: isNew ? nil : "\(target.text) \(op) \(value.text)",
        isInLoop: calls.loops > 0, isTold: isTold(place, next))
      let kept = whole(counting(new, op, value, from: old, target), value, at: place, next)
      store(kept, write, at: place, &next)
      if adds { next.fill(new) }
      return observed(place, old: old, new: new, next).map {
        Way(place.path.isEmpty ? $0 : handingOut(new, to: target, $0), .void)
      }
    }
  }

  /// Whether the name of a place tells a reader what it holds when the event comes: that of the state,
  /// or of a parameter of the handler, be it a variable of the same name.
  private func isTold(_ place: Place, _ path: Path) -> Bool {
    let place = path.resolved(place)
    if setting.state.structType == nil, setting.state.place.map(path.resolved) == place {
      return true
    }
    guard case .variable(_, let name) = place.root, place.frame == 0, place.path.isEmpty else {
      return false
    }
    return calls.handler?.function.parameters.contains { $0.variable.name == name } ?? false
  }

  /// The type that a property is declared with which an expression names.
  func declaredType(of node: Expression, _ path: Path) -> TypeReference? {
    place(of: node, path).flatMap { declaredType(at: path.resolved($0), path) }
  }

  /// The type that a property is declared with.
  func declaredType(at place: Place, _ path: Path) -> TypeReference? {
    // What keeps the state is declared with a type of its own.
    guard let name = place.path.last, setting.state.keeper.map({ path.resolved($0.place) }) != place
    else { return nil }
    return type(type(at: place.owner, path))?.property(name)?.type
  }

  /// Stores a value that is worked out, through the setter and the observers of its place.
  func assign(_ new: Value, at place: Place, _ path: Path) -> [Path] {
    var path = path
    let old = isObserved(place, path) ? path.value(at: place) : nil
    path.reassign(place, by: nil, isInLoop: false, isTold: isTold(place, path))
    store(new, path.write(new.text), at: place, &path)
    return observed(place, old: old, new: new, path)
  }

  private func assign(
    _ elements: [Expression], of target: Expression, _ value: Expression, _ path: Path
  ) -> [Way] {
    let types = elements.map { place(of: $0, path).flatMap { type(at: $0, path) } }
    let expected = TypeReference.tuple(
      types.map { .init(nil, .nominal(key: $0, name: "", arguments: [])) })
    return evaluate(value, path, expected).flatMap { way in
      assign(way.value, to: target, way.path).map { Way($0, .void) }
    }
  }

  private func assign(_ new: Value, to target: Expression, _ path: Path) -> [Path] {
    if case .tuple(let elements) = target.form, elements.count > 1 {
      return elements.enumerated().reduce([path]) { paths, element in
        paths.flatMap {
          assign($0.field("\(element.offset)", of: new), to: element.element.value, $0)
        }
      }
    }
    if target.isChained, isLeftOut(target, path) { return [path] }
    guard let place = place(of: target, path) else { return [path] }
    return assign(new, at: place, path)
  }

  /// Whether an assignment is left out, since a value that its target chains through is not there.
  private func isLeftOut(_ target: Expression, _ path: Path) -> Bool {
    target.withBases.contains { node in
      guard case .chain(let base) = node.form, let place = place(of: base, path) else {
        return false
      }
      if case .absent? = path.value(at: place) { return true } else { return false }
    }
  }

  /// The value after a compound assignment: lists grow, all else is no longer known.
  private func combined(
    _ old: Value?, _ op: String, _ new: Value, _ target: Expression, _ path: Path
  ) -> Value {
    if op == "+=", case .array(let items)? = old, case .array(let more) = new {
      return .array(items + more)
    }
    let isOrdered = old?.isOrdered == true || new.isOrdered || old?.number != nil
    return fresh(target.text, path).noting { $0.isOrdered = isOrdered }
  }

  /// A whole number that was counted up: `attempt += 1`.
  private func counting(
    _ new: Value, _ op: String, _ value: Expression, from old: Value?, _ target: Expression
  ) -> Value {
    guard case .unknown(var unknown) = new, let step = step(op, value, of: target),
      let least = old?.least(countedUpBy: step)
    else { return new }
    unknown.atLeast = least
    return .unknown(unknown)
  }

  private func step(_ op: String, _ value: Expression, of target: Expression) -> Int? {
    switch (op, value.form) {
    case ("+=", .literal(let text)): return Int(text)
    case ("=", .arithmetic(let left, let right, "+")):
      guard left.text == target.text, case .literal(let text) = right.form else { return nil }
      return Int(text)
    default: return nil
    }
  }

  /// Stores a value, and notes it where the machine's state is concerned.
  func store(_ value: Value, _ write: Write, at place: Place, _ path: inout Path) {
    let place = path.resolved(place)
    let value = placed(value, path)
    defer {
      open(element: place, &path)
      note(write, at: place, &path)
    }
    guard let watched = setting.state.place.map(path.resolved), watched.isWithin(place) else {
      path.set(lent(value, at: place, path), at: place)
      return sharing(place, &path)
    }
    let old = path.value(at: watched)
    path.set(value, at: place)
    let next = path.value(at: watched)
    wrote(&path, by: next?.caseValue?.assigned)
    // What was lent and came back as it was has not been changed.
    if next?.isStart == true, old?.isStart == false, lendsToCode {
      (path.trail.writeLocation, path.decided) = (nil, 0)
    }
    if case .enumCase(var known)? = next, known.assigned != nil {
      known.assigned = nil
      path.set(.enumCase(known), at: watched)
    }
    if let name = next?.stateName, path.trail.visited.last != name {
      path.trail.visited.append(name)
    }
  }

  /// Forgets the properties that an element may stand for: by a key path that is not told, or by a
  /// subscript of the type's own.
  private func open(element place: Place, _ path: inout Path) {
    guard let count = place.path.firstIndex(where: { $0.hasPrefix("[") }) else { return }
    let owner = Place(frame: place.frame, place.root, path: Array(place.path.prefix(count)))
    guard let info = type(type(at: owner, path)), info.kind != .enum else { return }
    let isAny = place.path[count].hasPrefix("[keyPath:")
    for property in info.properties where !property.isLet && !property.isStatic {
      guard isAny || info.changedByElements.contains(property.name) else { continue }
      let changed = owner.appending(property.name)
      // What was known of it is asked for, so that no other state shares the execution.
      _ = path.value(at: changed)
      path.set(fresh(property.name, path, type: property.key), at: changed)
      if let watched = setting.state.place.map(path.resolved),
        watched.isWithin(path.resolved(changed))
      {
        wrote(&path)
      }
    }
  }

  /// Whether the function that is executed lends what it has to code that it is handed.
  private var lendsToCode: Bool {
    calls.innermost?.parameters.contains { $0.type == .function } ?? false
  }

  /// A state that code from elsewhere puts into a variable of the function that has lent it: whoever
  /// assigns that variable to the state only carries on.
  private func lent(_ value: Value, at place: Place, _ path: Path) -> Value {
    guard case .enumCase(var known) = value, !known.isStart, known.type != nil,
      known.type == watchedType(path), path.runsCode(lentBy: place.frame)
    else { return value }
    known.assigned = .init(location: path.trail.location, statement: path.trail.last)
    return .enumCase(known)
  }

  /// Notes that a path has written the state.
  ///
  /// - Parameter lent: Where the new state was put into a variable that was lent.
  func wrote(_ path: inout Path, by lent: CaseValue.Assigned? = nil) {
    path.trail.writeLocation = lent?.location ?? path.trail.location
    path.decided = path.guards.count
    path.trail.written.formUnion([path.trail.last, lent?.statement].compactMap { $0 })
  }
}

extension Expression {
  /// The property that `name` or `self.name` may be, also behind `?` and `!`.
  var ownName: String? {
    switch form {
    case .chain(let base), .unwrap(let base): base.ownName
    default: plainOwnName
    }
  }

  /// Its name, where no `?` or `!` stands behind it.
  fileprivate var plainOwnName: String? {
    switch form {
    case .name(let name): return name
    case .member(let base, let name):
      if case .selfValue = base.form { return name }
      return nil
    default: return nil
    }
  }

  /// What a wrapper is made with: `.on` of `Published(wrappedValue: .on)`.
  fileprivate var wrapped: Expression? {
    guard case .call(let call) = form, let first = call.arguments.first,
      Library.wrapperLabels.contains(first.label ?? "")
    else { return nil }
    return first.value
  }

  /// Whether the operators say that it is a condition.
  fileprivate var isCondition: Bool {
    switch form {
    case .not, .and, .or, .equal, .order: true
    default: false
    }
  }
}
