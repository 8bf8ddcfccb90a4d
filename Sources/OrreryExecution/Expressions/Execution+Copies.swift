import OrreryModel
import OrreryProgram

/// States that are copies of the one before, with some properties changed.
extension Execution {
  /// The copy that a method makes of a state which libraries generate, or that a closure changes;
  /// nothing for any other call.
  ///
  /// `state.copy(name: value)`, `state.with { $0.name = value }`: by convention of all of them the named
  /// arguments are what changes.
  func copy(_ name: String, of value: Value, _ call: Call, _ node: Expression, _ path: Path)
    -> [Way]?
  {
    guard let symbol = value.unknown?.symbol, setting.state.structType != nil,
      symbols.origin(of: symbol) == .start, ["copy", "with"].contains(name),
      !call.arguments.isEmpty
    else { return nil }
    if call.arguments.count == 1, let closure = call.closure {
      return lend(value, to: closure, node, path)
    }
    return name == "copy" ? copy(value, with: call, path) : nil
  }

  private func copy(_ value: Value, with call: Call, _ path: Path) -> [Way] {
    let info = type(setting.state.structType)
    let types = call.arguments.map { info?.property($0.label ?? "")?.type }
    return arguments(of: call, path, types: types).map { path, values in
      var result = value
      for (argument, written) in zip(values, call.arguments) {
        guard let label = argument.label else { continue }
        result = copy(result, with: argument.value, at: [label], by: written.value.text, path)
      }
      return Way(path, result)
    }
  }

  /// A copy of a value with one property, however deep, replaced.
  func copy(
    _ value: Value, with new: Value, at fields: [String], by text: String, _ path: Path
  ) -> Value {
    let copy = path.setting(fields[...], of: value, to: new)
    guard case .object(var object) = copy else { return copy }
    object.writes.append(path.write(text, to: fields.joined(separator: ".")))
    return .object(object)
  }

  /// What a closure leaves of a value that it is lent, as the answer of the call.
  func lend(_ value: Value, to closure: Function, _ node: Expression, _ path: Path) -> [Way] {
    var inner = path
    var frame = Frame()
    frame.variables = [value]
    inner.push(frame)
    let place = Place(frame: path.depth, .variable(slot: 0, name: node.text))
    let closure = ClosureValue(function: closure, frame: path.depth - 1)
    return invoke(closure, handed: [Labelled(nil, .alias(place))], node, inner).map { way in
      Way(way.path.unwound(to: path.depth), way.path.value(at: place) ?? value)
    }
  }

  /// What a method of the state answers that makes a copy: its writes are the caller's, with the
  /// arguments in place of the parameters, beside those that led to the state it was called on.
  func copied(
    _ value: Value, from old: Value?, by function: Function, _ call: Call, _ node: Expression,
    _ path: Path
  ) -> Value {
    guard let old, belongsToState(function), !function.isMutating, !function.isStatic,
      case .object(var object) = value, isState(object)
    else { return value }
    let texts = texts(of: call, for: function, path)
    var kept: [Write] = []
    if case .object(let before) = old { kept = before.writes }
    let new = object.writes.compactMap { write -> Write? in
      let isOld = object.fields[write.path].map { $0.isSame(as: path.field(write.path, of: old)) }
      if isOld ?? false { return nil }
      // What a closure of the call changes stands in the call itself.
      if call.closures.contains(where: { $0.holds(write.location) }) { return write }
      var write = write
      (write.value, write.location) = (texts[write.value] ?? write.value, path.trail.location)
      return write
    }
    object.writes = kept.filter { write in !new.contains { $0.path == write.path } } + new
    return .object(object)
  }

  /// Whether it is a method of the struct state, or one that a protocol of it gives.
  private func belongsToState(_ function: Function) -> Bool {
    guard let key = setting.state.structType, let owner = function.owner else { return false }
    return owner == key
      || type(owner)?.kind == .protocol && type(key)?.supertypes.contains(owner) ?? false
  }

  /// A new state, whose properties are written as its maker words them and not the initializer.
  func handed(_ value: Value, by call: Call, to function: Function, _ path: Path) -> Value {
    guard case .object(var object) = value, isState(object) else { return value }
    let texts = texts(of: call, for: function, path)
    object.writes = object.writes.flatMap { write -> [Write] in
      var write = write
      write.value = texts[write.value] ?? write.value
      return object.fields[write.path].map { changes(write, to: $0) } ?? [write]
    }
    return .object(object)
  }

  /// What each parameter is given, as written.
  private func texts(of call: Call, for function: Function, _ path: Path) -> [String: String] {
    var texts: [String: String] = [:]
    for parameter in function.parameters {
      let argument = call.arguments.first { $0.label == parameter.label }
      let name = parameter.variable.name
      texts[name] =
        texts[name] ?? argument.map { given($0.value, path) } ?? parameter.standard?.text
    }
    return texts
  }
}

extension Function {
  /// Whether a place is in the function.
  fileprivate func holds(_ place: SourceLocation) -> Bool {
    guard let body, place.file == location.file else { return false }
    return body.blocks.contains { block in
      block.statement?.location == place
        || block.instructions.contains { $0.statement.location == place }
    }
  }
}
