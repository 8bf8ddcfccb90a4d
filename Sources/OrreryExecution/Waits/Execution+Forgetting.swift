import OrreryModel
import OrreryProgram

/// What is known behind a wait: others may have changed the state, and all that they can come to.
extension Execution {
  /// The path behind a wait: what others may have changed meanwhile is not known any more.
  func begin(
    _ snapshot: Suspension.Snapshot, _ suspension: Suspension, _ resumption: Resumption
  ) -> Path {
    var path = snapshot.path
    path.progress = Progress()
    path.progress.segment = suspension.key.callee
    path.progress.isBehindOthers =
      snapshot.path.progress.isBehindOthers || !suspension.kind.isHop && !suspension.kind.isTask
    let isCalled = snapshot.called != nil
    if !isCalled { path.progress.lasting = snapshot.path.guards.filter(\.standing.isLasting) }
    path.meetStranger()
    path.doubts.isGuess = path.doubts.isGuess || suspension.isJoined
    path.doubts.changed = []
    let owner = type(path.frames[0].selfType)
    path.forget { [self] in isCalled || !lastsOverWaits($0, owner) }
    (path.guards, path.trail.visited, path.decided, path.loopGuards) = ([], [], 0, 0)
    (path.trail.writeLocation, path.trail.wildcard, path.trail.written) = (nil, nil, [])
    path.asksStart = false
    path.reassigned = path.reassigned.filter { $0.key.root != .me }
    forgetProperties(&path)
    if isCalled { forgetVariables(around: snapshot.calls, behind: suspension.key.node, &path) }
    if let watched = setting.state.place { path.set(.void, at: watched) }
    renameStart(&path, resumption, in: snapshot.activations)
    if let watched = setting.state.place { path.set(resumption.state, at: watched) }
    leaveRounds(of: snapshot.activations, &path)
    open(resumption.open, &path)
    return path
  }

  /// Whether two paths have found out the same of what lasts over a wait.
  func knowsSame(_ a: Path, _ b: Path) -> Bool {
    let owner = type(a.frames[0].selfType)
    let (left, right) = (a.facts, b.facts)
    return Set(left.keys).union(right.keys).allSatisfy { symbol in
      !lastsOverWaits(symbol, owner) || isSame(left[symbol], right[symbol])
    } && a.refusals.count == b.refusals.count && a.commonRefusals(with: b).count == a.refusals.count
  }

  /// Whether what was found out about a value holds behind a wait.
  private func lastsOverWaits(_ symbol: Symbol, _ owner: NominalType?) -> Bool {
    if case .member(let whole, let name) = symbols.origin(of: symbol),
      symbols.origin(of: whole) == .me
    {
      return owner?.property(name)?.isLet ?? false
    }
    return symbols.lastsOverWaits(symbol)
  }

  /// The state that the handler has started in is not the one that it goes on in.
  private func renameStart(
    _ path: inout Path, _ resumption: Resumption, in activations: [Activation]
  ) {
    let origin = resumption.origin
    for index in path.frames.indices {
      path.frames[index].me = path.frames[index].me.map { renamed($0, origin, path) }
      let mutable = activations.first { $0.depth == index + 1 }?.body.mutable ?? []
      let values = path.frames[index].variables
      path.frames[index].variables = values.enumerated().map { slot, value in
        value.map {
          forgettingShared(renamed($0, origin, path), isVariable: mutable.contains(slot))
        }
      }
    }
  }

  /// A closure with what it has kept of the state that the handler has started in.
  func renamed(
    _ called: Suspension.Called, _ resumption: Resumption, _ path: Path
  ) -> Suspension.Called {
    var called = called
    let rename = { [self] in renamed($0, resumption.origin, path) }
    if let closure = called.closure { called.closure?.captured = closure.captured.map(rename) }
    called.values = called.values.map { Labelled($0.label, rename($0.value)) }
    return called
  }

  /// Snapshots that differ in what a variable is known to be: that is a condition then.
  func toldApart(_ snapshots: [Suspension.Snapshot]) -> [Suspension.Snapshot] {
    guard snapshots.count > 1, let first = snapshots.first,
      snapshots.allSatisfy({ $0.path.depth == first.path.depth })
    else { return snapshots }
    var result = snapshots
    var told: [Symbol] = []
    for (frame, activation) in first.activations.map({ ($0.depth - 1, $0) }) {
      for (slot, name) in activation.body.variableNames {
        let values = snapshots.map { $0.path.frames[frame][slot] }
        guard let known = values[0], !values.allSatisfy({ $0?.isSame(as: known) ?? false })
        else { continue }
        let answers = values.map { $0?.answer }
        if answers.contains(nil) {
          // Each next state that was worked out before is a row.
          if !activation.body.mutable.contains(slot),
            let state = watchedType(snapshots[0].path), known.type == state
          {
            continue
          }
          if known.isDecisive { open(slot, named: name, of: frame, known.type, in: &result) }
          continue
        }
        let symbol = symbols.symbol(.told(name, frame: frame))
        told.append(symbol)
        for (index, answer) in answers.enumerated() {
          guard let answer else { continue }
          result[index].path.frames[frame].variables[slot] = .unknown(Unknown(symbol, text: name))
          result[index].path.facts[symbol] = .bool(answer)
        }
      }
    }
    return result.reduce(into: []) { add($1, to: &$0, apartBy: told) }
  }

  private func open(
    _ slot: Int, named name: String, of frame: Int, _ type: String?,
    in snapshots: inout [Suspension.Snapshot]
  ) {
    let symbol = symbols.symbol(.joined(name, version: snapshots[0].path.clock.version))
    for index in snapshots.indices where snapshots[index].path.frames[frame][slot] != nil {
      snapshots[index].path.frames[frame].variables[slot] = .unknown(
        Unknown(symbol, text: name, type: type))
    }
  }

  private func renamed(_ value: Value, _ origin: Value?, _ path: Path) -> Value {
    value.mapped { part in
      if part.isStart {
        if let origin { return origin }
        findings.keepsStart = true
        return .unknown(Unknown(.origin, text: "state", type: setting.state.type))
      }
      guard case .unknown(var unknown) = part else { return part }
      // What was waited for before is another value than what is now.
      let moved =
        symbols.origin(of: unknown.symbol) == .awaited
        ? symbols.symbol(.joined(unknown.text, version: path.clock.version))
        : symbols.movedFromStart(unknown.symbol)
      guard let moved else { return part }
      unknown.symbol = moved
      return .unknown(unknown)
    }
  }

  /// What an object holds that others may have too, they may have changed.
  ///
  /// - Parameter isVariable: Whether it is kept in a variable: what is changed in a constant is an
  ///   object that others may have.
  private func forgettingShared(_ value: Value, isVariable: Bool = true) -> Value {
    guard case .object(var object) = value else { return value }
    let isValue = type(object.base.type)?.isValue ?? (isVariable && object.base.made != nil)
    object.fields = isValue ? object.fields.mapValues { forgettingShared($0) } : [:]
    return .object(object)
  }

  /// What the properties of the machine hold is what someone has given them; a value is changed by
  /// nobody else.
  func forgetProperties(_ path: inout Path) {
    guard case .object(var object)? = path.frames[0].me,
      let info = type(path.frames[0].selfType), info.kind == .class || info.kind == .actor
    else { return }
    let kept = setting.state.place?.path.first
    for property in info.properties
    where !property.isLet && !property.isStatic && property.name != kept {
      object.fields[property.name] = nil
    }
    object.fields = object.fields.mapValues { forgettingShared($0) }
    path.frames[0].me = .object(object)
  }

  /// What variables hold that closures change is not known in one that is called later: others may have
  /// been called before.
  private func forgetVariables(
    around calls: CallStack, behind closure: NodeID, _ path: inout Path
  ) {
    for index in path.frames.indices {
      let function = path.frames[index].function ?? (index == 0 ? calls.handler?.function : nil)
      guard let body = function?.body ?? (index == 0 ? calls.body : nil), !body.mutable.isEmpty
      else { continue }
      for variable in body.changed(behind: closure) where body.mutable.contains(variable.slot) {
        guard let value = path.frames[index][variable.slot], !value.isClosure else { continue }
        path.frames[index].variables[variable.slot] = fresh(
          variable.name, path, type: value.type)
      }
    }
  }

  /// What has decided otherwise for another call of the same helper is told where it is asked for.
  private func open(_ constants: Set<Suspension.Constant>, _ path: inout Path) {
    for constant in constants.sorted(by: { ($0.call, $0.name) < ($1.call, $1.name) }) {
      let frame = path.depth - 1 - constant.call
      guard frame > 0, path.frames.indices.contains(frame),
        let parameter = calls.entries.first(where: { $0.call?.outer.depth == frame })?.function
          .parameters.first(where: { $0.variable.name == constant.name }),
        case let slot = parameter.variable.slot, let value = path.frames[frame][slot]
      else { continue }
      guard case .bool(let known) = value else {
        let open = fresh(constant.name, path, type: value.type)
        path.frames[frame].variables[slot] = open.noting {
          ($0.atLeast, $0.isOrdered) = (value.least, value.isOrdered)
        }
        continue
      }
      let symbol = symbols.symbol(.told(constant.name, frame: frame))
      path.frames[frame].variables[slot] = .unknown(Unknown(symbol, text: constant.name))
      path.facts[symbol] = .bool(known)
    }
  }
}

extension Body {
  /// Its variables that may have changed when a closure is called: those that closures in it assign, lend,
  /// or call something on, and those that it assigns behind it.
  fileprivate func changed(behind closure: NodeID) -> [Variable] {
    var found: Set<Variable> = []
    visit { node in
      switch node.form {
      case .closure(let function):
        found.formUnion(References(of: function).changedVariables.compactMap(\.outside))
      case .assign(let target, _, _) where node.id > closure:
        if case .variable(let variable) = target.form { found.insert(variable) }
      default: break
      }
    }
    return found.filter { $0.depth == 0 }.sorted { $0.slot < $1.slot }
  }

  /// The names of its variables, by their slots.
  fileprivate var variableNames: [(slot: Int, name: String)] {
    var names: [Int: String] = [:]
    visit { node in
      if case .variable(let variable) = node.form, variable.depth == 0, !variable.name.isEmpty {
        names[variable.slot] = variable.name
      }
    }
    return names.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Value {
  /// The answer that it is.
  fileprivate var answer: Bool? { if case .bool(let known) = self { known } else { nil } }

  /// The value with something else in place of each part of it.
  fileprivate func mapped(_ change: (Value) -> Value) -> Value {
    switch self {
    case .object(let object):
      var result = object
      if case .unknown(let base) = change(.unknown(object.base)) { result.base = base }
      result.fields = object.fields.mapValues { $0.mapped(change) }
      return .object(result)
    case .tuple(let elements):
      return .tuple(elements.map { Labelled($0.label, $0.value.mapped(change)) })
    case .array(let values): return .array(values.map { $0.mapped(change) })
    case .enumCase(let known) where !known.isStart && !known.payload.isEmpty:
      var result = known
      result.payload = known.payload.map { Labelled($0.label, $0.value.mapped(change)) }
      return .enumCase(result)
    default: return change(self)
    }
  }
}
