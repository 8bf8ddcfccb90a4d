import OrreryProgram

/// Functions that are followed: their bodies are executed in place of their calls.
extension Execution {
  /// More answers than this of a helper that leaves the state alone are no help: its call is the
  /// condition.
  private static let mostAnswers = 8

  /// Executes each of the functions that a call may mean.
  func follow(
    _ functions: [Function], _ call: Call, _ node: Expression, receiver: Place?, on value: Value?,
    _ path: Path
  ) -> [Way] {
    var path = path
    // Where they are several, none is surely meant.
    if functions.count > 1 { path.doubts.isGuess = true }
    return functions.flatMap { function in
      arguments(of: call, path, types: types(of: call, function, path)).flatMap { path, values in
        follow(
          function, values, call, node, receiver: receiver, on: value, path)
      }
    }
  }

  private func types(of call: Call, _ function: Function, _ path: Path) -> [TypeReference?] {
    guard !function.parameters.contains(where: \.isVariadic) else { return [] }
    return function.parameters.map { standIn(for: $0.type, of: function, path) }
  }

  /// What a generic parameter of a type stands for in the answer of the function that is executed.
  private func standIn(
    for parameter: TypeReference?, of function: Function, _ path: Path
  ) -> TypeReference? {
    guard case .parameter(let name)? = parameter, let info = type(function.owner),
      let place = info.genericNames.firstIndex(of: name),
      case .nominal(info.key, _, let arguments)? = path.frames[path.depth - 1].returnType,
      arguments.count == info.genericNames.count
    else { return parameter }
    return arguments[place]
  }

  private func follow(
    _ function: Function, _ values: [Labelled], _ call: Call, _ node: Expression,
    receiver: Place?, on value: Value?, _ path: Path
  ) -> [Way] {
    if function.endsAtOnce { return trap(function.name, path) }
    if isAbstract(function) { return skip(function, values, call, node, receiver: receiver, path) }
    let isRelevant = isRelevant(function, values) || isAsked(call, node, of: function, path)
    guard let body = function.body, isRelevant, !calls.isTooDeep,
      !isRecursive(function, path), !calls.helpers.opaque.contains(function.id)
    else {
      let isLost =
        function.body != nil && isRelevant && mayWrite(function, values)
      if isLost { findings.isCut = true }
      let end = isLost && calls.isTooDeep ? unfollowed(function, path) : path
      return skip(function, values, call, node, receiver: receiver, end)
    }
    if let raised = raising(function, values, call, node, receiver: receiver, path) {
      return [Way(raised, .void)]
    }
    var inner = path
    inner.push(frame(for: function, receiver: receiver, value: value, path))
    inner.frames[inner.depth - 1].call = call
    let kept = values.filter {
      !isCalledLater($0.value, by: function) && !function.isLentCode(labelled: $0.label)
    }
    let bound = bind(
      referring(values, of: call, node, to: function, path), to: function, inside: 0, inner)
    let ran = keeping(
      kept, by: call, since: path, bound.flatMap { run(body, of: function, $0, node, outer: path) })
    let found = ran.map { way in
      Way(way.path, copied(way.value, from: value, by: function, call, node, path))
    }
    guard isOpaque(found, from: path) else { return found }
    let joined = joined(found, from: path)
    guard isOpaque(joined, from: path) else { return joined }
    // What leaves the state alone here may change it elsewhere.
    if !mayWrite(function, values) { calls.helpers.opaque.insert(function.id) }
    return skip(function, values, call, node, receiver: receiver, path)
  }

  /// Whether a function that waits calls a closure that it is handed, itself: what goes on behind its
  /// waits does that.
  private func isCalledLater(_ value: Value, by function: Function) -> Bool {
    guard case .closure = value else { return false }
    let references = References(of: function)
    return references.waits
      && function.parameters.contains {
        $0.code != nil && references.called.contains($0.variable.name)
      }
  }

  /// Executes a closure, or a function inside of a function, with the variables around it.
  func invoke(
    _ closure: ClosureValue, _ call: Call, _ node: Expression, _ path: Path,
    _ expected: TypeReference? = nil
  ) -> [Way] {
    arguments(of: call, path).flatMap { path, values in
      invoke(closure, handed: values, node, path, expected, by: call)
    }
  }

  func invoke(
    _ closure: ClosureValue, handed values: [Labelled], _ node: Expression, _ path: Path,
    _ expected: TypeReference? = nil, by call: Call? = nil
  ) -> [Way] {
    let function = closure.function
    guard let body = function.body, !calls.isTooDeep, path.depth < 96,
      !isRecursive(function, path), spend()
    else {
      findings.isCut = true
      guard case .call(let call) = node.form else { return [Way(path, fresh(node.text, path))] }
      return strange(call, node, values, path)
    }
    called.insert(function.id)
    var inner = entering(closure, path)
    if function.kind == .function {
      (inner.frames[inner.depth - 1].function, inner.frames[inner.depth - 1].call) = (
        function, call
      )
    }
    if function.returnType == nil { inner.frames[inner.depth - 1].returnType = expected }
    let scope = inner.frames[inner.depth - 1].scope
    return bind(values, to: function, inside: scope, inner).flatMap {
      run(body, of: function, $0, node, outer: path)
    }
  }

  private func run(
    _ body: Body, of function: Function, _ inner: Path, _ node: Expression, outer: Path
  ) -> [Way] {
    if let reason = body.unsupported { return leavingOut(node, reason, outer) }
    let call = FollowedCall(function: function, node: node, outer: outer)
    enter(function, inner, by: call)
    // What is tried inside has told already that it may throw.
    let before = departed.strangeCalls
    calls.followed.insert(node.id)
    // What ends inside ends the statement that calls as well.
    var inner = inner
    if let last = outer.trail.last { inner.trail.joined.insert(last) }
    if let loan = calls.lent[node.id] {
      calls.lent[node.id]?.thrown = departed.thrown.last?.count ?? loan.thrown
      inner.frames[outer.depth - 1].lent[node.id] = loan.places.map(outer.value)
    }
    let mark = departed.mark
    // No loop of its own is around its code yet.
    let loops = calls.loops
    calls.entries[calls.entries.count - 1].loops = loops
    calls.loops = 0
    let ran = ends(of: function, body, inner)
    calls.loops = loops
    calls.entries.removeLast()
    departed.strangeCalls = before
    let flows = start(ofCalls: function, inner).map { base in ran.map { coherent($0, from: base) } }
    let found = returned(flows ?? ran, from: call)
    if isOneAnswer(found, from: outer) {
      let way = onlyWay(of: found, from: outer, since: mark)
      return [
        Way(way, Self.common(found) ?? fresh(node.text, outer, type: function.returnType?.key))
      ]
    }
    return setting.isCoarse ? joined(found, from: outer) : found
  }

  /// The answers of a function that has come to its ends, where it was called.
  func returned(_ flows: [Flow], from call: FollowedCall) -> [Way] {
    let (function, outer) = (call.function, call.outer)
    return flows.compactMap { flow -> Way? in
      var path = flow.path
      let made =
        function.kind == .initializer
        ? path.frames[outer.depth].me?.made(by: call.node.text, at: outer.trail.location) : nil
      let isBranched = path.trail.branch?.id != outer.trail.branch?.id
      let end =
        isBranched && endsStatement(call.node) ? path.trail.innerEnd ?? path.trail.location : nil
      if path.trail.innerEnd != end { path.trail.innerEnd = end }
      path = path.goingOn(from: outer)
      switch flow.exit {
      case .threw(let error):
        departed.raise(path, error)
        return nil
      case .returned(.absent) where made != nil: return Way(path, .absent)
      case .returned(let value):
        return Way(
          path, made ?? named(value.labelled(as: function.returnType), by: function, call.node))
      default: return Way(path, made ?? .void)
      }
    }
  }

  /// Whether nothing is done with the answer of a call but to return it: told where the call ends its
  /// statement.
  private func endsStatement(_ node: Expression) -> Bool {
    if case .call(let call) = node.form { return call.isStatement || call.isReturned }
    return false
  }

  /// Whether several answers that changed nothing are one value that is not known.
  private func isOneAnswer(_ found: [Way], from outer: Path) -> Bool {
    guard found.count > 1, found.allSatisfy({ sameOutcome($0.path, outer) }) else { return false }
    return found.allSatisfy { way in
      !way.value.isDecisive && !isChangedState(way.value)
        && !way.value.holdsCase(of: watchedType(outer))
        && (way.value.type != setting.answer.type || way.value.type == nil)
    }
  }

  /// The value that all paths have come to, where it is one.
  static func common(_ found: [Way]) -> Value? {
    guard let first = found.first?.value, found.allSatisfy({ $0.value.isSame(as: first) }) else {
      return nil
    }
    return first
  }

  /// Joins answers that differ only in their conditions.
  private func joined(_ found: [Way], from outer: Path) -> [Way] {
    found.reduce(into: []) { result, way in
      add(way, to: &result, by: \.path, base: outer) {
        $0.value.isSame(as: way.value) && isOneWay($0.path, way.path)
      }
    }
  }

  private func isOpaque(_ found: [Way], from outer: Path) -> Bool {
    found.count > Self.mostAnswers
      && found.allSatisfy { way in
        way.path.trail.writeLocation == outer.trail.writeLocation
          && way.path.trail.written == outer.trail.written
          && way.path.progress.raised == outer.progress.raised
          && way.value.type != watchedType(outer)
      }
  }

  /// Whether a function may change the state, as far as its mod set and its arguments tell.
  private func mayWrite(_ function: Function, _ values: [Labelled]) -> Bool {
    let isHanded = values.contains { labelled in
      switch labelled.value {
      case .alias, .closure: true
      default: false
      }
    }
    return isHanded || setting.functions.mayWrite(function)
  }

  /// Whether a method only says that subclasses have to have their own: it does nothing but trap.
  func isAbstract(_ function: Function) -> Bool {
    guard function.isOverridable, let body = function.body, body.blocks.count == 1 else {
      return false
    }
    var nodes: [Expression] = []
    for instruction in body.blocks[0].instructions {
      guard case .evaluate(let node) = instruction.operation else { return false }
      nodes.append(node)
    }
    if case .return(let node?) = body.blocks[0].end { nodes.append(node) }
    guard nodes.count == 1, case .call(let call) = nodes[0].form else { return false }
    return Library.traps.contains(call.name)
  }

  /// Whether a function can matter: it belongs to the machine, or is handed something of it.
  private func isRelevant(_ function: Function, _ values: [Labelled]) -> Bool {
    if setting.functions.isUnrelated(function) {
      // Whether it throws may be decided by what it is handed.
      let isDecided = values.contains(where: \.value.isLiteral)
      return function.onlyThrows || isDecided && mayThrow(function)
    }
    if setting.functions.isAside(function) {
      findings.asides.insert(function.name)
      if setting.stepsOver { return false }
    }
    if isFollowed(function.owner) || isFollowed(function.returnType?.key) || function.isPlainCheck
      || (setting.answer.type != nil && function.owner == setting.answer.type)
    {
      return true
    }
    return values.contains { labelled in
      if case .alias = labelled.value { return true }
      return isFollowed(labelled.value.type)
        || labelled.value.unknown.map { symbols.origin(of: $0.symbol) == .start } ?? false
    }
  }

  /// A path with the conditions under which a function that calls itself was first called: what it asks
  /// again is told by the last answer; nothing where it is not being followed.
  private func start(ofCalls function: Function, _ path: Path) -> Path? {
    guard let first = calls.all.first(where: { $0.function === function }),
      first.guards <= path.guards.count
    else { return nil }
    var start = path
    start.guards = Array(path.guards.prefix(first.guards))
    return start
  }

  /// A path behind a call that may change the state and is too deep to be followed.
  private func unfollowed(_ function: Function, _ path: Path) -> Path {
    note(
      "calls go deeper than \(CallStack.deepest) functions, so that '\(function.name)' is not followed",
      at: path.trail.location)
    return unsettled(path)
  }

  /// Whether a function has been entered more than once in the state that holds; behind a wait of its
  /// own once more, since it is there that it is seen to come to the same wait again.
  func isRecursive(_ function: Function, _ path: Path) -> Bool {
    let known = calls.all.filter { $0.function === function }
    guard !known.isEmpty else { return false }
    summaries.recursions += 1
    let state = stateMark(path)
    return known.count { $0.state == state }
      > (path.progress.segment != nil && function.isAsync ? 2 : 1)
  }

  /// A call of a known function that is not followed: what it mutates is no longer known.
  private func skip(
    _ function: Function, _ values: [Labelled], _ call: Call, _ node: Expression,
    receiver: Place?, _ path: Path
  ) -> [Way] {
    if mayThrow(function) { departed.skippedThrows += 1 }
    let before = departed.strangeCalls
    defer { if neverThrows(function) { departed.strangeCalls = before } }
    return strange(call, node, values, path, type: function.returnType?.key).map { way in
      var path = forgetting(
        changedBy: function, node, of: receiver, telling(function, call, way.path))
      if function.isMutating, let receiver, !path.resolved(receiver).path.isEmpty,
        setting.state.place.map(path.resolved) != path.resolved(receiver),
        setting.state.structType == nil
      {
        let old = path.value(at: receiver)
        path.reassign(receiver, by: node.text, isInLoop: calls.loops > 0)
        path.set(fresh(old?.text ?? receiver.name, path, type: old?.type), at: receiver)
      }
      return Way(path, noted(way.value, as: function.returnType))
    }
  }

  /// Whether neither a function throws, nor another one of its name, which the call may mean.
  private func neverThrows(_ function: Function) -> Bool {
    let own = type(function.owner)?.functions ?? program.globals(named: function.name)
    return !function.isOverridable
      && own.allSatisfy { $0.name != function.name || $0.neverThrows }
  }

  private func frame(
    for function: Function, receiver: Place?, value: Value?, _ path: Path
  ) -> Frame {
    var frame = Frame(selfType: function.owner, returnType: function.returnType)
    frame.function = function
    if function.kind == .initializer, receiver == nil {
      let isState = function.owner != nil && function.owner == setting.state.structType
      let symbol = symbols.symbol(
        isState ? .start : .joined("self", version: calls.entries.count))
      var object = ObjectValue(base: Unknown(symbol, text: "self", type: function.owner))
      if isState, let info = type(function.owner) {
        addDefaults(of: info, to: &object, path, isMade: false)
      }
      if let info = type(function.owner) { addState(of: info, to: &object, path) }
      frame.me = .object(object)
    } else if !function.isStatic {
      frame.me = receiver.map(Value.alias) ?? value
    }
    return frame
  }

  /// The values of a call's arguments for a function that is followed: an object that is the machine,
  /// or has it, is handed itself and not a copy.
  private func referring(
    _ values: [Labelled], of call: Call, _ node: Expression, to function: Function, _ path: Path
  ) -> [Labelled] {
    zip(values, call.arguments).map { value, argument in
      guard let place = machine(named: argument.value, path) else { return value }
      findings.handed.append((function.id, node.id))
      return Labelled(value.label, .alias(place))
    }
  }

  /// Gives the parameters of a function the values of a call's arguments: several paths where what
  /// stands in for one is one of several values.
  func bind(
    _ values: [Labelled], to function: Function, inside outer: Int, _ path: Path
  ) -> [Path] {
    let marks = values.map(\.value.mark)
    var start = path
    start.frames[path.depth - 1].scope =
      marks.isEmpty ? outer : calls.number(ofCallWith: [.scope(outer)] + marks)
    var paths = [start]
    var rest = values[...]
    for (offset, parameter) in function.parameters.enumerated() {
      let remaining = function.parameters.count - offset
      var given: Value?
      if parameter.isVariadic {
        var items: [Value] = []
        while let next = rest.first, next.label == (items.isEmpty ? parameter.label : nil) {
          items.append(present(next.value, as: parameter.type))
          rest = rest.dropFirst()
        }
        given = .array(items)
      } else if let next = rest.first {
        let isMeant =
          next.label == parameter.label || function.kind == .closure
          || (next.value.isClosure && next.label == nil && rest.count >= remaining)
        if isMeant || parameter.standard == nil {
          given = isMeant ? present(next.value, as: parameter.type) : next.value
          rest = rest.dropFirst()
        }
      }
      paths = paths.flatMap { declare(parameter, given, $0) }
    }
    return paths
  }

  private func declare(_ parameter: Function.Parameter, _ given: Value?, _ path: Path) -> [Path] {
    let ways: [Way]
    if let given {
      ways = [Way(path, given)]
    } else if let standard = parameter.standard {
      ways = evaluate(standard, path, parameter.type)
    } else {
      let name = parameter.variable.name
      let symbol = symbols.symbol(.joined(name, version: path.clock.version))
      ways = [Way(path, .unknown(Unknown(symbol, text: name)))]
    }
    return ways.map { $0.path.declaring(parameter.variable, $0.value) }
  }
}

extension Function {
  /// Whether code with a label is only lent to it, and cannot be kept for later.
  fileprivate func isLentCode(labelled label: String?) -> Bool {
    let takers = parameters.filter { $0.code != nil && (label == nil || $0.label == label) }
    return !takers.isEmpty && takers.allSatisfy { $0.code == .lent }
  }
}

extension Value {
  var isClosure: Bool { if case .closure = self { true } else { false } }

  /// A tuple with the labels of the type that it is returned as, where it has none itself.
  fileprivate func labelled(as type: TypeReference?) -> Value {
    guard case .tuple(var elements) = self, case .tuple(let types)? = type,
      types.count == elements.count
    else { return self }
    for (index, type) in zip(elements.indices, types) {
      elements[index].label = elements[index].label ?? type.label
    }
    return .tuple(elements)
  }

  /// Whether it is a number, a text or a truth value that is known.
  fileprivate var isLiteral: Bool {
    switch self {
    case .bool, .literal: true
    default: false
    }
  }
}
