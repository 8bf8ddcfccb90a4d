import OrreryModel
import OrreryProgram

/// Calls that a handler makes of other objects and does not wait for: they are effects, as awaited
/// ones are.
extension Execution {
  /// The path with a call that is not followed among its effects, where it is one.
  ///
  /// - Parameter keepsCode: Whether it keeps a closure that is an event of its own: whatever becomes of
  ///   its result, it asks for that.
  func telling(_ call: Call, keepsCode: Bool, _ path: Path) -> Path {
    guard tellsCalls(path), keepsCode && call.isRequest || isStatement(call, path),
      asksOthers(call, path)
    else { return path }
    let effect = Effect.run(effectName(of: call, path))
    // What is made of a request asks for nothing more.
    if call.isMadeOfRequest, path.progress.asked.last == effect { return path }
    return telling([effect], path)
  }

  /// The path with what a function asks others for that has nothing to do with the state, and is not
  /// followed: each call where it makes them one after the other, else its own name.
  func telling(_ function: Function, _ call: Call, _ path: Path) -> Path {
    guard tellsCalls(path), !call.isAwaited, call.isOnSelf,
      !setting.functions.givesView(function), !Library.isLogging(call.name),
      !calls.all.contains(where: { $0.function === function })
    else { return path }
    let found = outsideCalls(of: function, isAnswer: !isStatement(call, path))
    return telling(found.map(Effect.run), path)
  }

  /// What some code gives that works out the answer which a condition binds.
  func answering(_ node: Expression, _ run: () -> [Way]) -> [Way] {
    let kept = calls.helpers.bound
    calls.helpers.bound = node.id
    defer { calls.helpers.bound = kept }
    return run()
  }

  /// Whether a function that has nothing to do with the state answers a condition, and asks others on some
  /// of its few ways: what it does goes with its answer.
  ///
  /// What it calls in turn is told by its name, and so is it itself in a loop.
  func isAsked(
    _ call: Call, _ node: Expression, of function: Function, _ path: Path
  ) -> Bool {
    guard tellsCalls(path), calls.helpers.bound == node.id, call.isOnSelf, !call.isAwaited,
      !isInLoop,
      function.returnType?.name == "Bool" || function.returnType?.isOptional == true,
      let body = function.body, body.branchCount <= Self.mostBranches,
      !calls.all.contains(where: { setting.functions.isUnrelated($0.function) })
    else { return false }
    return outsideCalls(of: function, isAnswer: true) == [function.name]
  }

  /// Whether calls of others are told here: what makes the machine, or shows it, is no event of its own.
  private func tellsCalls(_ path: Path) -> Bool { setting.tellsCalls && !isSettingUp(path) }

  /// The path that also asks for some effects.
  func telling(_ effects: [Effect], _ path: Path) -> Path {
    var path = path
    for effect in effects {
      // How often is of no matter.
      if isRepeated, path.progress.askedInLoop.contains(effect) { continue }
      path.progress.asked.append(effect)
    }
    if !effects.isEmpty { path.progress.location = path.progress.location ?? path.trail.location }
    return path
  }

  /// The ways out of a loop, of which those that differ in what its rounds ask for, and in the tasks that
  /// they start, are one: it is asked for each element that there is.
  func joiningRounds(_ ways: [Flow], of loop: Loop, from base: Path) -> [Flow] {
    guard setting.tellsCalls, ways.count > 1 else { return ways }
    let left = ways.map { leaving($0, at: [loop.behind], base) }
    return left.reduce(into: []) { result, way in
      let known = result.firstIndex {
        way.isAt(loop.behind) && $0.isAt(loop.behind)
          && sameOutcome($0.path.starting(as: way.path), way.path, loosely: true)
      }
      guard let known else { return result.append(way) }
      let (one, other) = (result[known].path.progress.asked, way.path.progress.asked)
      let (few, many) = one.count < other.count ? (one, other) : (other, one)
      result[known].path = join(result[known].path, way.path, base: result[known].path)
      // A round that asks for less has come to fewer elements.
      if Set(few).isSubset(of: many) { result[known].path.progress.asked = many }
    }
  }

  /// The path into a loop, with what it has asked for before the outermost one.
  func enteringLoop(_ path: Path) -> Path {
    var path = path
    if !isInLoop { path.progress.askedBeforeLoop = path.progress.asked.count }
    return path
  }

  private var isInLoop: Bool { calls.loops > 0 || calls.entries.contains { $0.loops > 0 } }

  /// Whether a loop runs what is executed, or a function that calls itself.
  private var isRepeated: Bool {
    if isInLoop { return true }
    guard let current = calls.all.last?.function.id else { return false }
    return calls.all.dropLast().contains { $0.function.id == current }
  }

  private func isStatement(_ call: Call, _ path: Path) -> Bool {
    if call.isAwaited { return false }
    if call.isStatement { return true }
    guard call.isReturned else { return false }
    let givesNothing = path.frames[path.depth - 1].returnType == nil
    guard let entry = calls.entries.last else { return givesNothing && !setting.answer.isRead }
    guard case .call(let caller)? = entry.call?.node.form else { return givesNothing }
    // What it gives is for whoever calls it, unless nobody asks for that either.
    if caller.isStatement { return true }
    return givesNothing
      && (entry.function.kind != .closure || Library.handsContinuation(caller.name))
  }

  private func asksOthers(_ call: Call, _ path: Path) -> Bool {
    guard call.mayAskOthers, !lendsState(call, path), !isUnnamed(call),
      !buildsView(call, path)
    else { return false }
    if call.isOnSelf { return isOfProperty(call.name, path) || isUnread(call, path) }
    switch call.callee {
    case .member(let base, let name):
      // What goes on with the answer of an own function asks nobody else.
      if call.isMadeOfOthers, calls.followed.contains(base.bare.id) { return false }
      return !isMadeOfState(base, path) && !isOwnValue(base.bare, changedBy: name, path)
    case .variable, .value: return true
    default: return false
    }
  }

  /// Whether it is a function that nothing which is read declares: one of a class that it inherits from,
  /// or of a library.
  private func isUnread(_ call: Call, _ path: Path) -> Bool {
    if case .localFunction = call.callee { return false }
    let name = call.name
    return name.first?.isLowercase ?? false && !Library.isPlain(name) && !Library.isLogging(name)
      && !program.declares(name, in: type(path.frames[path.depth - 1].selfType))
  }

  /// Whether it is called on a projection, or is itself a parameter that has no name.
  private func isUnnamed(_ call: Call) -> Bool {
    let text = call.head.calleeText
    guard text.hasPrefix("$") else { return false }
    return call.head.base.map { !$0.root.isNumbered } ?? true
  }

  /// Whether code calls others in statements, as far as its names tell.
  ///
  /// - Parameter isAnswered: Whether nobody asks for what it returns, be that a call.
  func asksOthers(_ blocks: [Block], returned isAnswered: Bool = false) -> Bool {
    guard setting.tellsCalls else { return false }
    return blocks.contains { block in
      var nodes = block.instructions.compactMap { instruction in
        if case .evaluate(let node) = instruction.operation { node } else { nil }
      }
      if isAnswered, case .return(let node?) = block.end { nodes.append(node) }
      return nodes.contains { node in
        guard case .call(let call) = node.unwaited.form else { return false }
        return call.mayAskOthers
          && !mayChangeOwn(call, of: calls.innermost.flatMap { type($0.owner) })
          || call.closuresRun.contains { asksOthers($0.blocks, returned: true) }
      }
    }
  }

  /// Whether a call may only change a value that the machine has itself, as far as its names tell: of
  /// what all types share, and of a constant, there is none.
  ///
  /// - Parameter info: The type that the code is of.
  private func mayChangeOwn(_ call: Call, of info: NominalType?) -> Bool {
    guard Library.ownChanges.contains(call.name) else { return false }
    guard case .member(let base, _) = call.callee else { return true }
    if base.isGiven || base.root.isTypeName { return false }
    guard let info, let name = base.bare.namesFromSelf?.first else { return true }
    guard let property = info.property(name) else { return info.hasGetter(name) }
    return !property.isLet && !property.isWeak && property.type?.isParameter != true
  }

  /// Whether a method only changes a value that the machine or the handler has itself.
  private func isOwnValue(_ base: Expression, changedBy name: String, _ path: Path) -> Bool {
    if base.isGiven { return false }
    if isOwnElement(base, changedBy: name, path) { return true }
    guard let place = place(of: base, path).map(path.resolved) else {
      switch base.root.form {
      // Nothing that is read declares such a name.
      case .name: return false
      // All share what is a member of another type: `Provider.shared`.
      case .type(let key?, _) where key != path.frames[path.depth - 1].selfType: return false
      case .type(nil, let type) where type != "Self" && type.first?.isUppercase ?? false:
        return false
      default: return Library.ownChanges.contains(name)
      }
    }
    if isInObject(place, path) { return false }
    if isInState(place, path) { return true }
    if isInReducer(place, path) { return false }
    // What the publisher of the state returns is a record, and asks nobody.
    if path.peek(at: place)?.isVoid ?? false { return true }
    switch type(path.peek(at: place)?.type ?? type(at: place, path)) {
    case let info? where info.isValue:
      if let own = info.functions.first(where: { $0.name == name }) { return own.isMutating }
      return info.inherited.contains("OptionSet") && Library.ownChanges.contains(name)
    case let info? where info.kind != .extensionOnly: return false
    default: break
    }
    if let property = property(at: place, path) {
      if property.isLet || property.isWeak { return false }
      if place.path.count == 1, property.type?.isValue ?? false { return true }
      // What a generic type does is for others to say.
      if place.path.count == 1, property.type?.isParameter ?? false { return false }
    } else if place.root == .me, let name = place.path.first,
      let info = type(path.frames[place.frame].selfType), !info.hasGetter(name)
    {
      // No type that is read declares it: what a class of a library gives its subclasses are objects.
      return false
    } else if case .variable(let slot, _) = place.root {
      let body = body(of: place.frame, path)
      let parameter = parameters(at: place.frame, path).first { $0.variable.slot == slot }
      // What is lent to be changed is a value, and no method changes one that is a constant.
      if parameter?.isInOut ?? false { return true }
      if let body, parameter == nil { return body.mutable.contains(slot) }
    }
    return Library.ownChanges.contains(name)
  }

  /// The body whose variables a frame has: of closures that of the innermost is known.
  private func body(of frame: Int, _ path: Path) -> Body? {
    if let function = path.frames[frame].function { return function.body }
    if frame == 0 { return calls.body }
    guard frame == path.depth - 1, let function = calls.entries.last?.function,
      function.kind == .closure
    else { return nil }
    return function.body
  }

  /// The parameters of the function that a frame is of.
  private func parameters(at frame: Int, _ path: Path) -> [Function.Parameter] {
    (path.frames[frame].function ?? (frame == 0 ? calls.handler?.function : nil))?.parameters ?? []
  }

  /// Whether a place is the state that a reducer is handed, or a part of it.
  private func isInState(_ place: Place, _ path: Path) -> Bool {
    guard let state = setting.state.place.map(path.resolved), case .variable = state.root else {
      return false
    }
    return place.isWithin(state)
  }

  /// Whether it is the answer of a call on the state that a reducer is handed.
  private func isMadeOfState(_ node: Expression, _ path: Path) -> Bool {
    guard case .call(let call) = node.bare.form, let base = call.base else { return false }
    return place(of: base.bare, path).map { isInState(path.resolved($0), path) }
      ?? isMadeOfState(base, path)
  }

  /// Whether a place is a property of a reducer that is a value: what it is made of stays as it is.
  private func isInReducer(_ place: Place, _ path: Path) -> Bool {
    guard place.root == .me, !place.path.isEmpty, isReducer else { return false }
    return type(path.frames[place.frame].selfType)?.kind == .struct
  }

  /// Whether the state is handed to the handler, which changes nothing else.
  private var isReducer: Bool { setting.state.place?.root != .me }

  /// Whether a function is lent the state of a reducer: what it does is a part of that.
  private func lendsState(_ call: Call, _ path: Path) -> Bool {
    call.arguments.contains { argument in
      guard case .lend(let base) = argument.value.form, let place = place(of: base, path) else {
        return false
      }
      return isInState(path.resolved(place), path)
    }
  }

  /// Whether a place is a part of an object that the machine only refers to: `router.path`.
  private func isInObject(_ place: Place, _ path: Path) -> Bool {
    guard place.path.count > (place.root == .me ? 1 : 0) else { return false }
    return [.class, .actor].contains(type(type(at: place.owner, path))?.kind)
      || isInObject(place.owner, path)
  }

  /// Whether a method changes a value in a list or a table of the machine.
  private func isOwnElement(_ base: Expression, changedBy name: String, _ path: Path) -> Bool {
    guard case .element(let list, _) = base.form,
      let property = place(of: list, path).map(path.resolved).flatMap({ property(at: $0, path) }),
      case .array(let element)? = property.type, let info = type(element.key)
    else { return false }
    return info.functions.contains { $0.name == name && $0.isMutating }
  }

  /// The property of the machine that a place is, or is a part of.
  func property(at place: Place, _ path: Path) -> NominalType.Property? {
    guard place.root == .me, !place.path.isEmpty else { return nil }
    return type(path.frames[place.frame].selfType)?.property(place.path[0])
  }

  /// What a function asks others for: in its order where there is one way through it, by its own name
  /// where there are several or many.
  ///
  /// - Parameter isAnswer: Whether whoever calls it asks for what it gives: what it returns is a question.
  private func outsideCalls(of function: Function, isAnswer: Bool) -> [String] {
    let helper = CallStack.Asked(function: function.id, isAnswer: isAnswer)
    if let known = calls.helpers.outside[helper] { return known }
    if isAbstract(function) { return [function.name] }
    calls.helpers.outside[helper] = []
    var asked = OutsideCalls()
    note(function.body.map { [$0] } ?? [], of: function, isAnswer: isAnswer, &asked)
    let found =
      asked.names.isEmpty || asked.isOneWay && asked.names.count <= Self.mostOutsideCalls
      ? asked.names : [function.name]
    calls.helpers.outside[helper] = found
    return found
  }

  private struct OutsideCalls {
    var names: [String] = []
    var isOneWay = true
  }

  /// - Parameter bodies: Those around the code, the innermost last: that of a closure which the function
  ///   has run, at once or as a task, is a part of it.
  private func note(
    _ bodies: [Body], of function: Function, isAnswer: Bool = false, _ asked: inout OutsideCalls
  ) {
    for block in bodies.last?.blocks ?? [] {
      for case .evaluate(let node) in block.instructions.map(\.operation) {
        note(node, in: bodies, of: function, &asked)
      }
      switch block.end {
      case .jump, .end, .return(nil): break
      case .return(let node?):
        note(node, in: bodies, of: function, isAnswer: isAnswer, &asked)
      case .suspend(let point) where bodies.count > 1:
        note(point.expression, in: bodies, of: function, &asked)
      case .suspend:
        asked.names.append(function.name)
        asked.isOneWay = false
      default: asked.isOneWay = false
      }
    }
  }

  private func note(
    _ node: Expression, in bodies: [Body], of function: Function, isAnswer: Bool = false,
    _ asked: inout OutsideCalls
  ) {
    guard case .call(let call) = node.unwaited.form else { return }
    for body in call.closuresRun { note(bodies + [body], of: function, &asked) }
    guard call.mayAskOthers else { return }
    asked.names += outsideCalls(by: call, in: bodies, of: function, isAnswer: isAnswer)
  }

  private func outsideCalls(
    by call: Call, in bodies: [Body], of function: Function, isAnswer: Bool
  ) -> [String] {
    let owner = type(function.owner)
    if call.isOnSelf {
      if Library.isLogging(call.name) { return [] }
      let own = owner?.functions.filter { $0.name == call.name && $0.accepts(call) } ?? []
      if !own.isEmpty { return own.flatMap { outsideCalls(of: $0, isAnswer: isAnswer) } }
      return isAnswer || owner?.property(call.name) == nil ? [] : [effectName(of: call)]
    }
    if isAnswer { return [] }
    guard case .member(let base, _) = call.callee else { return [] }
    if case .variable(let variable) = base.bare.form,
      bodies.dropLast(variable.depth).last?.mutable.contains(variable.slot) ?? true
    {
      return []
    }
    return mayChangeOwn(call, of: owner) ? [] : [effectName(of: call)]
  }

  /// How many branches a helper has at most that is followed for what it asks others for.
  private static let mostBranches = 3
  /// How many calls of a helper are told one by one.
  private static let mostOutsideCalls = 3
}

extension Path {
  /// The path with what another one has left to go on later in place of its own.
  fileprivate func starting(as other: Path) -> Path {
    var path = self
    path.progress.started = other.progress.started
    return path
  }
}

extension Body {
  /// How many of its blocks lead to several others.
  fileprivate var branchCount: Int { blocks.count { $0.end.successors.count > 1 } }
}

extension Expression {
  /// What stands before `?` and `!`.
  var bare: Expression {
    switch form {
    case .chain(let inner), .unwrap(let inner): inner.bare
    default: self
    }
  }

  /// What a chain of members begins with.
  var root: Expression {
    switch form {
    case .member(let inner, _), .chain(let inner), .unwrap(let inner): inner.root
    default: self
    }
  }

  /// Whether a call gives it, or what it is a part of: no method changes such a value, unless that is an
  /// object.
  fileprivate var isGiven: Bool { if case .call = root.form { true } else { false } }

  var lastName: String {
    switch form {
    case .name(let name), .member(_, let name), .type(_, let name): name
    case .variable(let variable): variable.name
    case .call(let call): call.name
    default: ""
    }
  }
}

extension NominalType {
  fileprivate func hasGetter(_ name: String) -> Bool { getters.contains { $0.name == name } }
}

extension TypeReference {
  /// Whether it is one of the language's own values, whose methods change nothing else.
  fileprivate var isValue: Bool {
    switch self {
    case .array, .dictionary, .tuple: true
    case .optional(let inner): inner.isValue
    case .nominal(nil, let name, _): Library.ownValues.contains(name)
    default: false
    }
  }
}
