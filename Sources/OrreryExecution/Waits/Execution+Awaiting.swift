import OrreryProgram

/// What an `await` is for: an answer of somebody else, or no more than to come to the own actor.
extension Execution {
  /// What is waited for that is not followed: a call, or a property of something else.
  func callee(of node: Expression, isCall: Bool, _ path: Path) -> String? {
    switch node.form {
    case .call(let call):
      // These run their closure as part of the handler, and end with it. A machine that is an actor of
      // its own is free while code runs on the main one.
      if call.calleeText == "MainActor.run", type(path.frames[0].selfType)?.kind != .actor {
        return nil
      }
      if call.name.hasPrefix("with"), call.name.hasSuffix("Handler") { return nil }
      guard isCall, !calls.followed.contains(node.id) else { return nil }
      return call.calleeOfResult ?? firstCallee(of: call)
    case .member(let base, let name):
      guard !isAtHand(node, path, waiting: true) else { return nil }
      return firstCallee(of: base, name, node.text)
    case .element(let base, _):
      if base.isPlainSelf { return "subscript" }
      return isOwnValue(base, path) ? nil : base.text
    default: return nil
    }
  }

  /// What a chain of calls begins with: `api.list` of `api.list().map { … }.first`.
  ///
  /// What makes the receiver is none of the chain, nor is a call that is followed.
  func firstCallee(of call: Call) -> String {
    guard case .member(let base, let name) = call.callee else { return call.calleeText }
    return firstCallee(of: base, name, call.calleeText)
  }

  private func firstCallee(of base: Expression, _ name: String, _ text: String) -> String {
    if calls.followed.contains(base.id) { return name }
    switch base.form {
    case .call(let inner):
      let isWhole = inner.name.first?.isUppercase ?? true || inner.name.hasSuffix("Continuation")
      return isWhole && inner.name != "Task" ? text : firstCallee(of: inner)
    case .member(let outer, let member):
      let inner = firstCallee(of: outer, member, base.text)
      return inner == base.text ? text : inner
    case .chain(let outer), .unwrap(let outer):
      return firstCallee(of: outer, name, text)
    default: return text
    }
  }

  /// Whether what is given the values of tasks is waited for as well: a call is that does not only
  /// make something of them.
  func isAskedBehindTasks(_ node: Expression, _ path: Path) -> Bool {
    guard case .call(let call) = node.form else { return false }
    if call.name.first?.isUppercase ?? false {
      guard case .type(let key?, _) = call.callee, type(key) != nil else { return false }
    }
    return true
  }

  // MARK: - The own actor

  /// Whether an `await` stands only for coming to the actor of the machine, not for anybody's answer.
  func isHop(_ node: Expression, _ path: Path) -> Bool {
    guard case .call(let call) = node.form else { return isAtHand(node, path) }
    guard call.isOnSelf, let info = type(path.frames[path.depth - 1].selfType) else { return false }
    let own = overloads(call.name, call, in: info.functions, path)
    return !own.isEmpty && own.allSatisfy { !$0.isAsync && !$0.isOnActor }
      && !hasAwaitedArgument(node, path)
  }

  /// Whether an expression names a property of the machine, or a part of one that is a value.
  ///
  /// - Parameter mayWait: Whether a getter may wait itself.
  private func isAtHand(_ node: Expression, _ path: Path, waiting mayWait: Bool = false) -> Bool {
    guard let names = node.namesFromSelf,
      var owner = type(path.frames[path.depth - 1].selfType)
    else { return false }
    for (offset, name) in names.enumerated() {
      guard offset == 0 || owner.isValue else { return false }
      let next: String?
      if let stored = owner.property(name) {
        next = stored.key ?? stored.type?.key
      } else if let getter = owner.getters.first(where: { $0.name == name }),
        !getter.isAsync || mayWait && names.count == 1
      {
        next = getter.returnType?.key
      } else {
        return false
      }
      guard offset + 1 < names.count else { return true }
      guard let info = type(next) else { return false }
      owner = info
    }
    return false
  }

  /// Whether an expression names a property of the machine of which no subscript waits.
  private func isOwnValue(_ node: Expression, _ path: Path) -> Bool {
    guard let names = node.namesFromSelf, names.count == 1,
      let property = type(path.frames[path.depth - 1].selfType)?.property(names[0])
    else { return false }
    return property.isPlainValue
  }

  // MARK: - Arguments

  /// Whether an argument, and not the call around it, is what an `await` is for.
  func isAwaited(_ argument: Expression, inside outer: Expression, _ path: Path) -> Bool {
    guard let awaited = awaitedArgument(of: outer, path) else { return false }
    return argument.plainCallNode?.id == awaited.id
  }

  func hasAwaitedArgument(_ node: Expression, _ path: Path) -> Bool {
    awaitedArgument(of: node, path) != nil
  }

  /// The argument of a call that an `await` before the call waits for; nothing where the function that
  /// is called is not known, or waits itself for all that is told of it.
  private func awaitedArgument(of node: Expression, _ path: Path) -> Expression? {
    // Code that runs elsewhere waits to come back.
    guard tasks.last?.start != .detached, case .call(let call) = node.form,
      case let own = ownFunctions(of: call, path), !own.isEmpty,
      case let waits = own.contains(where: { $0.isAsync || $0.isOnActor }),
      !waits || own.contains(where: setting.functions.mayWrite)
    else { return nil }
    let arguments = arguments(of: call, path)
    let asynchronous = arguments.first { argument in
      argument.plainCall.map { ownFunctions(of: $0, path).contains(where: \.isAsync) } ?? false
    }
    return asynchronous
      ?? (waits ? nil : arguments.first { $0.plainCall.map { mayWait($0, path) } ?? false })
  }

  /// The calls among the arguments of a call, those that own functions among them are handed before
  /// these.
  private func arguments(of call: Call, _ path: Path) -> [Expression] {
    call.arguments.flatMap(\.value.plainCallNodes).flatMap { argument in
      let inner = argument.plainCall.map { call in
        ownFunctions(of: call, path).isEmpty ? [] : arguments(of: call, path)
      }
      return (inner ?? []) + [argument]
    }
  }

  /// Whether a call may be what an `await` is for: a method of something else is, but not what makes a
  /// value or stands for itself.
  private func mayWait(_ call: Call, _ path: Path) -> Bool {
    guard ownFunctions(of: call, path).isEmpty else { return false }
    guard case .member(let base, _) = call.callee else { return false }
    if case .type = base.form { return false }
    return true
  }

  /// The functions of the type around a call, and those of no type, that its name may mean.
  private func ownFunctions(of call: Call, _ path: Path) -> [Function] {
    guard call.isOnSelf else { return [] }
    let own = type(path.frames[path.depth - 1].selfType)?.functions.filter { $0.name == call.name }
    if let own, !own.isEmpty { return own }
    if case .member = call.callee { return [] }
    return program.globals(named: call.name)
  }
}

extension Call {
  /// What is called in `Result { try await api.load() }`, which is what such a call waits for.
  fileprivate var calleeOfResult: String? {
    guard Library.results.contains(name), let first = closure?.body?.blocks.first,
      first.instructions.isEmpty
    else { return nil }
    switch first.end {
    case .suspend(let point): return point.expression.plainCall?.calleeText
    case .return(let value): return value?.plainCall?.calleeText
    default: return nil
    }
  }

  /// Whether it is waited for as a method of another object, whose closure waits itself.
  var isHandedWaitingCode: Bool {
    guard case .member(let base, _) = callee, !base.isPlainSelf,
      base.text.first?.isUppercase == false
    else { return false }
    return closures.contains { References(of: $0).waits }
  }
}

extension Expression {
  /// The call that it is, without the words before it.
  fileprivate var plainCall: Call? {
    if case .call(let call) = unwaited.form { call } else { nil }
  }

  fileprivate var plainCallNode: Expression? {
    if case .call = unwaited.form { unwaited } else { nil }
  }

  /// The calls that it gives the value of, or that it is made of.
  fileprivate var plainCallNodes: [Expression] {
    if let plainCallNode { return [plainCallNode] }
    return if case .closure = form { [] } else { children.flatMap(\.plainCallNodes) }
  }

  /// The properties by which it names something of the machine: `session`, `user` of
  /// `self.session.user`.
  var namesFromSelf: [String]? {
    switch form {
    case .name(let name): [name]
    case .member(let base, let name):
      base.isPlainSelf ? [name] : base.namesFromSelf.map { $0 + [name] }
    default: nil
    }
  }
}

extension NominalType.Property {
  /// Whether it is a value for all that is known, as a list or a number: nobody else has what is called
  /// on it.
  var isPlainValue: Bool {
    switch type?.present {
    case .nominal(_, let name, _): Library.ownValues.contains(name)
    case nil: false
    default: true
    }
  }
}
