import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// Functions that never return.
  static let traps: Set = ["preconditionFailure", "fatalError", "unreachable", "abort"]
  /// Checks that are left out of builds, or hold in every run that goes on.
  private static let assertions: Set = ["assert", "assertionFailure", "debugOnly"]

  func called(
    _ node: FunctionCallExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    if let name = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      return call(Naming.identifier(name.baseName.text), node, path, expected)
    }
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      return call(member, node, path, expected, isStatement: isStatement)
    }
    if let closure = node.calledExpression.as(ClosureExprSyntax.self) {
      let value = ClosureValue(node: closure, frame: path.depth - 1, file: path.file)
      return node.arguments.isEmpty
        ? invoke(value, [], path)
        : arguments(of: node, path).flatMap { invoke(value, $1, $0) }
    }
    if node.calledExpression.is(ArrayExprSyntax.self), node.arguments.isEmpty {
      return [(path, .array([]))]
    }
    return evaluate(node.calledExpression, path, nil).flatMap { path, callee in
      arguments(of: node, path).flatMap { path, values -> Evaluated in
        guard case .closure(let closure) = callee else {
          return unfollowed(node, values, path)
        }
        return invoke(closure, values, path, by: Syntax(node))
      }
    }
  }

  /// A call of a bare name.
  private func call(
    _ name: String, _ node: FunctionCallExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    let owner = path.frames[path.depth - 1].selfType
    if Self.traps.contains(name), index.globals[name] == nil,
      index.info(owner)?.functions.contains(where: { $0.name == name }) != true
    {
      return trap(name, path)
    }
    if Self.assertions.contains(name) { return [(path, .void)] }
    if name == "swap", node.arguments.count == 2 { return swap(node, path) }
    if name == "precondition", let condition = node.arguments.first?.expression {
      return require(condition, path)
    }
    if let place = path.place(of: name), case .closure(let closure)? = path.value(at: place) {
      return arguments(of: node, path).flatMap { invoke(closure, $1, $0, by: Syntax(node)) }
    }
    if let place = path.place(of: name),
      case .local(let function, let frame)? = path.value(at: place)
    {
      return follow(function, seeing: frame, node, path)
    }
    // A variable hides a function of its name; of what it holds nothing is known.
    if let place = path.place(of: name), case .unknown? = path.value(at: place) {
      return arguments(of: node, path).flatMap { unfollowed(node, $1, $0) }
    }
    if let result = lend(name, node, path) ?? propertyClosure(name, node, path) { return result }
    if let info = index.info(owner), !isOwnProperty(name, info),
      case let found = overloads(name, node, in: info.functions, path), !found.isEmpty
    {
      return follow(found, node, receiver: path.place(of: "self"), path, expected)
    }
    if let result = transitionHelper(name, node, path, expected) { return result }
    if name == resultName, resultType == nil { return makeCase(name, nil, node, path) }
    if let key = typeKey(of: node.calledExpression, path) {
      return construct(key, node, path)
    }
    if let result = published(name, node, path) { return result }
    if makesAnswer(name, node) { return makeCase(name, nil, node, path) }
    if case let found = overloads(name, node, in: index.globals[name] ?? [], path), !found.isEmpty {
      return follow(found, node, receiver: nil, path, expected)
    }
    return arguments(of: node, path).flatMap { unfollowed(node, $1, $0) }
  }

  /// Whether a method's own name means a closure that the type keeps under it.
  private func isOwnProperty(_ name: String, _ info: TypeInfo) -> Bool {
    guard calls.last?.name == name else { return false }
    let type = info.property(name)?.property.type
    return type?.is(FunctionTypeSyntax.self) == true
      || type?.as(AttributedTypeSyntax.self)?.baseType.is(FunctionTypeSyntax.self) == true
  }

  private func call(
    _ member: MemberAccessExprSyntax, _ node: FunctionCallExprSyntax, _ path: Path,
    _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    let name = Naming.identifier(member.declName.baseName.text)
    guard let base = member.base else {
      if let result = published(name, node, path) { return result }
      return makesNothing(name, on: nil, node, expected)
        ? makeCase(name, nil, node, path) : implicit(name, node, path, expected)
    }
    if let result = published(name, in: base, node, path) { return result }
    if makesNothing(name, on: base, node, expected) { return makeCase(name, nil, node, path) }
    if let result = assigning(base, in: node, path) { return result }
    if base.is(SuperExprSyntax.self), let info = index.info(path.frames[path.depth - 1].selfType),
      let found = function(name, node, in: overridden(in: info), path)
        ?? function(
          name, node, in: info.functions.filter { $0.node.id != calls.last?.node.id }, path)
    {
      return follow(found, node, receiver: path.place(of: "self"), path, expected)
    }
    if let key = typeKey(of: base, path), let info = index.info(key) {
      return call(name, ofType: info, node, path, expected)
    }
    if namesEffects(base) { return makeCase(name, nil, node, path, text: ".\(name)") }
    if resultType == nil, let resultName, text(of: base) == resultName {
      return makeCase(name, nil, node, path)
    }
    if base.isPlainSelf, let result = ownClosure(name, node, path) { return result }
    if name == "contains", let list = base.as(ArrayExprSyntax.self) {
      if let result = membership(in: list, node, path) { return result }
    }
    let place = place(of: base, path)
    if place == path.place(of: "self"), let result = lend(name, node, path) { return result }
    if let result = modify(name, node, place, path) { return result }
    if let result = replace(name, in: base, node, place, path) { return result }
    if let place, let result = publish(name, node, place, path) { return result }
    if let place, let result = unbox(name, node, place, path) { return result }
    return evaluate(base, path, nil).flatMap { path, value -> Evaluated in
      if case .absent = value, base.isChained || Self.keepsNothing(name) {
        return [(path, .absent)]
      }
      return call(name, on: value, at: place, node, path, expected, isStatement: isStatement)
    }
  }

  /// Whether an expression is the name of a library's effects, with the type of their actions or
  /// without: `Effect<Action>.run` is `.run`.
  func namesEffects(_ node: ExprSyntax) -> Bool {
    let name = node.as(GenericSpecializationExprSyntax.self)?.expression ?? node
    guard let text = name.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return Self.effectTypes.contains(text) || text == effectName
  }

  /// The names of the effects of The Composable Architecture, in all its generations.
  static let effectTypes: Set = [
    "Effect", "EffectOf", "EffectTask", "EffectPublisher", "EffectProducer",
  ]

  /// What `super` has in the function that is being walked: the methods further up than that.
  private func overridden(in info: TypeInfo) -> [FunctionInfo] {
    let own = info.overridden.firstIndex { $0.node.id == calls.last?.node.id }
    return own.map { Array(info.overridden[($0 + 1)...]) } ?? info.overridden
  }

  /// A closure that is kept in a property of `self`.
  private func ownClosure(
    _ name: String, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let place = path.place(of: "self")?.appending(name),
      case .closure(let closure)? = path.value(at: place)
    else { return propertyClosure(name, node, path) }
    return arguments(of: node, path).flatMap { invoke(closure, $1, $0, by: Syntax(node)) }
  }

  private func call(
    _ name: String, on value: Value, at place: Place?, _ node: FunctionCallExprSyntax,
    _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    let value = settled(value, path)
    if let answer = isCase(name, value, node, path) { return answer }
    if value.unknown?.id == Self.stateID, let copy = set(name, on: value, node, path) {
      return copy
    }
    if let info = index.info(value.type), canFollow(info.key),
      case let found = overloads(name, node, in: info.functions, path), !found.isEmpty
    {
      guard found.contains(where: \.isMutating) else {
        return follow(found, node, receiver: place, on: value, path, expected)
      }
      return chained(through: node, path) { path in
        handingBack([place].compactMap { $0 }, lentTo: node, from: path) {
          follow(found, node, receiver: place, on: value, path, expected)
        }
      }
    }
    if let found = stateMakers(name, node, of: value, path) {
      return follow(found, node, receiver: nil, on: value, path, expected)
    }
    if let found = check(name, node, of: value, path) {
      return follow([found], node, receiver: place, on: value, path, expected)
    }
    if let found = handedMachine(name, node, on: value, path) {
      return follow(found, node, receiver: place, on: value, path, expected)
    }
    if value.unknown?.id == Self.stateID {
      if name == "copy", !node.arguments.isEmpty { return copy(value, node, path) }
      if ["copy", "with"].contains(name), let closure = node.trailingClosure {
        return edit(value, closure, path)
      }
    }
    if handsOn(value, name) { return [(path, value)] }
    if let mapped = mapped(value, name, node, path) { return mapped }
    if let made = value.caseValue, index.info(made.type) == nil,
      made.text.hasPrefix(".") || isResult(made), Self.modifiers.contains(name)
    {
      return arguments(of: node, path).map { path, values in (path, modified(made, name, values)) }
    }
    return arguments(of: node, path).flatMap { path, values -> Evaluated in
      if name == "contains", let known = holds(values, in: value, path) {
        return [(asking(of: values[0].value, path), .bool(known))]
      }
      if name == "contains", values.count == 1, case .array(let items) = value,
        let ways = membership(of: values[0].value, in: items, path)
      {
        return ways
      }
      let ways = mutate(
        name, value, at: place, node, values, path, isStatement: isStatement,
        type: answer(of: name, node, on: value))
      return isChain(name, value, node) ? ways.map { ($0, unmapped($1, node, $0)) } : ways
    }
  }

  /// Methods of an effect that give the same effect, or put others beside it.
  private static let modifiers: Set = [
    "cancellable", "animation", "debounce", "throttle", "map", "eraseToEffect", "receive", "delay",
    "transaction", "subscribe", "deferred", "merge", "concatenate", "mergeFx",
  ]

  /// Whether a method makes nothing of nothing: `.none.animation()`, but not `.none.merge(with: …)`.
  private static func keepsNothing(_ name: String) -> Bool {
    modifiers.contains(name) && !["merge", "concatenate", "mergeFx"].contains(name)
  }

  /// Whether a value is what a library has a handler return: `Update(state: model)`.
  private func isResult(_ made: CaseValue) -> Bool {
    resultType == nil && made.type == nil && made.name == resultName
  }

  private func modified(_ effect: CaseValue, _ name: String, _ values: [Argument]) -> Value {
    if name == "mergeFx" {
      var result = effect
      result.payload += values.map { Argument(label: "fx", value: $0.value) }
      return .enumCase(result)
    }
    guard ["merge", "concatenate"].contains(name) else { return .enumCase(effect) }
    var group = effect
    (group.name, group.payload) = (name, [Argument(label: nil, value: .enumCase(effect))] + values)
    return .enumCase(group)
  }

  /// A call of something that is not walked: what it may change is no longer known.
  private func mutate(
    _ name: String, _ value: Value, at place: Place?, _ node: FunctionCallExprSyntax,
    _ values: [Argument], _ path: Path, isStatement: Bool, type answer: String?
  ) -> Evaluated {
    let changes = isStatement && !["forEach", "map", "enumerated", "filter"].contains(name)
    guard let place, changes || Self.isMutator(name),
      !isProtected(place, path), !isObject(value, at: place, path)
    else {
      return unfollowed(node, values, path, type: answer).map { path, result in
        (sharing(value, askedBy: node, path), result)
      }
    }
    if runsAccessors(name, at: place, path) {
      return chained(through: node, path) {
        changing(name, value, at: place, node, values, $0, type: answer)
      }
    }
    return unfollowed(node, values, path, type: answer).map { path, result in
      var path = path
      let arguments = text(of: node).dropFirst(text(of: node.calledExpression).count)
      let write = Write(
        path: "", op: "mutate", value: name + arguments, location: path.location)
      let isState = self.isState(place, path)
      if let list = list(value, at: place, after: name, values, path) {
        path.reassign(place, by: ExprSyntax(node), text(of: node))
        path.set(list, at: place)
        if Self.adds(name, values) { path.fill(list) }
        note(write, at: place, &path)
        return (sharing(changedBy: node, at: place, path), result)
      }
      let type = self.type(at: place, path)
      if !isState { path.reassign(place, by: ExprSyntax(node), text(of: node)) }
      if case .bool(let known) = value, name == "toggle" {
        path.set(.bool(!known), at: place)
      } else if !isState {
        path.set(fresh(value.text, path, type: type), at: place)
      }
      // What a closure did to the value is noted already.
      let runs = values.contains { if case .closure = $0.value { true } else { false } }
      if runs, Self.runners.contains(name), name != "removeAll" { return (path, result) }
      note(write, at: place, &path)
      return (sharing(changedBy: node, at: place, path), result)
    }
  }

  /// Method names that change the value they are called on, by the API design guidelines' imperative
  /// form. Source: https://www.swift.org/documentation/api-design-guidelines/
  private static let mutators: Set = [
    "append", "insert", "remove", "pop", "toggle", "merge", "form", "subtract", "sort", "reverse",
    "shuffle", "swap", "reserve", "update", "replace", "move",
  ]

  /// Whether the first word of a name is such a verb: `removeAll` and `sort`, but not `sorted`.
  static func isMutator(_ name: String) -> Bool {
    mutators.contains(String(name.prefix { !$0.isUppercase }))
  }

  /// `self` and the state itself are changed by assignments alone.
  private func isProtected(_ place: Place, _ path: Path) -> Bool {
    let place = path.resolved(place)
    return place.path.isEmpty && place.name == "self" || watched.map(path.resolved) == place
  }

  func isState(_ place: Place, _ path: Path) -> Bool {
    path.named(at: place)?.unknown?.id == Self.stateID
  }

  /// `.name(…)` where the place around it tells the type.
  private func implicit(
    _ name: String, _ node: FunctionCallExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    if let info = index.info(expected), info.enumCase(name) == nil {
      let isKnown = name == "init" || info.functions.contains { $0.name == name && $0.isStatic }
      // What a macro adds to the type, or the library that declares it, where the files only extend it.
      if !isKnown, info.key != structState, info.key != transitionTypes?.state,
        transitionTypes != nil || info.kind == .extensionOnly
      {
        return makeCase(name, nil, node, path)
      }
      return call(name, ofType: info, node, path, expected)
    }
    let info = index.info(expected)
    return makeCase(name, info, node, path)
  }

  private func makeCase(
    _ name: String, _ info: TypeInfo?, _ node: FunctionCallExprSyntax, _ path: Path,
    text: String? = nil
  ) -> Evaluated {
    let types = info?.enumCase(name)?.values.map { value in
      resolve(name: value.type, in: info, module: path.file.module)
    }
    let given = types ?? stateTypes(of: node)
    return arguments(of: node, path, types: given).flatMap { path, values in
      var value = CaseValue(
        name: name, payload: values, type: info?.key,
        text: text ?? self.text(of: node.calledExpression),
        location: location(of: node, path))
      if name == "init", info == nil { value.version = path.version }
      return handedOut(values, of: node, [(path, .enumCase(value))])
    }
  }

  private func call(
    _ name: String, ofType info: TypeInfo, _ node: FunctionCallExprSyntax, _ path: Path,
    _ expected: String?
  ) -> Evaluated {
    if info.enumCase(name) != nil { return makeCase(name, info, node, path) }
    if name == "init" { return construct(info.key, node, path) }
    if case let found = overloads(name, node, in: info.functions.filter(\.isStatic), path),
      !found.isEmpty
    {
      return follow(
        found, node, receiver: nil, on: .type(key: info.key, name: info.name), path, expected)
    }
    if name.first?.isUppercase == true,
      let key = resolve(name: name, in: info, module: path.file.module), index.info(key) != nil
    {
      return construct(key, node, path)
    }
    if let result = transitionHelper(name, node, path, expected) { return result }
    return arguments(of: node, path).flatMap {
      unfollowed(node, $1, $0, type: info.kind == .enum ? info.key : nil)
    }
  }

  /// `Type(…)`: an enum's initializer is walked, other types give a new value.
  private func construct(
    _ key: String, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated {
    guard let info = index.info(key) else { return memberwise(key, node, path) }
    if let found = rawCase(of: info, node, path) { return found }
    let found = function("init", node, in: info.initializers, path)
    guard let found, canFollow(key) || key == resultType else {
      let mayFail = found?.node.as(InitializerDeclSyntax.self)?.optionalMark != nil
      // An enum has no other initializer than `init(rawValue:)`, which may find no case.
      guard mayFail || [.extensionOnly, .enum].contains(info.kind) else {
        return memberwise(key, node, path)
      }
      let made = arguments(of: node, path).flatMap { unfollowed(node, $1, $0, type: key) }
      return found == nil || mayFail ? made : made.map { ($0, $1.found) }
    }
    return follow(found, node, receiver: nil, path, key).map { path, value in
      (path, key == structState ? handing(node, to: found, value, path) : value)
    }
  }

  private func memberwise(
    _ key: String, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated {
    let info = index.info(key)
    // An initializer that is not walked may throw.
    if info?.initializers.isEmpty == false { unfollowedCalls += 1 }
    let types = node.arguments.map { argument in
      info.flatMap { info in
        info.property(argument.label?.text ?? "").flatMap { type(of: $0.property, in: info) }
      }
    }
    return arguments(of: node, path, types: types).flatMap { path, values in
      let isState = key == structState
      let id = isState ? Self.stateID : "new.\(node.position.utf8Offset)@\(path.version)"
      var object = ObjectValue(base: Unknown(id: id, text: text(of: node), type: key))
      for (argument, written) in zip(values, node.arguments) {
        guard let label = argument.label else { continue }
        object.fields[label] = argument.value
        if isState {
          let write = Write(
            path: label, op: "=", value: given(written.expression, path),
            location: path.location)
          object.writes += changes(write, to: argument.value)
        }
      }
      if isState, let info { addDefaults(of: info, to: &object, path) }
      if let info, info.initializers.isEmpty { addState(of: info, to: &object, path) }
      return handedOut(values, of: node, [(path, .object(object))])
    }
  }

  /// The state of a machine that is made anew, or of the struct that keeps it, where it starts as
  /// declared.
  private func addState(of info: TypeInfo, to object: inout ObjectValue, _ path: Path) {
    let isMachine = info.key == path.frames[0].selfType
    guard let places = watched?.path, isMachine || info.key == memberType,
      let name = isMachine ? places.first : places.last, object.fields[name] == nil,
      let property = info.property(name)?.property
    else { return }
    guard let start = property.initializer else {
      if !property.isLet, property.type?.is(OptionalTypeSyntax.self) == true {
        object.fields[name] = .absent
      }
      return
    }
    let type = type(of: property, in: info)
    object.fields[name] = evaluate(start, path, type).first?.1
  }

  /// Properties that a new state leaves out start as declared.
  ///
  /// - Parameter isMade: Whether all the others are given; else an initializer gives them.
  func addDefaults(
    of info: TypeInfo, to object: inout ObjectValue, _ path: Path, isMade: Bool = true
  ) {
    for stored in info.stored where !stored.property.isStatic && !stored.property.isLet {
      let property = stored.property
      let startsAbsent = property.type?.is(OptionalTypeSyntax.self) ?? false
      guard object.fields[property.name] == nil,
        isMade || startsAbsent || property.initializer != nil
      else { continue }
      let type = type(of: property, in: info)
      var inner = path
      inner.frames.append(Frame(selfType: info.key, file: stored.file))
      let value =
        property.initializer.map { evaluate($0, inner, type).first?.1 ?? .void } ?? .absent
      object.fields[property.name] = value
      object.writes.append(
        Write(
          path: property.name, op: "=", value: property.initializer?.folded ?? "nil",
          location: path.location))
    }
  }
}
