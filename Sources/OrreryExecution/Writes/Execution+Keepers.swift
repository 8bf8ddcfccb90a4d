import OrreryProgram

/// State that is kept in a mutex or a subject, or that goes by further names: places that stand for the
/// watched one, and calls that lend it.
extension Execution {
  // MARK: - Aliases

  /// The state, where a property of some value stands for it.
  func alias(_ name: String, of owner: Place?, _ path: Path) -> Place? {
    guard hasAliases, let owner = owner.map(path.resolved),
      let watched = setting.state.place.map(path.resolved)
    else { return nil }
    if let keeper = setting.state.keeper, owner == path.resolved(keeper.place),
      isContent(name, of: keeper, path)
    {
      return owner
    }
    return setting.state.synonyms.contains(name) && owner == watched.owner ? watched : nil
  }

  func alias(_ name: String, of base: Expression, _ path: Path) -> Place? {
    hasAliases ? alias(name, of: place(of: base, path), path) : nil
  }

  private var hasAliases: Bool { setting.state.keeper != nil || !setting.state.synonyms.isEmpty }

  /// Whether a property of what keeps the state is the state itself.
  private func isContent(_ name: String, of keeper: Keeper, _ path: Path) -> Bool {
    if Library.contents.contains(name) { return true }
    switch keeper.kind {
    case .box: return false
    case .subject: return name == "state" && setting.state.place == keeper.place
    case .store:
      if name == Library.lentContent {
        return type(type(at: keeper.place, path))?.property(name) == nil
      }
      return Library.storeViews.contains(name) && setting.state.synonyms.contains("state")
    }
  }

  /// What is asked of a published state shows as it is written, though the state alone decides it.
  func worded(_ answer: Answer, _ node: Expression) -> Answer {
    guard case .subject? = setting.state.keeper?.kind, case .known(let path, let holds) = answer,
      node.asksMember
    else { return answer }
    return .known(path.under(Clause(text: node.text, isNegated: !holds)), holds)
  }

  // MARK: - Calls

  /// A method of what keeps the state, or of its owner, that lends the state or stores the next one.
  func called(
    _ name: String, onKeeperAt place: Place?, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    guard let keeper = setting.state.keeper, let place = place.map(path.resolved) else {
      return nil
    }
    let kept = path.resolved(keeper.place)
    if case .store(name) = keeper.kind, place == kept.owner {
      return lend(name, kept, call, node, path)
    }
    guard place == kept else { return nil }
    switch keeper.kind {
    case .box, .store(name): return lend(name, kept, call, node, path)
    case .store: return name == "replace" ? replace(kept, call, path) : nil
    case .subject: return publish(name, kept, call, node, path)
    }
  }

  private func lend(
    _ name: String, _ place: Place, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    let key = type(at: place, path)
    // `$0.advance()` of the state that is lent is no method of what keeps it.
    if type(key)?.functions.contains(where: { $0.name == name }) == true { return nil }
    if gives(call, whatIsAt: place, path), let value = path.value(at: place) {
      calls.followed.insert(node.id)
      return [Way(path, value)]
    }
    return arguments(of: call, path, types: [key.map(TypeReference.init(key:))]).flatMap {
      path, values -> [Way] in
      if case .closure(let closure)? = values.last?.value {
        calls.followed.insert(node.id)
        return invoke(closure, handed: [Labelled(nil, .alias(place))], node, path)
      }
      if let value = values.first, value.label == nil, Library.storers.contains(name),
        case .enumCase = value.value
      {
        calls.followed.insert(node.id)
        return [Way(put(value.value, at: place, path), .void)]
      }
      return strange(call, node, values, path).map { way in
        guard case .store? = setting.state.keeper?.kind else { return way }
        // What a function that is not told does with the state that it is lent.
        var path = way.path
        forget(.alias(place), by: node.text, &path)
        return Way(path, way.value)
      }
    }
  }

  /// Whether a method of a box answers with what that keeps: as its declaration says, or as its name does
  /// where the box is of a library.
  private func gives(_ call: Call, whatIsAt place: Place, _ path: Path) -> Bool {
    guard case .box? = setting.state.keeper?.kind, let property = property(at: place, path) else {
      return false
    }
    guard let box = type(property.type?.key ?? property.key), box.kind != .extensionOnly else {
      return Library.loaders.contains(call.name) && call.arguments.allSatisfy { $0.label != nil }
    }
    // One that keeps two values may answer with either.
    let values = box.properties.filter { !$0.isStatic && $0.type == box.content }
    guard values.count == 1, call.arguments.isEmpty else { return false }
    return box.functions.contains { function in
      function.name == call.name && function.parameters.isEmpty
        && function.value?.gives(values[0].name) ?? false
        && !References(of: function).changed.contains(values[0].name)
    }
  }

  /// `$0.replace(with: State())` of what a store lends: an assignment of all of it.
  private func replace(_ place: Place, _ call: Call, _ path: Path) -> [Way]? {
    guard call.arguments.count == 1, call.arguments[0].label == "with",
      case .member(let base, _) = call.callee
    else { return nil }
    return assign(base, "=", call.arguments[0].value, path)
  }

  private func publish(
    _ name: String, _ place: Place, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    let type = type(at: place, path).map(TypeReference.init(key:))
    if Library.emitters.contains(name), !call.arguments.isEmpty {
      calls.followed.insert(node.id)
      return arguments(of: call, path, types: [type]).map { path, values in
        Way(call.endsPublisher ? path : put(values[0].value, at: place, path), .void)
      }
    }
    guard Library.subjectChangers.contains(name) else { return nil }
    calls.followed.insert(node.id)
    return arguments(of: call, path).flatMap { path, values -> [Way] in
      guard case .closure(let closure)? = values.last?.value else {
        return strange(call, node, values, path)
      }
      return change(closure, place, path)
    }
  }

  /// `change { previous in next }`: the closure's value is the next state.
  private func change(
    _ closure: ClosureValue, _ place: Place, _ path: Path
  ) -> [Way] {
    let current = path.value(at: place) ?? .void
    // What is made inside is written there.
    return invoke(closure, [Labelled(nil, current)], path).map { way in
      var end = way.path
      if way.value.isSame(as: current) {
        wrote(&end)
      } else if !way.value.isVoid {
        end = put(way.value, at: place, end)
      }
      end.trail.location = path.trail.location
      return Way(end, .void)
    }
  }

  private func put(_ value: Value, at place: Place, _ path: Path) -> Path {
    var path = path
    store(value, path.write(value.text), at: place, &path)
    return path
  }
}

extension Expression {
  /// Whether it asks, or denies, a property of something else than `self`.
  fileprivate var asksMember: Bool {
    switch form {
    case .not(let inner): inner.asksMember || !inner.isNamed
    case .member(let base, _): if case .selfValue = base.form { false } else { true }
    default: false
    }
  }

  private var isNamed: Bool {
    switch form {
    case .variable, .name, .member: true
    default: false
    }
  }

  /// Whether it is a property, be it in a lock: `value`, `self.value`, `lock.withLock { value }`.
  fileprivate func gives(_ property: String) -> Bool {
    switch form {
    case .name(property): true
    case .member(let base, property): base.isPlainSelf
    case .call(let call): call.closure?.value?.gives(property) ?? false
    default: false
    }
  }
}

extension NominalType {
  /// The type of what a box keeps: its only generic parameter.
  fileprivate var content: TypeReference? {
    genericNames.count == 1 ? .parameter(genericNames[0]) : nil
  }
}
