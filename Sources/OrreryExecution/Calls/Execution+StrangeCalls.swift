import OrreryProgram

/// Calls of code that is not followed: what it may change is no longer known.
extension Execution {
  /// The values of a call's arguments.
  func arguments(
    of call: Call, _ path: Path, types: [TypeReference?] = []
  ) -> [(Path, [Labelled])] {
    values(of: call.arguments, path, types: types)
  }

  /// The values of what is evaluated one after the other.
  func values(
    of arguments: [Argument], _ path: Path, types: [TypeReference?] = []
  ) -> [(Path, [Labelled])] {
    var result: [(Path, [Labelled])] = [(path, [])]
    for (offset, argument) in arguments.enumerated() {
      let type = types.indices.contains(offset) ? types[offset] : nil
      result = result.flatMap { path, values in
        evaluate(argument.value, path, type).map {
          ($0.path, values + [Labelled(argument.label, $0.value)])
        }
      }
    }
    return result
  }

  func strange(
    _ call: Call, _ node: Expression, _ path: Path, type: String? = nil
  ) -> [Way] {
    arguments(of: call, path).flatMap { strange(call, node, $1, $0, type: type) }
  }

  /// A call of code that is not followed: what it may change is no longer known.
  func strange(
    _ call: Call, _ node: Expression, _ values: [Labelled], _ path: Path, type: String? = nil
  ) -> [Way] {
    if means(.endless, call, path) || isEndless(call, path) { return trap(call.name, path) }
    departed.strangeCalls += 1
    let made = Way(path, self.made(by: call, node, path, type))
    return handing(on: values, by: call, node, made).map { way in
      let keepsCode =
        way.path.progress.started.count > path.progress.started.count || handsEvent(call, path)
      var path = way.path
      path.clock.version += 1
      path.meetStranger()
      for value in values { forget(value.value, by: node.text, &path) }
      if let writes = values.lazy.compactMap({ self.changes(of: $0.value) }).first {
        path.doubts.handing = Handing(call: node.text, writes: writes)
      }
      if !call.starts(values) { path = telling(call, keepsCode: keepsCode, path) }
      return Way(askedBack(by: call, path), way.value)
    }
  }

  /// Whether a call is handed an event by its name: `#selector(end)`, `load(completion: done)`.
  private func handsEvent(_ call: Call, _ path: Path) -> Bool {
    call.arguments.contains { argument in
      guard let name = argument.value.methodName else { return false }
      return setting.functions.events.contains(name)
        && type(path.frames[path.depth - 1].selfType)?.property(name) == nil
    }
  }

  /// Whether it is a method of a known type that never returns.
  private func isEndless(_ call: Call, _ path: Path) -> Bool {
    guard case .member(let base, let name) = call.callee else { return false }
    let key = base.startType ?? place(of: base, path).flatMap { type(at: $0, path) }
    return type(key)?.functions.contains {
      $0.name == name && $0.endsAtOnce && $0.accepts(call)
    } ?? false
  }

  /// The result of a call; `Load()` stays known as that.
  private func made(
    by call: Call, _ node: Expression, _ path: Path, _ type: String?
  ) -> Value {
    guard case .unknown(var unknown) = fresh(node.text, path, type: type) else { return .void }
    if call.name.first?.isUppercase ?? false || call.startsAtType {
      unknown.made = unknown.text
      unknown.isPresent = Library.makesValue(call.name, firstLabel: call.arguments.first?.label)
      unknown.isFloat = Library.floats.contains(call.name)
      unknown.isOrdered = Library.ordered.contains(call.name)
    }
    return .unknown(unknown)
  }

  /// A place that was handed out with `&` holds something else afterwards.
  func forget(_ value: Value, by text: String, _ path: inout Path) {
    guard case .alias(let place) = value else { return }
    path.reassign(place, by: text, isInLoop: calls.loops > 0)
    if case .object(var object)? = path.peek(at: place), isState(object) {
      object.fields = [:]
      object.asked = nil
      path.forget(where: symbols.isOfStart)
      object.writes.append(path.write("&state", to: "state", op: "mutate"))
      path.set(.object(object), at: place)
      return
    }
    let text = path.value(at: place)?.text ?? place.name
    let write = path.write("&\(text)", op: "mutate")
    store(fresh(text, path, type: type(at: place, path)), write, at: place, &path)
  }

  /// A method of what is not followed may change it.
  func change(
    _ name: String, _ value: Value, at place: Place?, _ call: Call, _ node: Expression,
    _ values: [Labelled], _ path: Path
  ) -> [Way] {
    let changes = call.isStatement && !Library.readers.contains(name)
    guard let place, changes || Library.isMutator(name), !isProtected(place, path),
      !isReference(value, at: place, path), !isLent(by: call)
    else { return strange(name, call, on: value, node, values, path) }
    if runsAccessors(name, at: place, path) {
      return throughChain(call, path) {
        changing(name, value, at: place, call, node, values, $0)
      }
    }
    let isFlag = name == "toggle" && values.isEmpty && self.isFlag(value, at: place, path)
    let ways = isFlag ? [Way(path, .void)] : strange(name, call, on: value, node, values, path)
    return ways.map { way in
      var path = way.path
      let key = type(at: place, path)
      if !isState(at: place, path) {
        path.reassign(place, by: node.text, isInLoop: calls.loops > 0)
      }
      if let list = list(value, at: place, after: name, values, path) {
        path.set(list, at: place)
        if values.adds(by: name) { path.fill(list) }
      } else if !isState(at: place, path) {
        let old = path.value(at: place)
        let new = fresh(value.text, path, type: key)
        path.set(isFlag ? opposite(of: old, as: new, &path) : new, at: place)
      }
      sharing(place, &path)
      let text = name + node.text.dropFirst(call.calleeText.count)
      note(path.write(text, op: "mutate"), at: place, &path)
      return Way(path, way.value)
    }
  }

  private func isFlag(_ value: Value, at place: Place, _ path: Path) -> Bool {
    if case .bool = value { return true }
    guard let name = place.path.last,
      let property = type(type(at: place.owner, path))?.property(name)
    else { return value.unknown?.declared == "Bool" }
    if case .bool? = property.start?.value?.form { return true }
    return property.type?.name == "Bool"
  }

  /// What a flag is that was another one; no path holds both for the same.
  private func opposite(of old: Value?, as new: Value, _ path: inout Path) -> Value {
    if case .bool(let known)? = old { return .bool(!known) }
    guard let old = old?.unknown?.symbol, let symbol = new.unknown?.symbol else { return new }
    if let known = path.answer(to: old) { return .bool(!known) }
    path.refuse([old: .bool(true), symbol: .bool(true)])
    path.refuse([old: .bool(false), symbol: .bool(false)])
    return new
  }

  /// Whether a method lends what it is called on to a closure, which has told all that it changes.
  private func isLent(by call: Call) -> Bool {
    Library.use(by: call) == .once && call.closures.contains(where: \.usesParameter)
  }

  /// `self` and the state itself are changed by assignments alone.
  private func isProtected(_ place: Place, _ path: Path) -> Bool {
    let place = path.resolved(place)
    return place.path.isEmpty && place.root == .me
      || setting.state.place.map(path.resolved) == place
  }

  /// Whether a value only refers to an object: its methods leave the value as it is.
  private func isReference(_ value: Value, at place: Place, _ path: Path) -> Bool {
    let key = value.type ?? type(at: place, path) ?? value.unknown?.domain?.type
    return [.class, .actor].contains(type(key)?.kind)
  }

  /// The type that a function returns which is known and not followed.
  func answer(of name: String, _ call: Call, on value: Value) -> TypeReference? {
    let key = value.type ?? value.unknown?.domain.flatMap { $0.isOptional ? nil : $0.type }
    guard let info = type(key), !isFollowed(info.key) else { return nil }
    let found = Set(
      info.functions.filter { $0.name == name && $0.accepts(call) }.map(\.returnType))
    return found.count == 1 ? found.first ?? nil : nil
  }

  /// A call of a method that is not followed, which answers as far as its type tells.
  func strange(
    _ name: String, _ call: Call, on value: Value, _ node: Expression, _ values: [Labelled],
    _ path: Path
  ) -> [Way] {
    let answer = answer(of: name, call, on: value)
    return strange(call, node, values, path, type: value.type == nil ? nil : answer?.key).map {
      var path = $0.path
      sharing(value, askedTo: name, &path)
      // A name that the files do not declare may be one for an optional.
      return Way(
        path, answer?.key == nil ? noted($0.value, as: answer) : present($0.value, as: answer))
    }
  }
}

extension Call {
  /// Whether it is handed `self`, or something that is called on it.
  var handsSelf: Bool {
    arguments.contains { if case .selfValue = $0.value.form { true } else { false } }
  }

  /// Whether it is a method of a type, or one of what such a call has made: `Just(1).share()`.
  fileprivate var startsAtType: Bool {
    guard case .member(let base, _) = callee else { return false }
    switch base.form {
    case .type: return true
    case .name(let name): return name.first?.isUppercase ?? false
    case .call(let inner): return inner.name.first?.isUppercase ?? false || inner.startsAtType
    default: return false
    }
  }
}

extension Function {
  /// Whether its code refers to what it is handed.
  fileprivate var usesParameter: Bool {
    var used: Set<Int> = []
    body?.visit {
      if case .variable(let variable) = $0.form, variable.depth == 0 { used.insert(variable.slot) }
    }
    return parameters.contains { used.contains($0.variable.slot) }
  }
}

extension Expression {
  /// The key of the type whose name an expression starts with: `Log.shared`, `Log("audio")`.
  var startType: String? {
    switch form {
    case .type(let key, _): key
    case .member(let base, _): base.startType
    case .call(let call):
      if case .type(let key, _) = call.callee { key } else { call.base?.startType }
    default: nil
    }
  }

  /// The method that it may name without calling it: `end`, `self.end`, `#selector(Model.end)`.
  fileprivate var methodName: String? {
    switch form {
    case .name(let name): name
    case .member(let base, let name): base.isPlainSelf || base.isType ? name : nil
    case .opaque(let parts): parts.count == 1 ? parts[0].methodName : nil
    default: nil
    }
  }

  private var isType: Bool { if case .type = form { true } else { false } }
}
