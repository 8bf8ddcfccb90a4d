import OrreryProgram

/// Closures that are handed to code which is not followed, and that run before it returns.
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
    var inner = path
    var parent = closure.frame
    if !path.isAlive(closure) {
      // Of the variables of a function that has ended nothing is known any more.
      let owner = path.frames[0]
      inner.push(
        Frame(me: owner.me.map { _ in .alias(Place(frame: 0, .me)) }, selfType: owner.selfType))
      parent = inner.depth - 1
    }
    var frame = Frame(
      parent: parent, selfType: inner.frames[parent].selfType,
      returnType: closure.function.returnType)
    frame.scope = inner.frames[parent].scope
    inner.push(frame)
    let first = closure.function.parameters.count
    for (offset, kept) in zip(closure.function.captures.indices, closure.captured) {
      let name = closure.function.captures[offset].label ?? ""
      inner.declare(Variable(slot: first + offset, name: name), kept)
    }
    return inner
  }

  /// The paths behind a call that was handed closures: those that it runs have run.
  func handing(on values: [Labelled], by call: Call, _ node: Expression, _ made: Way) -> [Way] {
    var made = made
    let handed = values.compactMap { labelled -> HandedClosure? in
      guard case .closure(let closure) = labelled.value else { return nil }
      if Library.isTaskGroup(call.name), !mayAsk(closure, made.path) {
        made.path = forgetting(changesOf: closure, made.path)
        return nil
      }
      if let parameter = openParameter(labelled.label, of: call, made.path) {
        return HandedClosure(value: closure, label: parameter.label, use: .later)
      }
      return HandedClosure(
        value: closure, label: labelled.label,
        use: use(of: closure, labelled: labelled.label, by: call, made.path))
    }
    var ways = [made]
    for closure in handed where closure.use == .later {
      ways = ways.map {
        Way(doubting(closure, by: call, node, keep(closure, by: call, $0.path)), $0.value)
      }
    }
    for (offset, closure) in handed.filter({ $0.use != .later }).enumerated() {
      ways = ways.flatMap { run(closure, isFirst: offset == 0, by: call, node, $0) }
    }
    return ways
  }

  /// A closure that a call is handed, and what that does with it.
  struct HandedClosure {
    var value: ClosureValue
    var label: String?
    var use: ClosureUse
  }

  /// The paths behind a call that runs a closure before it returns, where it gives some result.
  private func run(
    _ closure: HandedClosure, isFirst: Bool, by call: Call, _ node: Expression, _ way: Way
  ) -> [Way] {
    let (path, use) = (way.path, closure.use)
    if use == .each, let ends = rounds(of: closure.value, overListOf: call, path) {
      return ends.map { Way($0, way.value) }
    }
    let values = handed(by: call, path)
    let ran: [Way]
    if case .task(let start) = use {
      if setting.isSuspending,
        let later = postponing(closure.value, as: start, by: call, values, path)
      {
        return [Way(later, way.value)]
      }
      ran = begin(closure.value, as: start, isAwaited: call.isTaskAwaited, values, path)
    } else {
      // Somebody asks for what a closure gives for each value, but for `forEach` and in a statement.
      let isAsked =
        use.isRepeated && !call.isStatement && !Library.givesNothing.contains(call.name)
      ran = enclosed(closure.value, by: node, path) {
        invoke(closure.value, values, path, isAsked ? .other("") : nil)
      }
    }
    if use.isRepeated, ran.contains(where: { !sameOutcome($0.path, path) }) {
      let writes = ran.contains { $0.path.trail.writeLocation != path.trail.writeLocation }
      if use == .each, writes || ran.allSatisfy(\.value.isVoid) {
        return rounds(of: closure.value, values, ran.map(\.path), since: path).map {
          Way($0, way.value)
        }
      }
      // Further calls of the closure start from what it has changed.
      findings.isCut = true
    }
    // What an initializer makes is not what its closure answers: `Effect { … }`.
    let isMade = Library.use(by: call) == nil && call.name.first?.isUppercase ?? false
    if isFirst, use != .question, !isMade {
      return ran.map { end in
        // What a stream is made into comes from that stream.
        let isStream = use == .each && setting.answer.effectName != nil
        let value = end.value.isVoid || isStream ? way.value : end.value
        guard use == .each else { return Way(end.path, value) }
        return Way(withoutLists(end.path, since: path), value.doubted ?? value)
      }
    }
    let changed = ran.filter {
      isMade ? $0.path.trail.written != path.trail.written : !sameOutcome($0.path, path)
    }
    return [Way(loosened(path, by: ran.map(\.path)), way.value)]
      + changed.map { Way($0.path, way.value) }
  }

  /// Executes a closure that may wait as a part of what runs it: what follows goes on behind the call.
  private func enclosed(
    _ closure: ClosureValue, by node: Expression, _ path: Path, _ work: () -> [Way]
  ) -> [Way] {
    guard setting.isSuspending, !calls.points.isEmpty else { return work() }
    let call = FollowedCall(function: closure.function, node: node, outer: path)
    enter(closure.function, path, by: call)
    defer { calls.entries.removeLast() }
    return work()
  }

  /// What a closure is called with: the thing that it is a method of, where that is a place, and no list.
  func handed(by call: Call, _ path: Path) -> [Labelled] {
    guard let base = call.base, let place = place(of: base, path), !isList(at: place, path) else {
      return []
    }
    return [Labelled(nil, .alias(place))]
  }

  /// The paths behind a call that runs its closure for each of several values: one without, and ones
  /// with as many rounds as still change something.
  private func rounds(
    of closure: ClosureValue, _ values: [Labelled], _ first: [Path], since path: Path
  ) -> [Path] {
    var result = setting.state.structType != nil && !setting.isProjected ? [] : [path]
    var (walked, ends) = ([path], first)
    for count in 1... {
      result = joined(result + ends.map { withoutLists($0, since: path) })
      let ways = further(ends, walked, round: count)
      if !ways.cut.isEmpty { findings.isCut = true }
      if ways.next.isEmpty { break }
      walked += ways.next
      ends = ways.next.flatMap { invoke(closure, values, $0).map(\.path) }
    }
    return result
  }

  /// Executes a closure in the frame in which it was written.
  ///
  /// One that has outlived that frame sees the one that calls it.
  ///
  /// - Parameter expected: The type that the place around wants of its answer.
  func invoke(
    _ closure: ClosureValue, _ values: [Labelled], _ path: Path, _ expected: TypeReference? = nil
  ) -> [Way] {
    guard let body = closure.function.body, !calls.isTooDeep, path.depth < 96, spend() else {
      findings.isCut = true
      return [Way(path, fresh("{ … }", path))]
    }
    if let reason = body.unsupported {
      let path = leavingOut(reason, path)
      return [Way(path, fresh("{ … }", path))]
    }
    called.insert(closure.function.id)
    var inner = entering(closure, path)
    if closure.function.returnType == nil { inner.frames[inner.depth - 1].returnType = expected }
    let mark = departed.mark
    let scope = inner.frames[inner.depth - 1].scope
    let bound = bind(values, to: closure.function, inside: scope, inner)
    let found = self.values(of: run(Body.entry, of: body, bound)).map { way in
      var end = way.path.unwound(to: path.depth)
      (end.trail.last, end.trail.joined) = (inner.trail.last, inner.trail.joined)
      return Way(end, way.value)
    }
    let isOne =
      found.count > 1
      && found.allSatisfy { !$0.value.isDecisive && sameOutcome($0.path, path) }
    guard isOne else { return found }
    return [
      Way(onlyWay(of: found, from: path, since: mark), Self.common(found) ?? fresh("{ … }", path))
    ]
  }

  /// A path behind code that may have run any number of times: what that has put into lists is not known.
  private func withoutLists(_ way: Path, since path: Path) -> Path {
    var result = way
    for (index, frame) in path.frames.enumerated() where way.frames.indices.contains(index) {
      for (slot, value) in frame.variables.enumerated() {
        guard case .array(let old)? = value, case .array(let new)? = way.frames[index][slot],
          old.count != new.count
        else { continue }
        let symbol = symbols.symbol(.joined("\(index).\(slot)", version: way.clock.version))
        result.frames[index].variables[slot] = .unknown(Unknown(symbol, text: value?.text ?? ""))
      }
    }
    return result
  }
}

extension Value {
  /// Whether it is what a function gives that gives nothing.
  var isVoid: Bool { if case .void = self { true } else { false } }
}

/// Closures that a property of `self` keeps.
extension Execution {
  /// The ways on behind a call of what a property keeps; nothing where it is no property of `self`.
  func callOfProperty(_ name: String, _ call: Call, _ node: Expression, _ path: Path) -> [Way]? {
    guard let place = path.place, let info = type(path.frames[path.depth - 1].selfType),
      let property = info.property(name)
    else { return nil }
    if case .closure(let closure)? = path.peek(at: place.appending(name)) {
      return invoke(closure, call, node, path)
    }
    guard let start = startingClosure(of: property, in: info) else {
      return strange(call, node, path)
    }
    return arguments(of: call, path).flatMap { path, values in
      var inner = path
      inner.frames.append(Frame(me: .alias(place), selfType: info.key))
      let closure = ClosureValue(function: start, frame: path.depth)
      return invoke(closure, handed: values, node, inner).map {
        Way($0.path.unwound(to: path.depth), $0.value)
      }
    }
  }

  /// Whether a member of `self` is a property that no method goes by the name of.
  func isOfProperty(_ name: String, _ path: Path) -> Bool {
    guard let info = type(path.frames[path.depth - 1].selfType) else { return false }
    return info.property(name) != nil && !info.functions.contains { $0.name == name }
  }

  /// The closure that a property starts as, where nobody can have put another one there.
  private func startingClosure(
    of property: NominalType.Property, in info: NominalType
  ) -> Function? {
    guard case .closure(let function)? = property.start?.value?.form, isFollowed(info.key),
      property.isLet || property.isLazy || property.isPrivate,
      !calls.entries.contains(where: { $0.function === function })
    else { return nil }
    let isReplaced = (info.functions + info.initializers + info.accessors).contains {
      References(of: $0).changed.contains(property.name)
    }
    return isReplaced ? nil : function
  }
}
