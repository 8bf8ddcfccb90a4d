import OrreryModel
import OrreryProgram

/// States that are structs: their properties are written one by one, and each write is kept.
extension Execution {
  /// Whether an object is the state, however much of it has changed.
  func isState(_ object: ObjectValue) -> Bool {
    symbols.origin(of: object.base.symbol) == .start
  }

  /// What was done to a state, where that is what a value is.
  func changes(of value: Value) -> [Write]? {
    guard setting.state.structType != nil, case .object(let object) = value, isState(object),
      !object.writes.isEmpty
    else { return nil }
    return object.writes
  }

  func isState(at place: Place, _ path: Path) -> Bool {
    path.peek(at: place)?.unknown.map { symbols.origin(of: $0.symbol) == .start } ?? false
  }

  /// Whether it is a state of which some property was changed.
  func isChangedState(_ value: Value) -> Bool {
    guard case .object(let object) = value else { return false }
    return isState(object) && !object.writes.isEmpty
  }

  /// Adds a change of a property to the log of the state that holds it.
  func note(_ write: Write, at place: Place, _ path: inout Path) {
    guard setting.state.structType != nil else { return }
    for count in 0..<place.path.count {
      let owner = Place(frame: place.frame, place.root, path: Array(place.path.prefix(count)))
      guard case .object(let object)? = path.peek(at: owner), isState(object) else { continue }
      var write = write
      write.depth = write.depth ?? path.conditionCount
      if write.path.isEmpty { write.path = Self.name(of: place.path.dropFirst(count)) }
      path.log(write, at: owner)
      if let last = path.trail.last { path.trail.written.insert(last) }
      path.trail.written.formUnion(statements(behind: place.path[count], of: object.base.type))
      return
    }
  }

  /// The statements of the accessors of a property: a write of the property stands for what they write.
  private func statements(behind property: String, of key: String?) -> [NodeID] {
    let accessors = type(key)?.accessors.filter { $0.name == property && !$0.isStatic } ?? []
    return accessors.flatMap { accessor in
      (accessor.body?.blocks ?? []).flatMap { block in
        block.instructions.map(\.statement.id) + [block.statement?.id].compactMap { $0 }
      }
    }
  }

  /// What an observer writes is placed where the property is assigned; what it makes of the property
  /// itself does not hide what that was assigned.
  func placed(_ way: Path, _ name: String, at owner: Place, like path: Path) -> Path {
    guard case .object(var object)? = way.peek(at: owner),
      case .object(let before)? = path.peek(at: owner)
    else { return way }
    let assigned = before.writes.filter { $0.path == name }
    let others = object.writes.filter { $0.path != name }
    let known = before.writes.count - assigned.count
    object.writes = Array(others.prefix(known)) + assigned + others.dropFirst(known)
    for index in object.writes.indices.dropFirst(before.writes.count) {
      object.writes[index].location = path.trail.location
      object.writes[index].depth = before.writes.last?.depth
    }
    var way = way
    way.keep(object.writes, at: owner)
    // What follows the assignment stands under none of the observer's conditions.
    way.loopGuards += max(way.guards.count - path.guards.count, 0)
    return way
  }

  private static func name(of fields: ArraySlice<String>) -> String {
    fields.reduce(into: "") { text, field in
      text += field.hasPrefix("[") || text.isEmpty ? field : ".\(field)"
    }
  }

  /// What stands behind a variable: `items[id: id]?.mode` of `state.items[id: id]?.mode`.
  func propertyText(_ target: Expression, _ path: Path) -> String? {
    var root = target
    while let base = root.base { root = base }
    guard setting.state.structType != nil, case .variable(let variable) = root.form,
      let place = path.place(of: variable), place.path.isEmpty, isState(at: place, path)
    else { return nil }
    let text = target.text.dropFirst(variable.name.count)
    guard text.hasPrefix("."), !text.hasPrefix("._"), !text.contains(".wrappedValue") else {
      return nil
    }
    return text.replacing(".$", with: ".").dropFirst().description
  }

  /// `state = State(name: name)`: one write of all, whatever the properties become.
  func whole(_ new: Value, _ value: Expression, at place: Place, _ path: Path) -> Value {
    guard setting.state.structType != nil, place == setting.state.place.map(path.resolved),
      case .call(let call) = value.form,
      !call.arguments.contains(where: { self.place(of: $0.value, path) == place }),
      case .object(var object) = new, isState(object), !object.writes.isEmpty
    else { return new }
    var write = path.write(value.text, to: place.path.last ?? place.name)
    (write.depth, write.isWhole) = (path.conditionCount, true)
    object.writes = [write]
    return .object(object)
  }

  /// `Type(…)` of a struct without an initializer of its own, or whose initializer is of no matter.
  func memberwise(
    _ info: NominalType, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way] {
    let types = call.arguments.map { info.property($0.label ?? "")?.type }
    let isState = info.key == setting.state.structType
    return arguments(of: call, path, types: types).flatMap { path, values in
      let symbol = symbols.symbol(isState ? .start : .made(node.id, version: path.clock.version))
      var object = ObjectValue(base: Unknown(symbol, text: node.text, type: info.key))
      object.isNew = !isState
      for (value, written) in zip(values, call.arguments) {
        guard let label = value.label else { continue }
        object.fields[label] = value.value
        guard isState else { continue }
        let write = path.write(given(written.value, path), to: label)
        object.writes += changes(write, to: value.value)
      }
      if isState { addDefaults(of: info, to: &object, path) }
      if info.initializers.isEmpty { addState(of: info, to: &object, path) }
      return keeping(values, by: call, [Way(path, .object(object))])
    }
  }

  /// The state of a machine that is made anew, where it starts as declared.
  func addState(of info: NominalType, to object: inout ObjectValue, _ path: Path) {
    let isMachine = info.key == path.frames[0].selfType
    guard isMachine || info.key == setting.state.memberType,
      let names = setting.state.place?.path, let name = isMachine ? names.first : names.last,
      object.fields[name] == nil, let property = info.property(name)
    else { return }
    guard let start = property.start?.value else {
      if !property.isLet, property.type?.isOptional == true { object.fields[name] = .absent }
      return
    }
    let type = property.type ?? property.key.map { TypeReference(key: $0) }
    object.fields[name] = evaluate(start, path, type).first?.value
  }

  /// Properties that a new state leaves out start as declared.
  ///
  /// - Parameter isMade: Whether all others are given; else an initializer gives them.
  func addDefaults(
    of info: NominalType, to object: inout ObjectValue, _ path: Path, isMade: Bool = true
  ) {
    for property in info.properties where !property.isStatic && !property.isLet {
      guard object.fields[property.name] == nil,
        isMade || property.start != nil || property.type?.isOptional == true
      else { continue }
      var inner = path
      inner.push(Frame(selfType: info.key))
      let start = property.start?.value
      object.fields[property.name] =
        start.map { evaluate($0, inner, property.type).first?.value ?? .void } ?? .absent
      object.writes.append(path.write(start?.text ?? "nil", to: property.name))
    }
  }

  /// An argument as written; of `name ?? state.name` the one that is there, and of a variable what it
  /// is known to hold.
  func given(_ node: Expression, _ path: Path) -> String {
    switch node.form {
    case .variable, .name:
      let value = evaluate(node, path).first?.value
      return value?.constantText ?? node.text
    case .coalesce(let left, let right):
      guard case .variable(let variable) = left.form,
        let value = path.place(of: variable).flatMap(path.value)
      else { return node.text }
      if case .absent = value { return right.text }
      return left.text
    default: return node.text
    }
  }

  /// What a new state says anew of a property: nothing where that is the one of the old state, and of a
  /// struct that is put together again the parts that are others.
  func changes(_ write: Write, to value: Value, isPart: Bool = false) -> [Write] {
    if isUnchanged(write.path, value) { return [] }
    guard let parts = parts(of: value, as: write.path), isPart || isAlwaysThere(write.path) else {
      return [write]
    }
    let isKept = parts.contains { isUnchanged("\(write.path).\($0.name)", $0.value) }
    guard isPart || isKept || write.value.isName else { return [write] }
    return parts.flatMap { part in
      var inner = write
      inner.path += ".\(part.name)"
      inner.value = part.value.constantText ?? part.value.text
      return changes(inner, to: part.value, isPart: true)
    }
  }

  /// Whether a property of the state is never absent: else a new value is more than its parts.
  private func isAlwaysThere(_ name: String) -> Bool {
    type(setting.state.structType)?.property(name)?.type?.isPresent ?? false
  }

  /// The properties of a struct of which each was given when it was made, or those of one of the old
  /// state that were changed in a copy.
  private func parts(of value: Value, as path: String) -> [(name: String, value: Value)]? {
    guard case .object(let object) = value else { return nil }
    if symbols.statePath(of: object.base.symbol) == path {
      return object.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
    guard object.isNew, let info = type(object.base.type), info.kind == .struct,
      info.initializers.isEmpty
    else { return nil }
    let names = info.properties.filter { !$0.isStatic }.map(\.name)
    let parts = names.compactMap { name in object.fields[name].map { (name: name, value: $0) } }
    return parts.count == names.count && !parts.isEmpty ? parts : nil
  }

  /// Whether a property of a new state is the one of the old state.
  private func isUnchanged(_ name: String, _ value: Value) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    return symbols.statePath(of: unknown.symbol) == name
  }
}

extension Path {
  /// A change that the statement makes at which the path is.
  func write(_ value: String, to name: String = "", op: String = "=") -> Write {
    Write(path: name, op: op, value: value, location: trail.location)
  }
}

extension SymbolTable {
  /// The properties by which the state has a value: `user.name`; nothing for any other value.
  fileprivate func statePath(of symbol: Symbol) -> String? {
    guard case .member(let whole, let name) = origin(of: symbol) else { return nil }
    if origin(of: whole) == .start { return name }
    return statePath(of: whole).map { "\($0).\(name)" }
  }
}

extension Value {
  /// What an initializer made, worded by its call, with its writes placed there.
  func made(by call: String, at location: SourceLocation) -> Value {
    guard case .object(var object) = self else { return self }
    if object.base.text == "self" { object.base.text = call }
    for index in object.writes.indices { object.writes[index].location = location }
    return .object(object)
  }

  /// A value that is told, or the name of one, as written.
  fileprivate var constantText: String? {
    switch self {
    case .bool, .literal, .absent: text
    case .enumCase(let known) where known.version == nil && !known.text.isEmpty:
      known.payload.isEmpty ? known.text : nil
    case .unknown(let unknown): unknown.text.isName ? unknown.text : nil
    default: nil
    }
  }

  /// Whether a case of some enum is among its properties: a state beside what comes with it.
  func holdsCase(of type: String?) -> Bool {
    guard let type else { return false }
    switch self {
    case .object(let object): return object.fields.values.contains { $0.holdsCase(of: type) }
    case .enumCase(let value): return value.type == type
    default: return false
    }
  }
}

extension String {
  fileprivate var isName: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
