import OrreryProgram

/// `optional ?? other`, and what an optional or a result is mapped to.
extension Execution {
  func coalesce(
    _ left: Expression, _ right: Expression, _ text: String, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    if let mapping = left.mapping, tellsState(expected, path),
      let found = evaluate(mapping, or: right, text, path, expected)
    {
      return found
    }
    if let found = left.mapping.flatMap({ mapped($0, path, expected) }) { return found }
    return evaluate(left, path, expected).flatMap { way -> [Way] in
      switch asked(way.value) {
      case .absent: return evaluate(right, way.path, expected)
      case .unknown(let unknown)
      where unknown.symbol != .start && !isThere(way.value, way.path):
        if let apart = acting(way, of: left, or: right, expected) { return apart }
        let either = fresh(text, way.path, type: way.value.type)
        return [Way(way.path, isPlainlyThere(right, way.path) ? either.found : either)]
      default: return [way]
      }
    }
  }

  /// The way with a value where it is there, and those of the other expression; nothing where that does
  /// nothing but to give a value.
  private func acting(
    _ way: Way, of left: Expression, or right: Expression, _ expected: TypeReference?
  ) -> [Way]? {
    guard right.calls,
      case .open(let yes, let no, let question) = presence(
        of: way.value, holds: way.path, fails: way.path, text: "\(left.text) != nil")
    else { return nil }
    let (holds, fails) = apart(yes, no, question)
    let raised = departed.thrown[departed.thrown.count - 1].count
    let given = evaluate(right, fails, expected)
    let isQuiet = departed.thrown[departed.thrown.count - 1].count == raised
    if isQuiet, !given.isEmpty, given.allSatisfy({ sameOutcome($0.path, fails) }) { return nil }
    return [Way(holds, way.value.found)] + given
  }

  /// Whether a value of some type is the state, or a case in one that is a struct.
  private func tellsState(_ type: TypeReference?, _ path: Path) -> Bool {
    guard let key = type?.key else { return false }
    if key == watchedType(path) ?? path.frames[0].returnType?.key { return true }
    let isAnswer = path.frames.contains { $0.returnType?.holds(key) ?? false }
    return setting.state.structType != nil && !isAnswer && self.type(key)?.kind == .enum
  }

  /// The closure's value where the optional holds one, else the other value: one of two states;
  /// nothing where the type has a method of that name.
  private func evaluate(
    _ mapping: Mapping, or right: Expression, _ text: String, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way]? {
    let bases = evaluate(mapping.base, path).map { Way($0.path, settled($0.value, $0.path)) }
    let isOwn = bases.contains { way in
      type(way.value.type)?.functions.contains { $0.name == mapping.call.name } ?? false
    }
    if isOwn { return nil }
    return bases.flatMap { way -> [Way] in
      switch presence(of: way.value, holds: way.path, fails: way.path, text: mapping.question) {
      case .known(let path, true): return map(Way(path, way.value), mapping, expected)
      case .known(let path, false): return evaluate(right, path, expected)
      case .open(let yes, let no, let question):
        let (holds, fails) = apart(yes, no, question)
        let mapped = map(Way(holds, way.value), mapping, expected)
        guard mapped.contains(where: { $0.value.isDecisive }) else {
          return [Way(way.path, fresh(text, way.path, type: mapped.first?.value.type))]
        }
        return mapped + evaluate(right, fails, expected)
      }
    }
  }

  /// What a variable is mapped to, where that is a case of some enum, such as an effect.
  private func mapped(_ mapping: Mapping, _ path: Path, _ expected: TypeReference?) -> [Way]? {
    guard mapping.base.isName, case let bases = evaluate(mapping.base, path), bases.count == 1,
      let base = bases.first,
      case .unknown = base.value, case let ways = map(base, mapping, expected), ways.count == 1,
      let way = ways.first, case .enumCase = way.value, sameOutcome(way.path, path)
    else { return nil }
    return ways
  }

  /// What `map` makes of a value: by a closure, or by a case that takes it.
  private func map(_ way: Way, _ mapping: Mapping, _ expected: TypeReference?) -> [Way] {
    arguments(of: mapping.call, way.path, types: [expected]).flatMap { path, values -> [Way] in
      switch values.first?.value {
      case .closure(let closure)? where values.count == 1:
        return invoke(closure, [Labelled(nil, way.value)], path, expected)
      case .enumCase(var made)? where values.count == 1 && made.payload.isEmpty:
        let label = type(made.type)?.enumCase(made.name)?.values.first?.label
        made.payload = [Labelled(label, way.value)]
        return [Way(path, .enumCase(made))]
      default: return strange(mapping.call, mapping.node, values, path)
      }
    }
  }

  /// `result.map { … }` of which it is known whether it is a success: the closure runs once where there
  /// is a value, and else not at all; nothing for any other call.
  func mapped(
    _ value: Value, by name: String, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    if case .absent = value, name == "map" || name == "flatMap" { return [Way(path, .absent)] }
    if let ways = node.mapping.flatMap({ run($0, on: value, path) }) { return ways }
    guard let taken = Library.transforms[name], case .enumCase(let result) = value,
      !result.isStart, ["success", "failure"].contains(result.name), result.payload.count == 1,
      type(result.type) == nil, call.arguments.count == 1,
      case .closure(let function) = call.arguments[0].value.form
    else { return nil }
    guard result.name == taken else { return [Way(path, value)] }
    let closure = ClosureValue(function: function, frame: path.depth - 1)
    return invoke(closure, handed: result.payload, node, path).map { way in
      guard name.hasPrefix("map") else { return way }
      var mapped = result
      mapped.payload = [Labelled(nil, way.value)]
      return Way(way.path, .enumCase(mapped))
    }
  }

  /// The ways of a statement that maps what is declared as an optional: the closure runs once where there
  /// is a value; nothing for any other call.
  private func run(_ mapping: Mapping, on value: Value, _ path: Path) -> [Way]? {
    guard mapping.call.isStatement, value.unknown?.isDeclaredOptional ?? false else { return nil }
    let handed = handed(by: mapping.call, path).first?.value ?? value.found
    switch presence(of: value, holds: path, fails: path, text: mapping.question) {
    case .known(let path, true): return map(Way(path, handed), mapping, nil)
    case .known(let path, false): return [Way(path, .absent)]
    case .open(let yes, let no, let question):
      let (holds, fails) = apart(yes, no, question)
      return map(Way(holds, handed), mapping, nil) + [Way(fails, .absent)]
    }
  }

  /// Whether a call maps what another call will answer, such as a publisher's values: the chain stays
  /// what it is, whatever it hands on.
  func isChain(_ name: String, _ value: Value, _ call: Call) -> Bool {
    guard Library.mappers.contains(name), case .unknown = value,
      case .member(let base, _) = call.callee, case .call(let inner) = base.form
    else { return false }
    return !Library.listMakers.contains(inner.name)
  }

  /// What a mapping gives, without the case that its closure makes of each value.
  func unmapped(_ way: Way, _ node: Expression) -> Way {
    guard let made = way.value.caseValue, made.type == nil || made.type != watchedType(way.path)
    else { return way }
    return Way(way.path, fresh(node.text, way.path))
  }

  /// Whether an expression is a literal, or a name of something that is there.
  private func isPlainlyThere(_ node: Expression, _ path: Path) -> Bool {
    switch node.form {
    case .literal, .bool: true
    case .variable, .name: evaluate(node, path).first.map { isThere($0.value, path) } ?? false
    default: false
    }
  }
}

/// `optional.map { … }`, as a call and what it is called on.
private struct Mapping {
  var node: Expression
  var call: Call
  var base: Expression

  /// What it asks of the optional.
  var question: String { base.isName ? "let \(base.text)" : "\(base.text) != nil" }
}

extension Expression {
  fileprivate var mapping: Mapping? {
    guard case .call(let call) = form, case .member(let base, let name) = call.callee,
      Library.mappers.contains(name)
    else { return nil }
    return Mapping(node: self, call: call, base: base)
  }
}
