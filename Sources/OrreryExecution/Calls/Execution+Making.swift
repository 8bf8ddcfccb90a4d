import OrreryProgram

/// What an object holds when it is made.
extension Execution {
  /// The paths behind the declaration of the property that keeps the state.
  package func declaring(_ path: Path) -> [Path] {
    guard let watched = setting.state.place, let name = watched.path.first,
      let property = type(path.frames[0].selfType)?.property(name)
    else { return [path] }
    let place = Place(frame: 0, .me, path: [name])
    guard let start = property.start?.value else {
      guard !property.isLet, property.type?.isOptional == true else { return [path] }
      var path = path
      path.set(.absent, at: place)
      return [path]
    }
    let kept = setting.state.memberType ?? setting.state.type ?? setting.state.structType
    let type = setting.state.keeper == nil ? property.type : nil
    return evaluate(
      content(of: start, at: place, path), path, type ?? kept.map(TypeReference.init(key:))
    ).map { way in
      var path = way.path
      // What keeps a part of what it publishes is made with that part.
      path.set(way.value, at: way.value.caseValue == nil ? place : watched)
      return path
    }
  }

  /// What something is made with that keeps the state: `.idle` of `Mutex(.idle)`.
  func content(of value: Expression, at place: Place, _ path: Path) -> Expression {
    guard let keeper = setting.state.keeper, path.resolved(keeper.place) == path.resolved(place)
    else { return value }
    // The type that is not written is the keeper's.
    if case .call(let call) = value.form, case .implicitMember(let name) = call.callee,
      !stateTypes.contains(where: { type($0)?.enumCase(name) != nil })
    {
      return call.started.map(content) ?? value
    }
    return content(of: value)
  }

  private func content(of value: Expression) -> Expression {
    guard case .call(let call) = value.form else { return value }
    var mayKeep = call.name.first?.isUppercase == true
    switch call.callee {
    case .type(let key?, _) where stateTypes.contains(key): return value
    case .member(let base, _):
      if case .type(let key, _) = base.form {
        if stateTypes.contains(key ?? "") { return value }
        mayKeep = true
      }
    case .implicitMember: return value
    default: break
    }
    return (mayKeep ? call.started : call.namedStart).map(content) ?? value
  }

  private var stateTypes: [String] {
    let state = setting.state
    return [state.type, state.structType, state.memberType].compactMap(\.self)
  }

  /// The initializers that `super.init` may mean.
  func inherited(initializersOf info: NominalType) -> [Function] {
    guard setting.functions.areInitializersFollowed else { return [] }
    // One that a class inherits is its own too: `super` is above that.
    let running = Set(calls.all.map(\.function.id))
    return info.supertypes.lazy.compactMap { self.type($0) }.filter { $0.kind == .class }
      .map { $0.initializers.filter { !running.contains($0.id) } }
      .first { !$0.isEmpty } ?? []
  }
}

extension Call {
  /// What it is handed by a name that says that this is the state.
  fileprivate var namedStart: Expression? {
    arguments.first { Library.startLabels.contains($0.label ?? "") }?.value
  }

  /// What it is handed to keep.
  fileprivate var started: Expression? { namedStart ?? arguments.first?.value }
}
