import OrreryProgram

/// What is known of the machine's own properties once code has run that may have changed them and was
/// not followed: nothing is sure of them any more.
extension Execution {
  /// The path behind a call of one of the machine's methods that was not followed.
  func forgetting(
    changedBy function: Function, _ node: Expression, of receiver: Place?, _ path: Path
  ) -> Path {
    guard !function.isStatic, let info = type(function.owner), let object = machine(path),
      receiver.map(path.resolved) == object
    else { return path }
    return doubting(info.properties(changedBy: function), of: object, info, by: node, path)
  }

  /// The path behind a call that keeps a closure, or has run it: nothing tells which.
  func doubting(
    _ closure: HandedClosure, by call: Call, _ node: Expression, _ path: Path
  ) -> Path {
    guard mayRun(closure, call, path), let object = machine(path),
      let info = type(type(at: object, path)), !info.isValue
    else { return path }
    let changed = References(of: closure.value.function).ownChanged
    return doubting(changed, of: object, info, by: node, path)
  }

  /// A path on which whatever may change has changed: the state, and the machine's other properties.
  func unsettled(_ path: Path) -> Path {
    guard let watched = setting.state.place.map(path.resolved) else { return path }
    var path = path
    path.meetStranger()
    path.clock.version += 1
    if let state = path.value(at: watched) {
      path.set(fresh("state", path, type: state.type), at: watched)
    }
    guard let object = machine(path), let info = type(type(at: object, path)), !info.isValue else {
      return path
    }
    let changing = info.properties.filter { !$0.isLet && !$0.isStatic }.map(\.name)
    for name in changing where name != watched.path.first {
      path.set(fresh(name, path, type: info.property(name)?.key), at: object.appending(name))
    }
    return path
  }

  /// The machine that an expression names, or what has it, where that is an object.
  func machine(named node: Expression, _ path: Path) -> Place? {
    guard setting.isSuspending, let place = place(of: node, path).map(path.resolved),
      let watched = setting.state.place.map(path.resolved), watched != place,
      watched.isWithin(place), let info = type(type(at: place, path)), !info.isValue
    else { return nil }
    return place
  }

  /// The object that keeps the state in one of its properties.
  private func machine(_ path: Path) -> Place? {
    guard let own = setting.state.place.map(path.resolved), !own.path.isEmpty else { return nil }
    return own.whole
  }

  /// The path on where what is asked of some properties may have one answer alone.
  private func doubting(
    _ names: Set<String>, of object: Place, _ info: NominalType, by node: Expression, _ path: Path
  ) -> Path {
    let state = setting.state.place.map(path.resolved)?.path.first
    let changed = names.filter { info.property($0) != nil && $0 != state }
    return changed.sorted().reduce(into: path) { path, name in
      let place = object.appending(name)
      let old = path.value(at: place)
      let isAsked = path.reassign(place, by: node.text, isInLoop: calls.loops > 0)
      if !isAsked, let unknown = old?.unknown, path.facts[unknown.symbol] == nil {
        path.doubts.changed.insert(unknown.symbol)
        return
      }
      let text = old?.text ?? name
      let symbol = symbols.symbol(.doubted(text, version: path.clock.version))
      path.doubts.changed.insert(symbol)
      path.set(.unknown(Unknown(symbol, text: text, type: old?.type)), at: place)
    }
  }

  /// How far a condition can be relied on that holds on one path and not on the other.
  func standing(_ yes: Path, _ no: Path, lasts: Bool = false) -> Clause.Standing {
    let isDoubtful = findsOfChanged(yes, besides: no) || findsOfChanged(no, besides: yes)
    return Clause.Standing(isLasting: lasts, isDoubtful: isDoubtful)
  }

  /// Whether a path has found out something of what may have changed, which another one has not.
  private func findsOfChanged(_ path: Path, besides other: Path) -> Bool {
    let changed = path.doubts.changed
    return !changed.isEmpty
      && path.facts.contains { symbol, fact in
        symbols.isDoubtful(symbol, changed) && !isSame(fact, other.facts[symbol])
      }
  }
}

/// Code of others that may call back: what the machine's methods do to its lists is done then.
extension Execution {
  /// What is known behind a call: of a list that the machine's methods change, no more than before,
  /// where the call may come to these.
  func askedBack(by call: Call, _ path: Path) -> Path {
    guard let object = machine(path), let info = type(type(at: object, path)),
      info.kind == .class, path.frames[path.depth - 1].selfType == info.key,
      mayCallBack(call, info)
    else { return path }
    let changing = info.properties.filter { property in
      !property.isLet && !property.isStatic && isList(at: object.appending(property.name), path)
        && mayChange(property, in: info)
    }
    return changing.reduce(into: path) { path, property in
      let place = object.appending(property.name)
      guard let old = path.value(at: place) else { return }
      path.set(fresh(old.text, path, type: old.type), at: place)
    }
  }

  /// Whether others may change a property, or have it changed by a method.
  private func mayChange(_ property: NominalType.Property, in info: NominalType) -> Bool {
    !property.isPrivate
      || info.functions.contains { function in
        guard function.id != calls.all.first?.function.id else { return false }
        let references = References(of: function)
        return references.ownChanged.contains(property.name) || references.handsSelf
      }
  }

  /// Whether a call hands over `self`, or runs a closure or asks an object that others have given to
  /// the machine to be called.
  private func mayCallBack(_ call: Call, _ info: NominalType) -> Bool {
    if call.handsSelf { return true }
    switch call.callee {
    case .name(let name): return info.property(name) != nil
    case .value(let callee): return callee.ownName.map { info.property($0) != nil } ?? false
    case .member(let base, let name):
      if case .selfValue = base.form { return info.property(name) != nil }
      guard let property = base.ownName.flatMap(info.property) else { return false }
      return keepsListener(property)
    default: return false
    }
  }

  /// Whether a property keeps who wants to be told: by its name, by how it is kept, or by a protocol
  /// for its type.
  private func keepsListener(_ property: NominalType.Property) -> Bool {
    let name = property.name.lowercased()
    return property.isWeak || Library.listeners.contains(where: name.hasSuffix)
      || type(property.type?.key)?.kind == .protocol
  }
}

extension NominalType {
  /// The names of what a method may change, itself or by other methods that it calls.
  fileprivate func properties(changedBy function: Function) -> Set<String> {
    Set(references(from: [function], in: functions, by: \.ownCalled).flatMap(\.ownChanged))
  }
}

extension SymbolTable {
  /// Whether a symbol stands for what code may have changed that is not followed, or for a part of it.
  fileprivate func isDoubtful(_ symbol: Symbol, _ changed: Set<Symbol>) -> Bool {
    changed.contains(symbol)
      || origin(of: symbol).parts.contains { isDoubtful($0, changed) }
  }
}

/// Code that is not understood: what it does to the state is not told, and the rest goes on.
extension Execution {
  /// The path behind it.
  func leavingOut(_ reason: String, _ path: Path) -> Path {
    note("the source does not tell Orrery what happens here: \(reason)", at: path.trail.location)
    findings.isCut = true
    var path = path
    path.clock.version += 1
    path.doubts.isGuess = true
    path.meetStranger()
    forgetProperties(&path)
    if let watched = setting.state.place {
      path.set(fresh("?", path), at: watched)
      wrote(&path)
    }
    return path
  }

  /// The path behind it, where it gives a value.
  func leavingOut(_ node: Expression, _ reason: String, _ path: Path) -> [Way] {
    let path = leavingOut(reason, path)
    return [Way(path, fresh(node.text, path))]
  }
}
