import OrreryProgram

/// Reading names and members.
extension Execution {
  func read(_ node: Expression, _ path: Path, _ expected: TypeReference?) -> [Way] {
    switch node.form {
    case .variable(let variable):
      return [Way(path, path.place(of: variable).flatMap(path.value) ?? .void)]
    case .selfValue:
      if let place = path.place { return [Way(path, path.value(at: place) ?? .void)] }
      let key = path.frames[path.depth - 1].selfType
      return [Way(path, .type(key: key, name: "Self"))]
    case .superValue:
      return [Way(path, .unknown(Unknown(symbols.symbol(.global("super")), text: "super")))]
    case .name(let name): return named(name, path)
    case .type(let key, let name): return [Way(path, .type(key: key, name: name))]
    case .implicitMember(let name): return implicit(name, node, path, expected)
    case .member(let base, let name): return member(name, of: base, node, path)
    default: return []
    }
  }

  /// A name that is no variable: a member of `self`, or a global.
  private func named(_ name: String, _ path: Path) -> [Way] {
    if let place = alias(name, of: path.place, path) {
      return [Way(path, path.value(at: place) ?? .void)]
    }
    let info = type(path.frames[path.depth - 1].selfType)
    if let info, let place = path.place, let value = path.value(at: place) {
      if let getter = info.getters.first(where: { $0.name == name && !$0.isStatic }),
        isFollowed(info.key)
      {
        return follow(getter, on: value, at: place, path)
      }
      if let property = info.property(name) {
        return [Way(path, own(property, of: info, value, path))]
      }
      // Another type may declare it.
      if case .object(let object) = value, let known = object.fields[name] {
        return [Way(path, known)]
      }
    }
    if let info, let result = staticMember(name, of: info, text: name, path) { return result }
    if let value = transition(named: name) { return [Way(path, value)] }
    return [Way(path, .unknown(Unknown(symbols.symbol(.global(name)), text: name)))]
  }

  /// A stored property of `self`.
  private func own(
    _ property: NominalType.Property, of info: NominalType, _ value: Value, _ path: Path
  ) -> Value {
    if property.isLet, info.declaresOnce(property.name), let start = property.start?.value,
      start.tellsValue
    {
      return evaluate(start, path, property.type).first?.value ?? .void
    }
    let found = path.field(property.name, of: value, type: property.key)
    guard case .unknown(var unknown) = present(found, as: property.type) else { return found }
    if property.type == nil, let start = property.start?.value { unknown.note(like: start) }
    unknown.domain = domain(of: property)
    return .unknown(fixed(unknown, property))
  }

  /// The domain of a property: as declared, or the enum of the case that it starts as.
  func domain(of property: NominalType.Property) -> Domain? {
    if let type = property.type { return Domain(of: type) }
    guard let key = property.key, type(key)?.kind == .enum, property.start?.value?.isCase == true
    else { return nil }
    return Domain(type: key)
  }

  /// What a property of `self` holds: one that is never assigned again stays the same value, unless
  /// that is an object, which others may change.
  private func fixed(_ unknown: Unknown, _ property: NominalType.Property) -> Unknown {
    guard property.isLet, case .member(let whole, _) = symbols.origin(of: unknown.symbol),
      symbols.origin(of: whole) == .me
    else { return unknown }
    var unknown = unknown
    let isKnown = property.type?.name.map(Library.values.contains) ?? false
    unknown.isFixed = type(property.key)?.isValue ?? isKnown
    return unknown
  }

  private func member(_ name: String, of base: Expression, _ node: Expression, _ path: Path)
    -> [Way]
  {
    if case .type(let key, _) = base.form, let info = type(key) {
      if info.enumCase(name) == nil, let value = transition(named: name) {
        return [Way(path, value)]
      }
      return staticMember(name, of: info, text: node.text, path, at: node)
        ?? [Way(path, fresh(node.text, path))]
    }
    if namesEffects(base) { return implicit(name, node, path, nil) }
    if case .name(let type) = base.form, setting.answer.besides.contains(type),
      Library.emptyEffects.contains(name)
    {
      return [Way(path, .absent)]
    }
    // Whether a task is cancelled may be answered otherwise each time.
    if name == "isCancelled", case .name("Task") = base.form {
      return [Way(path, fresh(node.text, path))]
    }
    if let place = alias(name, of: base, path) ?? wrapped(name, of: base, path) {
      return [Way(path, path.value(at: place) ?? .void)]
    }
    return evaluate(base, path).flatMap { way -> [Way] in
      if case .absent = way.value, base.isChained { return [Way(way.path, .absent)] }
      return member(name, of: way.value, base, node, way.path)
    }
  }

  /// `.name` where the place around it tells the type.
  private func implicit(
    _ name: String, _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    let info = type(expected?.key)
    if let info, info.enumCase(name) == nil, isFollowed(info.key),
      let result = staticMember(name, of: info, text: node.text, path)
    {
      return result
    }
    let declares =
      info.map { info in
        info.enumCase(name) != nil || info.properties.contains { $0.name == name }
          || info.getters.contains { $0.name == name }
      } ?? false
    if name == "none", !declares { return [Way(path, .absent)] }
    let value = CaseValue(name: name, type: info?.key, text: node.text, location: node.location)
    return [Way(path, .enumCase(value))]
  }

  private func staticMember(
    _ name: String, of info: NominalType, text: String, _ path: Path, at node: Expression? = nil
  ) -> [Way]? {
    if let node, info.enumCase(name) != nil {
      let value = CaseValue(name: name, type: info.key, text: text, location: node.location)
      return [Way(path, .enumCase(value))]
    }
    if let getter = info.getters.first(where: { $0.name == name && $0.isStatic }),
      isFollowed(info.key)
    {
      return follow(getter, on: .type(key: info.key, name: info.name), at: nil, path)
    }
    guard let property = info.properties.first(where: { $0.name == name && $0.isStatic }) else {
      return nil
    }
    // A number or a text is told by its name.
    guard let start = property.start?.value, property.isLet || start.isClosure,
      info.declaresOnce(name), !start.isLiteral
    else { return [Way(path, variable(property, of: info, text: text, path))] }
    let type = property.type ?? .nominal(key: info.key, name: info.name, arguments: [])
    var inner = path
    inner.push(Frame(selfType: info.key))
    return evaluate(start, inner, type).map { Way($0.path.unwound(to: path.depth), $0.value) }
  }

  /// What a variable of a type holds: what it was given is known until code has run that is not
  /// followed.
  private func variable(
    _ property: NominalType.Property, of info: NominalType, text: String, _ path: Path
  ) -> Value {
    let name = "\(info.key).\(property.name)"
    let symbol = symbols.symbol(.text(name, version: path.clock.strangers, scope: 0))
    var unknown = Unknown(symbol, text: text, type: property.key)
    if property.type == nil, let start = property.start?.value { unknown.note(like: start) }
    return present(.unknown(unknown), as: property.type)
  }

  /// Notes what a variable of a type was given.
  func note(_ value: Value, in target: Expression, _ path: inout Path) {
    guard case .member(let base, let name) = target.form, case .type(let key, _) = base.form,
      let info = type(key), !info.accessors.contains(where: { $0.name == name }),
      let property = info.properties.first(where: { $0.name == name && $0.isStatic }),
      !property.isLet, case let held = variable(property, of: info, text: target.text, path),
      let symbol = held.unknown?.symbol
    else { return }
    switch value {
    case .bool(let holds): path.facts[symbol] = .bool(holds)
    case .absent: path.facts[symbol] = .isNot(["some"])
    case .literal(let text):
      guard let own = operand(held, path) else { return }
      path.facts[symbols.symbol(.relation(own, "==", .text(text)))] = .bool(true)
    case .enumCase(let item) where !item.isStart && item.payload.isEmpty:
      path.facts[symbol] = .isCase(item)
    default: break
    }
  }

  /// Whether an expression is the name of a library's effects: `Effect.run` is `.run`.
  func namesEffects(_ base: Expression) -> Bool {
    guard case .name(let name) = base.form else { return false }
    return Library.effectTypes.contains(name) || name == setting.answer.effectName
  }

  private func member(
    _ name: String, of value: Value, _ base: Expression, _ node: Expression, _ path: Path
  ) -> [Way] {
    let value = settled(value, path)
    // Some libraries hand events over in a box.
    if name == "value", value.type == CaseValue.typeEvent { return [Way(path, value)] }
    if case .alias(let place) = value, let target = path.value(at: place) {
      return member(name, of: target, base, node, path)
    }
    let info = type(value.type)
    let getter = info?.getters.first { $0.name == name && !$0.isStatic }
    if let info, let getter, isFollowed(info.key) {
      return follow(getter, on: value, at: place(of: base, path), path)
    }
    if name == "isEmpty", let isEmpty = value.isKnownEmpty { return [Way(path, .bool(isEmpty))] }
    if name == "count", value.isKnownEmpty == true { return [Way(path, .literal("0"))] }
    if case .array(let items) = value, let known = element(name, of: items, node) {
      return [Way(path, known)]
    }
    if let known = carried(by: name, value, path) { return [known] }
    if name == "rawValue", case .enumCase(let known) = value,
      let number = info?.enumCase(known.name)?.rawNumber
    {
      return [Way(path, .literal("\(number)"))]
    }
    switch value {
    case .object, .unknown, .tuple:
      return [Way(path, part(name, of: value, info, getter, base, node, path))]
    default: return [Way(path, fresh(node.text, path))]
    }
  }

  private func part(
    _ name: String, of value: Value, _ info: NominalType?, _ getter: Function?,
    _ base: Expression, _ node: Expression, _ path: Path
  ) -> Value {
    let property = (info ?? self.type(value.unknown?.domain?.type))?.property(name)
    let type = property?.type ?? getter?.returnType
    let found = path.field(name, of: value, type: property?.key ?? type?.key)
    guard case .unknown(var unknown) = found else { return found }
    unknown.text = node.text
    if let getter {
      unknown.symbol = symbols.symbol(
        .answer(
          value.unknown?.symbol ?? unknown.symbol, of: name,
          version: version(ofAnswerOf: getter, in: value)))
    }
    if property?.type == nil, let start = property?.start?.value { unknown.note(like: start) }
    var known = getter == nil ? present(.unknown(unknown), as: property?.type) : .unknown(unknown)
    known = noted(known, as: type)
    if property == nil, getter == nil, Library.alwaysThere.contains(name) { known = known.found }
    guard case .unknown(var result) = known else { return known }
    if base.isChained {
      let isThere = isThere(value, path)
      let names = declaredType(of: base, path)?.name.flatMap { Library.present[$0] } ?? []
      if isThere, names.contains(name) { result.isPresent = true }
      if !isThere { result.isPresent = false }
      return .unknown(result)
    }
    result.domain = property.flatMap(domain(of:))
    return .unknown(property.map { fixed(result, $0) } ?? result)
  }

  /// The values at the ends of a body; paths that leave otherwise are dropped where they are handled.
  func values(of flows: [Flow]) -> [Way] {
    flows.compactMap { flow in
      switch flow.exit {
      case .returned(let value): return Way(flow.path, value)
      case .ends: return Way(flow.path, .void)
      case .threw(let error):
        departed.raise(flow.path, error)
        return nil
      case .arrives, .trapped: return nil
      }
    }
  }

  // MARK: - Places

  /// The place that an expression names, where it names one that may be assigned.
  func place(of node: Expression, _ path: Path) -> Place? {
    switch node.form {
    case .variable(let variable): return path.place(of: variable)
    case .selfValue: return path.place
    case .name(let written):
      if let place = alias(written, of: path.place, path) { return place }
      if let place = path.place.flatMap({ wrapped(written, of: $0, path) }) { return place }
      let isProjected = written.hasPrefix("$") && setting.state.keeper != nil
      let name = isProjected ? String(written.dropFirst()) : written
      guard let info = type(path.frames[path.depth - 1].selfType),
        info.property(name) != nil || info.getters.contains(where: { $0.name == name })
          || info.accessors.contains(where: { $0.name == name })
      else { return nil }
      return path.place.map { path.resolved($0.appending(name)) }
    case .member(let base, let name):
      // A projected value such as `$shared` is the property itself.
      let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
      return place(of: base, path).map { owner in
        alias(name, of: owner, path) ?? wrapped(name, of: owner, path)
          ?? path.resolved(owner.appending(plain))
      }
    case .chain(let base), .unwrap(let base): return place(of: base, path)
    case .element(let base, let arguments):
      if arguments.count == 1, arguments[0].label == "keyPath",
        let names = evaluate(arguments[0].value, path).first?.value.unknown?.keyPath
      {
        return place(of: base, path).map { place in
          names.reduce(place) { alias($1, of: $0, path) ?? path.resolved($0.appending($1)) }
        }
      }
      let text = arguments.map { argument in
        (argument.label.map { "\($0): " } ?? "") + argument.value.text
      }.joined(separator: ", ")
      return place(of: base, path)?.appending("[\(text)]")
    default: return nil
    }
  }

  private func wrapped(_ name: String, of base: Expression, _ path: Path) -> Place? {
    guard name == "wrappedValue" || name.hasPrefix("_") else { return nil }
    return place(of: base, path).flatMap { wrapped(name, of: $0, path) }
  }

  /// The property that `_mode` is the wrapper of, and that `_mode.wrappedValue` and
  /// `$mode.wrappedValue` are.
  private func wrapped(_ name: String, of place: Place, _ path: Path) -> Place? {
    if name == "wrappedValue", let property = place.path.last {
      let isWrapped = type(type(at: place.owner, path))?.property(property)?.isWrapped
      return isWrapped == true ? place : nil
    }
    guard name.hasPrefix("_"),
      let own = type(type(at: place, path))?.wrappedProperty(name)
    else { return nil }
    return path.resolved(place.appending(own.name))
  }

  /// The key of the type that a place holds, from the declarations of the types on the way.
  func type(at place: Place, _ path: Path) -> String? {
    let place = path.resolved(place)
    if let type = path.peek(at: place)?.type { return type }
    let keyOfSelf = place.root == .me ? path.frames[place.frame].selfType : nil
    var key = path.peek(at: place.whole)?.type ?? keyOfSelf
    for field in place.path {
      guard let info = type(key) else { return nil }
      key =
        info.property(field)?.key
        ?? info.getters.first { $0.name == field }?.returnType?.key
    }
    return key
  }
}

extension NominalType {
  /// Whether one property alone has a name: of the branches of an `#if` nobody knows which one holds.
  fileprivate func declaresOnce(_ name: String) -> Bool {
    properties.count { $0.name == name } == 1
  }
}

extension Expression {
  fileprivate var isClosure: Bool { if case .closure = form { true } else { false } }

  fileprivate var isLiteral: Bool { if case .literal = form { true } else { false } }

  /// Whether it is `true`, `false`, `nil` or a dictionary: a number or a text is told by its name.
  fileprivate var tellsValue: Bool {
    switch form {
    case .bool, .absent, .dictionary: true
    default: false
    }
  }

  /// Whether it is a literal.
  var isConstant: Bool {
    switch form {
    case .bool, .literal, .absent: true
    default: false
    }
  }

  /// Whether it is `Type.name`, or a call of that.
  fileprivate var isCase: Bool {
    switch form {
    case .member, .implicitMember: return true
    case .call(let call):
      switch call.callee {
      case .member, .implicitMember: return true
      default: return false
      }
    default: return false
    }
  }
}

extension Function {
  /// The expression that a property starts as.
  var value: Expression? {
    guard let block = body?.blocks.first, case .return(let expression) = block.end else {
      return nil
    }
    return expression
  }
}

extension Unknown {
  /// Notes what an expression that gives such a value says of its type.
  mutating func note(like start: Expression) {
    switch start.form {
    case .literal(let text):
      isFloat = text.contains(".") && !text.hasPrefix("\"")
      isOrdered = !isFloat
    case .member(_, let name): isOrdered = Library.wholeNumbers.contains(name)
    case .call(let call):
      isFloat = Library.floats.contains(call.name)
      isOrdered = Library.ordered.contains(call.name)
    default: break
    }
  }
}

extension TypeReference {
  /// Whether it is a type, or a tuple that has it.
  func holds(_ key: String) -> Bool {
    if case .tuple(let elements) = self { return elements.contains { $0.type.holds(key) } }
    return self.key == key
  }
}
