import OrreryProgram

/// Getters are executed as if they stood in place of their property; one that leaves open what it gives
/// is the same value until something that it reads is written.
extension Execution {
  /// Executes a getter.
  ///
  /// - Parameter place: Where the value is kept.
  func follow(
    _ getter: Function, on value: Value, at place: Place?, _ path: Path
  ) -> [Way] {
    guard !calls.isTooDeep, path.depth < 64, let body = getter.body else {
      return [Way(path, fresh(getter.name, path))]
    }
    if getter.isOverridable, getter.value?.isConstant ?? false {
      return [Way(path, answer(of: getter, on: value, path))]
    }
    var inner = path
    if let last = path.trail.last { inner.trail.joined.insert(last) }
    let mayWrite =
      getter.isMutating || type(getter.owner)?.kind == .class || setting.state.keeper != nil
    var frame = Frame(
      me: getter.isStatic ? nil : mayWrite ? place.map(Value.alias) ?? value : value,
      selfType: getter.owner, returnType: getter.returnType)
    frame.function = getter
    inner.push(frame)
    let waits = body.blocks.contains { if case .suspend = $0.end { true } else { false } }
    if waits { enter(getter, inner, by: read(of: getter, path)) }
    let flows = run(Body.entry, of: body, [inner])
    if waits { calls.entries.removeLast() }
    let found = values(of: flows).map { way in
      var end = way.path.goingOn(from: path)
      // Its branches are none of the statement that reads it.
      (end.trail.branch, end.trail.innerEnd) = (path.trail.branch, path.trail.innerEnd)
      return Way(end, noted(way.value, as: getter.returnType))
    }
    // Several answers that decide nothing are one value that is not known.
    guard found.count > 1, !mayWrite || found.allSatisfy({ sameOutcome($0.path, path) }),
      !found.contains(where: { $0.value.isDecisive }) || isDetail(getter, found, from: path)
    else { return found }
    return [Way(path, answer(of: getter, on: value, path))]
  }

  /// The call that a read of a property is whose getter waits.
  private func read(of getter: Function, _ path: Path) -> FollowedCall {
    let node = Expression(
      .name(getter.name), id: getter.id, text: getter.name, location: path.trail.location)
    return FollowedCall(function: getter, node: node, outer: path)
  }

  /// What a getter gives that has several answers of which none decides anything.
  private func answer(of getter: Function, on value: Value, _ path: Path) -> Value {
    let value = placed(value, path)
    var text = getter.name
    if let known = value.unknown, symbols.origin(of: known.symbol) != .me {
      text = "\(known.text).\(getter.name)"
    }
    let key = getter.returnType?.key
    guard let base = value.unknown,
      [.struct, .class, .actor].contains(type(value.type ?? getter.owner)?.kind)
    else { return noted(fresh(text, path, type: key), as: getter.returnType) }
    // Others may change an object whenever code runs that is not followed.
    let version = version(
      ofAnswerOf: getter, in: value, strangers: setting.isSuspending ? path.clock.strangers : 0)
    let symbol = symbols.symbol(.answer(base.symbol, of: getter.name, version: version))
    return noted(.unknown(Unknown(symbol, text: text, type: key)), as: getter.returnType)
  }

  /// Tells what a getter gives from what it gave before the properties that it reads were written.
  func version(ofAnswerOf getter: Function, in value: Value, strangers: Int = 0) -> Int {
    guard case .object(let object) = value, !object.fields.isEmpty else { return strangers }
    let read = properties(readBy: getter)
    let marks = object.fields.filter { read?.contains($0.key) ?? true }
      .sorted { $0.key < $1.key }.flatMap { [.text($0.key)] + $0.value.marks }
    return calls.number(ofCallWith: [.scope(strangers)] + marks)
  }

  /// The names of the stored properties that a getter may read, itself or through what it refers to;
  /// nothing where it may be any.
  private func properties(readBy getter: Function) -> Set<String>? {
    if let known = calls.reads[getter.id] { return known }
    let found = type(getter.owner).flatMap { $0.properties(readBy: getter) }
    calls.reads[getter.id] = .some(found)
    return found
  }

  /// Whether a getter leaves open which case of some type it gives, and nothing that is told of the
  /// machine is of that type.
  private func isDetail(_ getter: Function, _ found: [Way], from path: Path) -> Bool {
    guard let key = getter.returnType?.key, type(key)?.kind == .enum, key != watchedType(path),
      key != setting.answer.type,
      !path.frames.contains(where: { $0.returnType?.holds(key) ?? false })
    else { return false }
    return found.allSatisfy { way in
      way.value.type == key && sameOutcome(way.path, path)
        && way.path.guards.count > path.guards.count
    }
  }
}

extension NominalType {
  fileprivate func properties(readBy getter: Function) -> Set<String>? {
    let found = references(
      from: [getter], in: getters + functions, known: [getter.name], by: \.names)
    // Handed to something else, it may be read whole.
    if found.contains(where: \.handsSelf) { return nil }
    return Set(found.flatMap(\.names)).filter { $0 != getter.name && property($0) != nil }
  }
}

extension Value {
  /// Equal for two values that are surely the same.
  fileprivate var marks: [Mark] {
    switch self {
    case .unknown(let unknown): [.symbol(unknown.symbol)]
    case .enumCase(let value) where value.isStart: [.text("$start")]
    case .enumCase(let value): [.text(".\(value.name)")] + value.payload.flatMap(\.value.marks)
    case .object(let object):
      [.symbol(object.base.symbol)]
        + object.fields.sorted { $0.key < $1.key }.flatMap { [.text($0.key)] + $0.value.marks }
    case .tuple(let elements): [.text("(")] + elements.flatMap(\.value.marks)
    case .array(let values): [.text("[\(values.count)")] + values.flatMap(\.marks)
    default: [.text(text)]
    }
  }
}
