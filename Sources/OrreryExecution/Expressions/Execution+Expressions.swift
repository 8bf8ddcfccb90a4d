import OrreryProgram

/// The values of expressions.
extension Execution {
  /// The values that an expression may have, each with the path that leads to it.
  ///
  /// - Parameter expected: The type that the place around the expression wants.
  func evaluate(_ node: Expression, _ path: Path, _ expected: TypeReference? = nil) -> [Way] {
    guard spend() else { return [] }
    switch node.form {
    case .bool(let value): return [Way(path, .bool(value))]
    case .literal(let text): return [Way(path, .literal(text))]
    case .absent: return [Way(path, .absent)]
    case .array(let elements): return list(elements, node, path, expected)
    case .dictionary(let entries):
      return [Way(path, table(entries, path, expected) ?? fresh(node.text, path))]
    case .tuple(let elements): return tuple(elements, path, expected)
    case .closure(let function): return closure(function, path)
    case .localFunction(let function, let depth):
      return [Way(path, .closure(localFunction(function, depth, path)))]
    case .keyPath(let properties):
      var unknown = Unknown(symbols.symbol(.global(node.text)), text: node.text)
      (unknown.keyPath, unknown.isPresent) = (properties, true)
      return [Way(path, .unknown(unknown))]
    case .variable, .selfValue, .superValue, .name, .type, .member, .implicitMember:
      return read(node, path, expected)
    case .element(let base, let arguments): return element(base, arguments, node, path, expected)
    case .chain(let base): return evaluate(base, path, expected)
    case .unwrap(let base): return unwrap(base, path, expected)
    case .not, .and, .or: return truth(node, path).map(asValue)
    case .equal(let left, let right, let op):
      return compare(left, right, op: op, text: node.text, path)
    case .order(let left, let right, let op):
      return order(left, right, op: op, text: node.text, path)
    case .conditional(let condition, let yes, let no):
      return choose(condition, yes, no, path, expected)
    case .coalesce(let left, let right): return coalesce(left, right, node.text, path, expected)
    case .cast(let base, let kind, let type): return cast(base, kind, type, node.text, path)
    case .assign(let target, let op, let value):
      var path = path
      // In a choice that is assigned each branch assigns; what is written stands at all of it.
      if node.location < path.trail.location { path.trail.location = node.location }
      return assign(target, op, value, path)
    case .call(let call): return self.call(call, node, path, expected)
    case .lend(let base):
      return [Way(path, place(of: base, path).map(Value.alias) ?? fresh(base.text, path))]
    case .attempt(let kind, let inner): return attempt(kind, inner, node, path, expected)
    case .wait(let inner): return wait(for: inner, node, path, expected)
    case .arithmetic(let left, let right, let op):
      return reckon(left, right, op, node.text, path, expected)
    case .custom(let left, let op, let right):
      if setting.state.structType != nil, let place = place(of: left, path),
        isState(at: place, path)
      {
        return leavingOut(node, "an operator of the project changes the state", path)
      }
      return apply(op, left, right, node, path)
    case .opaque(let parts):
      // A text with values in it is one that is there.
      let isText = node.text.hasPrefix("\"") && node.text.hasSuffix("\"")
      return evaluated(parts, path).map {
        Way($0, isText ? .literal(node.text) : fresh(node.text, $0))
      }
    case .unsupported(let reason):
      return leavingOut(node, reason, path)
    }
  }

  /// The paths on behind some expressions, whose values are of no matter.
  func evaluated(_ nodes: [Expression], _ path: Path) -> [Path] {
    nodes.reduce([path]) { paths, node in paths.flatMap { evaluate(node, $0).map(\.path) } }
  }

  private func choose(
    _ condition: Expression, _ yes: Expression, _ no: Expression, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    truth(condition, path).flatMap { answer in
      onSides(of: answer, asking: condition.variables) { path, holds in
        evaluate(holds ? yes : no, path, expected)
      }
    }
  }

  /// The ways on behind an answer, without a side of an open one that no run takes.
  func onSides(
    of answer: Answer, asking variables: [Variable] = [], _ goOn: (Path, Bool) -> [Way]
  ) -> [Way] {
    let sides = sides(of: answer, asking: variables)
    return sides.flatMap { path, holds in
      sides.count > 1 && path.isRefused ? [] : goOn(path, holds)
    }
  }

  /// The paths on behind an answer, where it is yes and where it is no.
  func sides(
    of answer: Answer, asking variables: [Variable] = []
  ) -> [(path: Path, holds: Bool)] {
    switch answer {
    case .known(let path, let holds): return [(path, holds)]
    case .open(let yes, let no, let text):
      let (holds, fails) = apart(yes, no, text, of: variables)
      return [(holds, true), (fails, false)]
    }
  }

  private func tuple(_ elements: [Argument], _ path: Path, _ expected: TypeReference?) -> [Way] {
    var types: [TypeReference?] = []
    if case .tuple(let parts)? = expected?.present, parts.count == elements.count {
      types = parts.map(\.type)
    }
    return values(of: elements, path, types: types).map { path, parts in
      Way(path, parts.isEmpty ? .void : .tuple(parts))
    }
  }

  private func list(
    _ elements: [Expression], _ node: Expression, _ path: Path, _ expected: TypeReference?
  ) -> [Way] {
    // A long literal is data, not a list of effects.
    guard elements.count <= 16 else { return [Way(path, fresh(node.text, path))] }
    return values(of: elements.map { Argument(label: nil, value: $0) }, path).map { path, values in
      Way(path, .array(values.map(\.value)))
    }
  }

  /// `value!`: a trap where there is none.
  private func unwrap(_ base: Expression, _ path: Path, _ expected: TypeReference?) -> [Way] {
    evaluate(base, path, expected).flatMap { way in
      if case .absent = way.value { return trap("!", way.path) }
      return [Way(way.path, held(way.value, way.path))]
    }
  }

  /// What an optional is known to hold, where the path has found out its case.
  private func held(_ value: Value, _ path: Path) -> Value {
    guard case .unknown = value, case .enumCase(let known) = settled(value, path),
      type(known.type)?.enumCase(known.name) != nil
    else { return value }
    return .enumCase(known)
  }

  private func cast(
    _ base: Expression, _ kind: Expression.CastKind, _ type: TypeReference, _ text: String,
    _ path: Path
  ) -> [Way] {
    evaluate(base, path, kind == .plain ? type : nil).map { way in
      if kind == .plain { return way }
      if kind == .test, let isOne = isEvent(way.value, ofType: type) {
        return Way(way.path, .bool(isOne))
      }
      guard let own = way.value.type, let wanted = type.key, kind != .test,
        way.value.caseValue != nil || isEvent(way.value)
      else {
        let made = fresh(text, way.path)
        return keeping(
          partsOf: way.value, in: kind == .test ? made : casted(made, kind, to: type), way.path)
      }
      if wanted == own { return way }
      let isProtocol = self.type(wanted)?.kind == .protocol
      return Way(way.path, isProtocol ? fresh(text, way.path) : .absent)
    }
  }

  private func casted(
    _ value: Value, _ kind: Expression.CastKind, to type: TypeReference
  ) -> Value {
    kind == .forced ? present(noted(value, as: type), as: type) : noted(value, as: type)
  }

  /// Whether the event is of a type, where it is known by its own: no value is of two that nothing
  /// inherits from.
  private func isEvent(_ value: Value, ofType wanted: TypeReference) -> Bool? {
    guard let event = value.caseValue, event.type == CaseValue.typeEvent, let name = wanted.name
    else { return nil }
    // Types within others may have the same name.
    if event.isNamed(name) { return wanted.key?.split(separator: ".").count == 2 ? true : nil }
    let kind = self.type(wanted.key)?.kind
    return kind == .struct || kind == .enum ? false : nil
  }

  /// Whether a value is the event, or the object that carries it.
  func isEvent(_ value: Value) -> Bool {
    value.unknown.map { symbols.origin(of: $0.symbol) == .event } ?? false
  }

  /// The event is the same by whatever type it goes: the case that it carries stays what it is.
  private func keeping(partsOf value: Value, in made: Value, _ path: Path) -> Way {
    guard isEvent(value), case .object(let object) = value, case .unknown(let unknown) = made
    else { return Way(path, made) }
    var path = path
    for (name, field) in object.fields {
      if case .enumCase(let known) = field {
        path.facts[symbols.symbol(.member(unknown.symbol, name))] = .isCase(known)
      }
    }
    return Way(path, made)
  }

  /// Lists of effects are put together; of other sums only the text is known.
  private func reckon(
    _ left: Expression, _ right: Expression, _ op: String, _ text: String, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    evaluate(left, path, expected).flatMap { first in
      evaluate(right, first.path, expected).map { second in
        let (a, b) = (first.value, second.value)
        if op == "+" {
          if case .array(let items) = a { return Way(second.path, .array(items + b.items)) }
          if case .array(let items) = b { return Way(second.path, .array([a] + items)) }
        }
        if let number = Self.reckoned(a.number, b.number, op) {
          return Way(second.path, .literal("\(number)"))
        }
        let sum = fresh(text, second.path).noting {
          $0.isPresent = true
          $0.isOrdered = a.isOrdered || b.isOrdered
          $0.atLeast = op == "+" ? b.number.flatMap(a.least(countedUpBy:)) : nil
        }
        return Way(second.path, sum)
      }
    }
  }

  private static func reckoned(_ a: Int?, _ b: Int?, _ op: String) -> Int? {
    guard let a, let b else { return nil }
    let result = op == "+" ? a.addingReportingOverflow(b) : a.subtractingReportingOverflow(b)
    return result.overflow ? nil : result.partialValue
  }
}

extension Expression {
  /// What a member, a call or a subscript is of.
  var base: Expression? {
    switch form {
    case .member(let base, _), .element(let base, _), .chain(let base), .unwrap(let base): base
    case .call(let call): call.base
    default: nil
    }
  }

  /// The expression, what it is of, what that is of, and so on.
  var withBases: UnfoldFirstSequence<Expression> { sequence(first: self, next: \.base) }

  /// Whether the expression ends at a `?` inside of it where that has no value.
  var isChained: Bool { withBases.contains(where: \.isChain) }

  var isChain: Bool { if case .chain = form { true } else { false } }
}
