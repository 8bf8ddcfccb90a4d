import OrreryProgram

/// What becomes of the closures that a call is handed.
extension Execution {
  /// What a call does with a closure, by its name, its label and the functions that it can mean.
  func use(
    of closure: ClosureValue, labelled label: String?, by call: Call, _ path: Path
  ) -> ClosureUse {
    let usual = Library.use(by: call)
    if isBegun(by: call, path) { return .later }
    // One that comes back and does not ask for the state is a part of what has come back.
    let comesBack = isReturn(usual) && (mayAsk(closure, path) || callsAsker(closure, path))
    guard isKept(usual, label, call, path) || comesBack, !isHeld(closure, label, path) else {
      return usual ?? .once
    }
    return .later
  }

  private func isKept(_ usual: ClosureUse?, _ label: String?, _ call: Call, _ path: Path) -> Bool {
    if means(.running, call, path) { return false }
    return usual == nil || Library.isForLater(label) || means(.keeping, call, path)
      || call.isOnPublisher || call.carrier == .future
  }

  /// Whether a call that is taken to keep a closure may just as well run it: neither its name nor its
  /// label nor any function that is known says more.
  func mayRun(_ closure: HandedClosure, _ call: Call, _ path: Path) -> Bool {
    Library.use(by: call) == nil && closure.label == nil && !Library.isForLater(call.name)
      && !means(.keeping, call, path) && !call.isOnPublisher && call.carrier != .future
  }

  /// Whether work on another queue comes back to the main queue, with what it has found.
  private func isReturn(_ use: ClosureUse?) -> Bool {
    use == .task(.mainQueue) && tasks.last?.start == .queue
  }

  /// Whether a closure cannot outlive the call that it is given to: it changes the state of a value,
  /// or names that of an object without saying `self`, which one that is kept has to.
  private func isHeld(_ closure: ClosureValue, _ label: String?, _ path: Path) -> Bool {
    guard setting.isSuspending else { return mayAsk(closure, path) }
    let frame = path.frames[min(closure.frame, path.depth - 1)]
    guard let name = setting.state.place.map(path.resolved)?.path.first, !Library.isForLater(label),
      [.class, .actor].contains(type(frame.selfType)?.kind), !closure.function.capturesSelfAround
    else { return false }
    let found = References(of: closure.function)
    return !found.usesSelf && found.bareNames.contains(name)
  }

  /// The parameter by which a call lends a closure to a function that waits, and may end without having
  /// run it; nothing where it surely runs it, or that is not told.
  func openParameter(_ label: String?, of call: Call, _ path: Path) -> Function.Parameter? {
    guard setting.isSuspending else { return nil }
    let meant = program.functions(.lending, named: call.name).filter {
      means($0, call, path, onStrangers: false)
    }
    guard meant.count == 1, let body = meant[0].body,
      let parameter = meant[0].parameters.last(where: { parameter in
        parameter.code == .lent && (label == nil || parameter.label == label)
      })
    else { return nil }
    return body.surelyCalls(parameter.variable) == false ? parameter : nil
  }

  /// Whether a call that is not followed can mean a function of a kind, by its labels and by what it is
  /// called on.
  func means(_ kind: CallKind, _ call: Call, _ path: Path) -> Bool {
    program.functions(kind, named: call.name).contains { function in
      means(function, call, path, onStrangers: kind == .running)
    }
  }

  /// - Parameter onStrangers: Whether what is called on something of which the type is not known
  ///   means what an extension gives to a type of others.
  func means(_ function: Function, _ call: Call, _ path: Path, onStrangers: Bool) -> Bool {
    guard function.accepts(call) else { return false }
    let own = path.frames[path.depth - 1].selfType
    let kind = type(function.owner)?.kind
    let isGiven = kind == .extensionOnly || kind == .protocol
    switch call.callee {
    case .name(let name):
      return type(own)?.property(name) == nil
        && (function.owner == nil || function.owner == own || isGiven)
    case .member(let base, _):
      guard let owner = function.owner else { return false }
      if case .selfValue = base.form { return owner == own || isGiven }
      if base.startType == owner { return true }
      let known = place(of: base, path).flatMap { self.type(at: $0, path) }
      return known == owner || onStrangers && isGiven && !function.isStatic && type(known) == nil
    default: return false
    }
  }

  /// Whether code in a closure may change the state, or may lend it to what may.
  ///
  /// Its mod set has the state, what changes that when it is assigned, a function that may write it, or
  /// code that may.
  func mayWrite(_ closure: ClosureValue, _ path: Path) -> Bool {
    mayReach(closure, path) { setting.isDisplay ? $0.changed.union($0.bound) : $0.changed }
  }

  /// Whether code that refers to some names can change the state.
  func mayWrite(_ references: References, _ path: Path) -> Bool {
    guard let watched = setting.state.place.map(path.resolved), !watched.path.isEmpty else {
      return references.usesSelf || references.lends || !references.changedVariables.isEmpty
    }
    if references.lends || !references.names.isDisjoint(with: watched.path) { return true }
    return reachesWriter(references, type(path.frames[watched.frame].selfType))
  }

  /// Whether code that refers to some names calls a function of the machine that may change the state,
  /// or assigns what changes it with its accessors.
  ///
  /// - Parameter writes: Whether a function that is called may; what its mod set says where nothing else
  ///   tells.
  private func reachesWriter(
    _ references: References, _ info: NominalType?, writes: ((Function) -> Bool)? = nil
  ) -> Bool {
    guard let info else { return false }
    let writes = writes ?? setting.functions.mayWrite
    return info.functions.contains { references.called.contains($0.name) && writes($0) }
      || info.accessors.contains {
        references.changed.contains($0.name) && setting.functions.mayWrite($0)
      }
  }

  /// Whether it may do so itself, and not only by closures that it hands out to be called later.
  func mayWriteItself(_ closure: ClosureValue, _ path: Path) -> Bool {
    let refer = { [self] (function: Function) in
      References(of: function) { call, argument in
        self.isKept(Library.use(by: call), argument.label, call, path)
          && !self.isRunByMachine(call, path)
      }
    }
    return mayReach(
      closure, path, of: refer, writes: { self.writesItself($0, path, of: refer) },
      by: { $0.changed })
  }

  /// Whether a method of the machine that is handed code may call that itself.
  private func isRunByMachine(_ call: Call, _ path: Path) -> Bool {
    guard call.isOnSelf, let owner = type(path.frames[0].selfType) else { return false }
    return owner.functions.contains { function in
      function.name == call.name && function.accepts(call)
        && function.parameters.contains { function.body?.runs($0.variable) ?? false }
    }
  }

  /// Whether a function may change the state other than by closures that it hands out.
  private func writesItself(
    _ function: Function, _ path: Path, of refer: (Function) -> References
  ) -> Bool {
    guard let watched = setting.state.place.map(path.resolved),
      let info = type(path.frames[watched.frame].selfType)
    else { return setting.functions.mayWrite(function) }
    var met: Set<NodeID> = []
    var open = [function]
    while let next = open.popLast() {
      guard setting.functions.mayWrite(next), met.insert(next.id).inserted else { continue }
      let references = refer(next)
      let assigns = info.accessors.contains { references.changed.contains($0.name) }
      if assigns || references.lends || references.handsSelf
        || !references.changed.isDisjoint(with: watched.path)
      {
        return true
      }
      open += info.functions.filter { references.called.contains($0.name) }
    }
    return false
  }

  /// Whether code in a closure may ask for the state or change it.
  func mayAsk(_ closure: ClosureValue, _ path: Path) -> Bool {
    mayReach(closure, path) { $0.names }
  }

  /// Whether it calls functions of the machine, or reads getters, that ask for the state.
  func callsAsker(_ closure: ClosureValue, _ path: Path) -> Bool {
    guard let watched = setting.state.place.map(path.resolved), !watched.path.isEmpty,
      let info = type(path.frames[watched.frame].selfType)
    else { return false }
    return info.code(reachedBy: References(of: closure.function)).contains {
      !$0.names.isDisjoint(with: watched.path)
    }
  }

  private func mayReach(
    _ closure: ClosureValue, _ path: Path, met: Set<NodeID> = [],
    of refer: (Function) -> References = { References(of: $0) },
    writes: ((Function) -> Bool)? = nil, by names: (References) -> Set<String>
  ) -> Bool {
    let references = refer(closure.function)
    guard let watched = setting.state.place.map(path.resolved), !watched.path.isEmpty else {
      return references.usesSelf || references.lends || !references.changedVariables.isEmpty
    }
    let named = names(references)
    if !named.isDisjoint(with: watched.path) { return true }
    if references.lends, references.usesSelf { return true }
    let info = type(path.frames[watched.frame].selfType)
    if reachesWriter(references, info, writes: writes) { return true }
    let met = met.union([closure.function.id])
    return values(around: closure, references, path).contains { value in
      switch value {
      case .closure(let inner):
        !met.contains(inner.function.id)
          && mayReach(inner, path, met: met, of: refer, writes: writes, by: names)
      case .alias(let place): watched.isWithin(path.resolved(place))
      default: false
      }
    }
  }

  /// The values of the variables around a closure that it refers to.
  func values(around closure: ClosureValue, _ references: References, _ path: Path) -> [Value] {
    let outer = path.unwound(to: min(closure.frame, path.depth - 1) + 1)
    // What another name is bound to is the place that it stands for.
    return references.variables.compactMap(\.outside).compactMap { variable in
      outer.frame(variable.depth).flatMap { outer.frames[$0][variable.slot] }
    }
  }

  /// Variables that code may have changed are not known behind it.
  func forgetting(changesOf closure: ClosureValue, _ path: Path) -> Path {
    var path = path
    let depth = path.depth
    let frames = path.frames
    path.unwind(to: min(closure.frame, depth - 1) + 1)
    let changed = References(of: closure.function).changedVariables.compactMap(\.outside)
    for variable in changed.sorted(by: { $0.slot < $1.slot }) {
      guard let place = path.place(of: variable), place.path.isEmpty, place.root != .me,
        let old = path.value(at: place)
      else { continue }
      let symbol = symbols.symbol(.shared(variable.name, version: path.clock.version))
      path.set(.unknown(Unknown(symbol, text: variable.name, type: old.type)), at: place)
    }
    path.frames += frames[path.depth...]
    return path
  }
}

extension NominalType {
  /// Its functions, and what runs where its properties are named.
  private var code: [Function] { functions + accessors + getters }

  /// What all of its code refers to that some other code comes to.
  ///
  /// - Complexity: Linear in the size of the type.
  func code(reachedBy first: References) -> [References] {
    let named = Dictionary(grouping: code, by: \.name)
    var (met, open, found) = (Set<String>(), [first], [References]())
    while let next = open.popLast() {
      for name in next.names where met.insert(name).inserted {
        let references = (named[name] ?? []).map { References(of: $0) }
        found += references
        open += references
      }
    }
    return found
  }

  /// The names of its code that comes to some names, or that passes a test.
  ///
  /// - Complexity: Linear in the size of the type.
  func names(reaching names: Set<String>, or test: (Function) -> Bool) -> Set<String> {
    let all = code.map { (name: $0.name, refers: References(of: $0).names, isMet: test($0)) }
    var users: [String: [String]] = [:]
    for part in all { for name in part.refers { users[name, default: []].append(part.name) } }
    var found = Set(all.filter(\.isMet).map(\.name))
    var open = Array(found) + names
    while let next = open.popLast() {
      for user in users[next] ?? [] where found.insert(user).inserted { open.append(user) }
    }
    return found
  }
}
