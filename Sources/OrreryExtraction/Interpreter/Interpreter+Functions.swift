import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// The values of a call's arguments, trailing closures last.
  func arguments(
    of node: FunctionCallExprSyntax, _ path: Path, types: [String?] = []
  ) -> [(Path, [Argument])] {
    var result: [(Path, [Argument])] = [(path, [])]
    for (offset, argument) in node.arguments.enumerated() {
      let type = types.indices.contains(offset) ? types[offset] : nil
      result = result.flatMap { path, values in
        evaluate(argument.expression, path, type).map { path, value in
          (path, values + [Argument(label: argument.label?.text, value: value)])
        }
      }
    }
    var closures: [(label: String?, node: ClosureExprSyntax)] = []
    if let closure = node.trailingClosure { closures.append((nil, closure)) }
    closures += node.additionalTrailingClosures.map { ($0.label.text, $0.closure) }
    return result.map { path, values in
      let trailing = closures.map { label, node in
        let value = ClosureValue(node: node, frame: path.depth - 1, file: path.file)
        return Argument(label: label, value: .closure(value))
      }
      return (path, values + trailing)
    }
  }

  /// Walks a function's body as if it stood in place of the call.
  func follow(
    _ function: FunctionInfo, _ node: FunctionCallExprSyntax, receiver: Place?,
    on value: Value? = nil, _ path: Path, _ expected: String?
  ) -> Evaluated {
    let owner = index.info(function.owner)
    let types = takers(of: node, function).map {
      resolve($0.type, in: owner, module: function.file.module) ?? standIn(for: $0.type, of: owner)
    }
    let ways = arguments(of: node, path, types: types)
    beginCall(node)
    return ways.flatMap { path, values -> Evaluated in
      if function.endsAtOnce { return trap(function.name, path) }
      guard let body = function.body, isRelevant(function, values), !isTooDeep,
        !isRecursive(function, path), !manyAnswers.contains(function.node.id)
      else {
        let isLost =
          function.body != nil && isRelevant(function, values) && mayWrite(function, values)
        if isLost { cache.footprint.leave() }
        let path = isLost && isTooDeep ? unfollowed(function, path) : path
        return skip(function, node, values, receiver: receiver, path)
      }
      var inner = path
      inner.frames.append(frame(for: function, receiver: receiver, value: value, path))
      bind(referring(values, of: node, to: function, path), to: function, &inner)
      let walked = walk(body.statements, of: function, inner, callee: node, outer: path)
      let kept = awaitsAreSteps ? values.filter { !isCalledLater($0.value, by: function) } : values
      let found = keep(kept, of: node, walked).map { way, answer in
        (way, copied(answer, from: value, by: function, node, path))
      }
      guard isOpaque(found, from: path) else { return found }
      let joined = joined(found, from: path)
      guard isOpaque(joined, from: path) else { return joined }
      // What leaves the state alone here may change it elsewhere.
      if !mayWrite(function, values) { manyAnswers.insert(function.node.id) }
      return skip(function, node, values, receiver: receiver, path)
    }
  }

  /// Notes that a call begins behind its arguments; of several functions that it may mean, with the
  /// first one.
  private func beginCall(_ node: FunctionCallExprSyntax) {
    guard thrownByArguments[node.id] == nil else { return }
    thrownByArguments[node.id] = thrown[thrown.count - 1].count
  }

  /// Whether a function that waits calls a closure that it is handed, itself: what goes on behind its
  /// waits does that.
  private func isCalledLater(_ value: Value, by function: FunctionInfo) -> Bool {
    guard case .closure = value, let body = function.body,
      body.statements.contains(where: cache.waits)
    else { return false }
    let called = cache.assigned(in: function.node).called
    return function.parameters.contains { parameter in
      parameter.type.isFunction
        && called.contains(Naming.identifier((parameter.secondName ?? parameter.firstName).text))
    }
  }

  /// More answers than this of a helper that leaves the state alone are no help: its call is the
  /// condition.
  private static let mostAnswers = 8

  private func isOpaque(_ found: Evaluated, from outer: Path) -> Bool {
    found.count > Self.mostAnswers
      && found.allSatisfy { path, value in
        path.writeLocation == outer.writeLocation && path.written == outer.written
          && path.effects == outer.effects
          && path.segment == outer.segment && value.type != watchedType(outer)
      }
  }

  /// Whether a function may change the state, as far as its type and its arguments tell.
  private func mayWrite(_ function: FunctionInfo, _ values: [Argument]) -> Bool {
    let isHanded = values.contains { argument in
      switch argument.value {
      case .alias, .closure, .local: true
      default: false
      }
    }
    return isHanded || writers.contains(function)
  }

  func watchedType(_ path: Path) -> String? {
    watched.flatMap { path.value(at: $0)?.type ?? stateType } ?? structState
      ?? transitionTypes?.state
  }

  /// A call of a known function that is not walked: what it mutates is no longer known.
  private func skip(
    _ function: FunctionInfo, _ node: FunctionCallExprSyntax, _ values: [Argument],
    receiver: Place?, _ path: Path
  ) -> Evaluated {
    let owner = index.info(function.owner)
    let type = resolve(function.returnType, in: owner, module: function.file.module)
    if function.throwsItself { skippedThrows += 1 }
    return unfollowed(node, values, path, type: type).map { path, result in
      var path = forgetting(changedBy: function, by: node, of: receiver, path)
      guard function.isMutating, let receiver, !path.resolved(receiver).path.isEmpty,
        watched.map(path.resolved) != path.resolved(receiver), structState == nil
      else { return (path, result) }
      let old = path.value(at: receiver)
      path.reassign(receiver, by: ExprSyntax(node), text(of: node))
      path.set(fresh(old?.text ?? receiver.name, path, type: old?.type), at: receiver)
      return (path, result)
    }
  }

  /// Walks a function that stands inside another one, with that one's variables.
  func follow(
    _ function: FunctionInfo, seeing frame: Int, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated {
    let ways = arguments(of: node, path)
    beginCall(node)
    return ways.flatMap { path, values -> Evaluated in
      if function.endsAtOnce { return trap(function.name, path) }
      guard let body = function.body, !isTooDeep, !isRecursive(function, path) else {
        cache.footprint.leave()
        return unfollowed(node, values, path)
      }
      var inner = path
      var own = self.frame(for: function, receiver: nil, value: nil, path)
      own.parent = min(frame, path.depth - 1)
      inner.frames.append(own)
      bind(values, to: function, &inner)
      return walk(body.statements, of: function, inner, callee: node, outer: path)
    }
  }

  private func walk(
    _ body: CodeBlockItemListSyntax, of function: FunctionInfo, _ inner: Path,
    callee node: FunctionCallExprSyntax, outer: Path
  ) -> Evaluated {
    enter(function, inner)
    callers.append(Syntax(node))
    // What is tried inside has told already that it may throw.
    let before = unfollowedCalls
    defer { (unfollowedCalls, _) = (before, callers.removeLast()) }
    followedCalls.insert(node.id)
    let returns = inner.frames[inner.depth - 1].returnType
    // What ends inside ends the statement that calls as well.
    var inner = inner
    if let last = outer.last { inner.joined.insert(last) }
    let isValue = function.returnType.map { $0.trimmedText != "Void" } ?? false
    let mark = departures
    let ran = run(body, inner, value: isValue, expected: returns)
    leaveCall()
    let flows =
      start(ofCalls: function, inner).map { base in
        ran.map { coherent($0, from: base) }
      } ?? ran
    let isInitializer = function.name == "init"
    let found = flows.compactMap { flow -> (Path, Value)? in
      var path = flow.path
      let made =
        isInitializer
        ? path.value(at: Place(frame: outer.depth, name: "self"))?
          .made(by: text(of: node), at: outer.location) : nil
      path.unwind(to: outer.depth)
      let isBranched = path.branch?.items.id != outer.branch?.items.id
      let end = isBranched && endsStatement(node) ? path.innerEnd ?? path.location : nil
      if path.innerEnd != end { path.innerEnd = end }
      (path.location, path.last, path.joined) = (outer.location, outer.last, outer.joined)
      switch flow.exit {
      case .threw(let value):
        raise(path, value)
        return nil
      case .returned(.absent) where isInitializer: return (path, .absent)
      case .returned(let value): return (path, made ?? value.labelled(as: function.returnType))
      default: return (path, made ?? .void)
      }
    }.map { ($0, named($1, by: function, node)) }
    if isOneAnswer(found, of: function, from: outer) {
      let way = onlyWay(of: found, from: outer, since: mark)
      return [(way, Self.common(found) ?? opaque(node, outer, type: returns))]
    }
    return isCoarse ? joined(found, from: outer) : found
  }

  /// Whether nothing is done with the answer of a call but to return it.
  private func endsStatement(_ node: FunctionCallExprSyntax) -> Bool {
    var parent = node.parent
    while let current = parent, current.is(TryExprSyntax.self) || current.is(AwaitExprSyntax.self) {
      parent = current.parent
    }
    return parent?.is(ReturnStmtSyntax.self) == true || parent?.is(CodeBlockItemSyntax.self) == true
  }

  /// What a function makes by the initializer of the type that it returns is told from other such
  /// values by the call of the function; so is an effect that is worded in what only it knows.
  private func named(
    _ value: Value, by function: FunctionInfo, _ node: FunctionCallExprSyntax
  ) -> Value {
    if function.isPartOfReducer, value.unknown.map({ !function.declares($0) }) ?? false {
      return value
    }
    if let type = function.returnType.flatMap(Reach.baseName), Self.effectTypes.contains(type),
      value.isStrange, !node.arguments.contains(where: { text(of: $0.expression) == value.text })
    {
      return .unknown(Unknown(id: text(of: node), text: text(of: node)))
    }
    guard case .unknown(var unknown) = value, let made = unknown.made,
      let type = function.returnType.flatMap(Reach.baseName),
      EffectReader.head(of: made).prefix(while: { $0 != "<" }) == type
    else { return value }
    (unknown.text, unknown.made) = (text(of: node), text(of: node))
    return .unknown(unknown)
  }

  /// Whether several answers that changed nothing are one value that is not known: they decide
  /// nothing, or answer a question by more than is known, which the call itself words best.
  private func isOneAnswer(
    _ found: Evaluated, of function: FunctionInfo, from outer: Path
  ) -> Bool {
    let state = watchedType(outer)
    guard found.count > 1, found.allSatisfy({ sameOutcome($0.0, outer) }) else { return false }
    return found.allSatisfy { _, value in
      !value.isDecisive && !value.holdsCase(of: state) && !value.isChangedState
        && (value.type != resultType || value.type == nil)
    }
  }

  /// The value that all ways have come to, where it is one.
  static func common(_ found: Evaluated) -> Value? {
    guard let first = found.first?.1, found.allSatisfy({ $0.1.isSame(as: first) }) else {
      return nil
    }
    return first
  }

  /// Joins answers that differ only in their conditions.
  private func joined(_ found: Evaluated, from outer: Path) -> Evaluated {
    var result: Evaluated = []
    for (path, value) in found {
      let same = result.firstIndex { $0.1.isSame(as: value) && isOneWay($0.0, path) }
      if let same {
        result[same].0 = join(result[same].0, path, base: outer)
      } else {
        result.append((path, value))
      }
    }
    return result
  }

  private func frame(
    for function: FunctionInfo, receiver: Place?, value: Value?, _ path: Path
  ) -> Frame {
    let owner = index.info(function.owner)
    var frame = Frame(
      selfType: function.owner,
      returnType: expectation(of: function.returnType, in: owner, module: function.file.module),
      file: function.file)
    if function.name == "init" {
      let isState = function.owner != nil && function.owner == structState
      let id = isState ? Self.stateID : "self@\(path.version)"
      var object = ObjectValue(base: Unknown(id: id, text: "self", type: function.owner))
      if isState, let owner { addDefaults(of: owner, to: &object, path, isMade: false) }
      frame.variables["self"] = .object(object)
    } else if !function.isStatic, let receiver {
      frame.variables["self"] = .alias(receiver)
    } else if let value {
      frame.variables["self"] = value
    }
    return frame
  }

  /// Whether a function can matter: it belongs to the machine, or is handed something of it.
  private func isRelevant(_ function: FunctionInfo, _ values: [Argument]) -> Bool {
    if unrelated.contains(function.node.id) { return false }
    if asides.contains(function.node.id) {
      metAsides.insert(function.name)
      if stepsOver { return false }
    }
    if function.isPlainCheck || canFollow(function.owner)
      || (resultType != nil && function.owner == resultType)
    {
      return true
    }
    let owner = index.info(function.owner)
    let result = resolve(function.returnType, in: owner, module: function.file.module)
    if canFollow(result) { return true }
    return values.contains { argument in
      switch argument.value {
      case .alias: true
      case .closure, .tuple, .array: false
      default: canFollow(argument.value.type) || argument.value.unknown?.id == Self.stateID
      }
    }
  }
}

extension Value {
  /// A tuple with the labels of the type that it is returned as, where it has none itself.
  fileprivate func labelled(as type: TypeSyntax?) -> Value {
    guard case .tuple(var elements) = self, let types = type?.as(TupleTypeSyntax.self)?.elements,
      types.count == elements.count
    else { return self }
    for (index, type) in zip(elements.indices, types) {
      elements[index].label = elements[index].label ?? type.firstName?.text
    }
    return .tuple(elements)
  }
}
