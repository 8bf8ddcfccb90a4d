import OrreryProgram

/// Which types the expressions of a function are of, as far as declarations tell, without executing any.
package struct StaticTypes {
  package let program: any Program
  /// The functions around the expressions, the innermost last.
  private var scopes: [Scope] = []

  private struct Scope {
    var owner: String?
    var isStatic: Bool
    var variables: [Int: Source] = [:]
  }

  /// What tells the type of a variable.
  private indirect enum Source {
    case type(TypeReference)
    /// What an expression gives that stands in the function, or in one around it.
    case value(Expression, level: Int)
    case element(Source)
    case part(Source, Int)
    case payload(Source, name: String, Int)
  }

  /// A type as an expression gives it.
  package struct Found {
    package var type: TypeReference
    /// Whether it is the type itself rather than a value of it.
    package var isType = false
    /// Whether it is the object around the expression.
    package var isSelf = false

    package var key: String? { type.key }
  }

  private static let mostSteps = 12

  package init(_ program: any Program) { self.program = program }

  // MARK: - Functions

  /// Goes into a function that stands in the one before.
  ///
  /// - Parameter call: What a closure is handed to.
  package mutating func enter(_ function: Function, handedTo call: Call? = nil) {
    var scope = Scope(owner: function.owner, isStatic: function.isStatic)
    let level = scopes.count
    for parameter in function.parameters {
      scope.variables[parameter.variable.slot] = parameter.type.map(Source.type)
    }
    if let call { take(function.parameters, from: call, &scope, level - 1) }
    for block in function.body?.blocks ?? [] {
      for instruction in block.instructions {
        guard case .declare(let pattern, let value, let type) = instruction.operation else {
          continue
        }
        let source = type.map(Source.type) ?? value.map { .value($0, level: level) }
        if let source { Self.bind(pattern, source, &scope) }
      }
      Self.bind(block.end, level, &scope)
    }
    scopes.append(scope)
  }

  package mutating func leave() { scopes.removeLast() }

  /// What a method of a collection or of an optional hands to a closure.
  private func take(
    _ parameters: [Function.Parameter], from call: Call, _ scope: inout Scope, _ level: Int
  ) {
    guard case .member(let base, let name) = call.callee, Library.iterators.contains(name) else {
      return
    }
    let list = Source.element(.value(base, level: level))
    for (offset, parameter) in parameters.enumerated() where parameter.type == nil {
      scope.variables[parameter.variable.slot] =
        parameters.count > 1 ? .part(list, offset) : list
    }
  }

  private static func bind(_ end: Terminator, _ level: Int, _ scope: inout Scope) {
    switch end {
    case .branch(let conditions, _, _, _): bind(conditions, level, &scope)
    case .loop(let loop):
      switch loop.kind {
      case .while(let conditions): bind(conditions, level, &scope)
      case .forEach(let pattern, let list, _, _):
        bind(pattern, .element(.value(list, level: level)), &scope)
      case .repeatWhile: break
      }
    case .match(let match):
      for item in match.clauses.flatMap(\.items) {
        bind(item.pattern, .value(match.subject, level: level), &scope)
      }
    case .suspend(let point):
      scope.variables[point.variable.slot] = .value(point.expression, level: level)
    default: break
    }
  }

  private static func bind(_ conditions: [Condition], _ level: Int, _ scope: inout Scope) {
    for condition in conditions {
      switch condition {
      case .matches(let pattern, _, let subject), .binds(let pattern, let subject, _):
        bind(pattern, .value(subject, level: level), &scope)
      case .holds, .unknown: break
      }
    }
  }

  private static func bind(_ pattern: Pattern, _ source: Source, _ scope: inout Scope) {
    switch pattern {
    case .bind(let variable): scope.variables[variable.slot] = source
    case .some(let inner): bind(inner, source, &scope)
    case .tuple(let elements):
      for (offset, element) in elements.enumerated() {
        bind(element.pattern, .part(source, offset), &scope)
      }
    case .enumCase(let name, let values):
      for (offset, element) in (values ?? []).enumerated() {
        bind(element.pattern, .payload(source, name: name, offset), &scope)
      }
    default: break
    }
  }

  // MARK: - Expressions

  /// What an expression of the innermost function gives; nothing where that is not declared.
  package func type(of node: Expression) -> Found? { found(node, scopes.count - 1, 0) }

  private func found(_ node: Expression, _ level: Int, _ steps: Int) -> Found? {
    guard steps < Self.mostSteps, scopes.indices.contains(level) else { return nil }
    let next = { (node: Expression) in found(node, level, steps + 1) }
    switch node.form {
    case .variable(let variable):
      let outer = level - variable.depth
      guard scopes.indices.contains(outer) else { return nil }
      return scopes[outer].variables[variable.slot].flatMap { type($0, steps + 1) }
    case .selfValue, .superValue: return own(level)
    case .name(let name):
      if let member = own(level).flatMap({ member(name, of: $0, steps) }) { return member }
      return program.global(name).flatMap { type(of: $0, steps) }
    case .type(let key, let name):
      return Found(type: .nominal(key: key, name: name, arguments: []), isType: true)
    case .member(let base, let name): return next(base).flatMap { member(name, of: $0, steps) }
    case .element(let base, let arguments):
      if arguments.count == 1, case .keyPath(let names?)? = arguments.first?.value.form {
        return names.reduce(next(base)) { found, name in
          found.flatMap { member(name, of: $0, steps) }
        }
      }
      return next(base).flatMap { element(of: $0.type) }
    case .chain(let inner), .unwrap(let inner), .wait(let inner), .lend(let inner),
      .attempt(_, let inner):
      return next(inner)
    case .cast(_, _, let type): return Found(type: type)
    case .coalesce(let a, let b), .conditional(_, let a, let b): return next(a) ?? next(b)
    case .call(let call): return answer(of: call, level, steps)
    case .array(let elements):
      return elements.first.flatMap(next).map { Found(type: .array($0.type)) }
    default: return nil
    }
  }

  private func own(_ level: Int) -> Found? {
    guard let key = scopes[level].owner else { return nil }
    let isStatic = scopes[level].isStatic
    return Found(type: TypeReference(key: key), isType: isStatic, isSelf: !isStatic)
  }

  private func type(_ source: Source, _ steps: Int) -> Found? {
    guard steps < Self.mostSteps else { return nil }
    switch source {
    case .type(let type): return Found(type: type)
    case .value(let node, let level): return found(node, level, steps)
    case .element(let list): return type(list, steps + 1).flatMap { element(of: $0.type) }
    case .part(let whole, let offset):
      if case .element(.value(let list, let level)) = whole,
        let inner = enumerated(list), offset == 1
      {
        return found(inner, level, steps + 1).flatMap { element(of: $0.type) }
      }
      guard case .tuple(let elements)? = type(whole, steps + 1)?.type.present,
        elements.indices.contains(offset)
      else { return nil }
      return Found(type: elements[offset].type)
    case .payload(let whole, let name, let offset):
      guard let found = type(whole, steps + 1) else { return nil }
      if name == "some" { return found }
      let values = found.key.flatMap(program.type)?.enumCase(name)?.values ?? []
      return values.indices.contains(offset) ? Found(type: values[offset].type) : nil
    }
  }

  /// `list` of `list.enumerated()`.
  private func enumerated(_ node: Expression) -> Expression? {
    guard case .call(let call) = node.form, case .member(let list, "enumerated") = call.callee
    else { return nil }
    return list
  }
}

// MARK: - Members

extension StaticTypes {
  private func member(_ name: String, of owner: Found, _ steps: Int) -> Found? {
    switch owner.type.present {
    case .nominal(let key?, _, let arguments):
      return program.type(key).flatMap { member(name, of: $0, arguments, owner, steps) }
    case .tuple(let elements):
      let offset = Int(name) ?? elements.firstIndex { $0.label == name } ?? -1
      return elements.indices.contains(offset) ? Found(type: elements[offset].type) : nil
    case let list:
      if Library.keepers.contains(name) { return owner }
      return Library.choosers.contains(name) ? element(of: list) : nil
    }
  }

  private func member(
    _ name: String, of info: NominalType, _ arguments: [TypeReference], _ owner: Found,
    _ steps: Int
  ) -> Found? {
    guard steps < Self.mostSteps else { return nil }
    let stored = info.properties.filter { $0.name == name }
    if let property = stored.first(where: { $0.isStatic == owner.isType }) ?? stored.first {
      return type(of: property, steps).map {
        Found(type: given($0.type, info, arguments), isType: $0.isType)
      }
    }
    if owner.isType, info.enumCase(name) != nil { return Found(type: TypeReference(key: info.key)) }
    if let getter = info.getters.first(where: { $0.name == name }) {
      return getter.returnType.map { Found(type: given($0, info, arguments)) }
    }
    return info.supertypes.lazy.compactMap(program.type).compactMap {
      member(name, of: $0, [], owner, steps + 1)
    }.first
  }

  private func type(of property: NominalType.Property, _ steps: Int) -> Found? {
    (property.type ?? property.key.map { TypeReference(key: $0) }).map { Found(type: $0) }
      ?? property.start.flatMap { value(of: $0, steps) }
  }

  /// A type with what a generic parameter stands for.
  private func given(
    _ type: TypeReference, _ info: NominalType, _ arguments: [TypeReference]
  ) -> TypeReference {
    guard case .parameter(let name) = type.present,
      let place = info.genericNames.firstIndex(of: name), arguments.indices.contains(place)
    else { return type }
    return arguments[place]
  }

  /// What a function without parameters gives that is one expression.
  private func value(of start: Function, _ steps: Int) -> Found? {
    guard let value = start.value else { return nil }
    var inner = StaticTypes(program)
    inner.enter(start)
    return inner.found(value, 0, steps + 1)
  }

  private func element(of list: TypeReference) -> Found? {
    switch list.present {
    case .array(let element), .dictionary(_, let element): Found(type: element)
    case .nominal(_, let name, let arguments) where Library.sequences.contains(name):
      arguments.first.map { Found(type: $0) }
    default: nil
    }
  }

  private func answer(of call: Call, _ level: Int, _ steps: Int) -> Found? {
    switch call.callee {
    case .type(let key, let name):
      return Found(type: .nominal(key: key, name: name, arguments: []))
    case .localFunction(let function, _): return function.returnType.map { Found(type: $0) }
    case .name(let name):
      let own = own(level)?.key.map { functions(name, of: $0, steps) } ?? []
      return answer(of: own.isEmpty ? program.globals(named: name) : own)
    case .member(let base, let name):
      guard let owner = found(base, level, steps + 1) else { return nil }
      if owner.isType, name == "init" { return Found(type: owner.type) }
      if let key = owner.type.present.key, program.type(key) != nil {
        return answer(of: functions(name, of: key, steps))
      }
      return member(name, of: owner, steps)
    case .variable, .implicitMember, .superMember, .value: return nil
    }
  }

  private func functions(_ name: String, of key: String, _ steps: Int) -> [Function] {
    guard steps < Self.mostSteps, let info = program.type(key) else { return [] }
    let own = info.functions.filter { $0.name == name }
    guard own.isEmpty else { return own }
    return info.supertypes.lazy.map { functions(name, of: $0, steps + 1) }.first { !$0.isEmpty }
      ?? []
  }

  /// What all of some functions give.
  private func answer(of functions: [Function]) -> Found? {
    let types = functions.compactMap(\.returnType)
    guard let first = types.first, types.count == functions.count, Set(types).count == 1,
      case let type = first.present, !type.isParameter
    else { return nil }
    return Found(type: type)
  }
}
