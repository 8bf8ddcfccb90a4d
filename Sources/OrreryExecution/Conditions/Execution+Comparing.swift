import OrreryProgram

/// Whether two values are the same, and which comes first.
extension Execution {
  func isSame(_ a: Fact?, _ b: Fact?) -> Bool {
    a.agrees(with: b) { $0.agrees(with: $1) }
  }

  func compare(
    _ left: Expression, _ right: Expression, op: String, text: String, _ path: Path
  ) -> [Way] {
    operands(left, right, path).map { path, a, b in
      Way(path, compare(a, b, op: op, text: text, path, isTwice: left.text == right.text))
    }
  }

  private func operands(
    _ left: Expression, _ right: Expression, _ path: Path
  ) -> [(Path, Value, Value)] {
    evaluate(left, path).flatMap { first in
      let key = first.value.type ?? first.value.unknown?.domain?.type
      let type = key.map { TypeReference(key: $0) }
      return evaluate(right, first.path, type).map { second in
        (asking(of: second.value, asking(of: first.value, second.path)), first.value, second.value)
      }
    }
  }

  private func compare(
    _ a: Value, _ b: Value, op: String, text: String, _ path: Path, isTwice: Bool
  ) -> Value {
    if let same = equality(a, b, path, isTwice: isTwice) { return .bool(same == op.hasPrefix("=")) }
    if let (a, b) = openParts(of: a, b, path) {
      return compare(a, b, op: op, text: text, path, isTwice: isTwice)
    }
    return answer(a, op, b, text: text, path)
  }

  /// The associated values by which alone two values of one case may differ.
  private func openParts(of a: Value, _ b: Value, _ path: Path) -> (Value, Value)? {
    guard case .enumCase(let x) = settled(asked(a), path),
      case .enumCase(let y) = settled(asked(b), path), x.isNamed(as: y),
      case let name = x.isStart ? y.name : x.name,
      let count = type(x.type ?? y.type)?.enumCase(name)?.values.count
    else { return nil }
    let parts = zip(payload(of: x, name, count: count), payload(of: y, name, count: count))
    let open = parts.filter { equality($0, $1, path) != true }
    return open.count == 1 ? open[0] : nil
  }

  /// The answers to `left == right`, with what they say of a value that is compared with a case.
  func isEqual(
    _ left: Expression, _ right: Expression, text: String, _ path: Path
  ) -> [Answer] {
    operands(left, right, path).map { path, a, b in
      let answer = known(
        compare(a, b, op: "==", text: text, path, isTwice: left.text == right.text), path,
        text: text)
      guard case .open = answer, let (unknown, other) = lasting(a, b) ?? lasting(b, a) else {
        return answer
      }
      switch other {
      case .bool(let value) where unknown.isPresent:
        return answer.telling(unknown.symbol, .bool(value), otherwise: .bool(!value)).decided
      case .enumCase(let item) where type(item.type)?.enumCase(item.name)?.values.isEmpty ?? false:
        var names: Set = [item.name]
        if case .isNot(let more)? = path.facts[unknown.symbol] { names.formUnion(more) }
        return answer.telling(unknown.symbol, .isCase(item), otherwise: .isNot(names)).decided
      default: return answer
      }
    }
  }

  /// A value that stays what it is, and what it is compared with.
  private func lasting(_ a: Value, _ b: Value) -> (Unknown, Value)? {
    guard case .unknown(let unknown) = a, isLasting(unknown) else { return nil }
    return (unknown, b)
  }

  /// Whether the same symbol means the same value, whatever has run in between.
  private func isLasting(_ unknown: Unknown) -> Bool {
    if unknown.isFixed || symbols.isConstant(unknown.symbol) { return true }
    switch symbols.root(of: unknown.symbol) {
    case .text, .joined, .doubted, .error: return true
    default: return false
    }
  }

  /// Whether two values are the same; nothing where that is not told.
  ///
  /// - Parameter isTwice: Whether one expression stands on both sides, as it does to find what is
  ///   not even equal to itself.
  func equality(_ a: Value, _ b: Value, _ path: Path, isTwice: Bool = false) -> Bool? {
    let (a, b) = (settled(asked(a), path), settled(asked(b), path))
    switch (a, b) {
    case (.enumCase(let x), .enumCase(let y)):
      if !x.isNamed(as: y) { return false }
      return x.payload.isEmpty && y.payload.isEmpty ? true : nil
    case (.absent, .absent): return true
    case (.absent, .enumCase), (.enumCase, .absent): return false
    case (.bool(let x), .bool(let y)): return x == y
    case (.literal(let x), .literal(let y)): return Value.areSame(x, y)
    case (.unknown(let x), .unknown(let y)):
      return !isTwice && !x.isFloat && x.symbol == y.symbol && isSteady(x, y, path) ? true : nil
    case (.unknown(let x), .enumCase(let y)), (.enumCase(let y), .unknown(let x)):
      if case .isNot(let names)? = path.facts[x.symbol], names.contains(y.name) { return false }
      return nil
    case (.unknown(let x), .absent), (.absent, .unknown(let x)):
      switch path.facts[x.symbol] {
      case .isNot(let names) where names.contains("some"): return true
      case .isNot(let names) where names.contains("none"): return false
      default: return x.isPresent ? false : nil
      }
    case (.absent, let value) where value.isPresent: return false
    case (let value, .absent) where value.isPresent: return false
    default: return nil
    }
  }

  /// Whether two values that came from one place are one: nothing has run between that may change what
  /// is there, and no call gives another one each time.
  private func isSteady(_ a: Unknown, _ b: Unknown, _ path: Path) -> Bool {
    guard let own = operand(.unknown(a), path), own == operand(.unknown(b), path),
      (a.stamp ?? path.clock.strangers) == (b.stamp ?? path.clock.strangers)
    else { return false }
    if a.isFixed || symbols.isConstant(a.symbol) || symbols.isPartOfConstant(a.symbol) {
      return true
    }
    switch symbols.origin(of: a.symbol) {
    case .text(let text, _, _): return !text.contains("(") && !text.contains(".")
    case .joined(let text, _): return !text.contains("(")
    // A property of something else may be asked for by a getter.
    case .member(let whole, _), .answer(let whole, _, _):
      return [.me, .start].contains(symbols.origin(of: whole))
    default: return false
    }
  }

  /// `<` and its like, of values that are read without a call.
  func order(
    _ left: Expression, _ right: Expression, op: String, text: String, _ path: Path
  ) -> [Way] {
    guard left.isPlain, right.isPlain, case let a = evaluate(left, path), a.count == 1,
      case let b = evaluate(right, a[0].path, a[0].value.type.map { TypeReference(key: $0) }),
      b.count == 1
    else { return evaluated([left, right], path).map { Way($0, fresh(text, $0)) } }
    let path = asking(of: b[0].value, asking(of: a[0].value, b[0].path))
    let (first, second) = (settled(a[0].value, path), settled(b[0].value, path))
    if let holds = isOrdered(first, op, second, path) { return [Way(path, .bool(holds))] }
    if equality(first, second, path, isTwice: left.text == right.text) == true {
      return [Way(path, .bool(op.hasSuffix("=")))]
    }
    return [Way(path, answer(first, op, second, text: text, path))]
  }

  private func isOrdered(_ a: Value, _ op: String, _ b: Value, _ path: Path) -> Bool? {
    switch op {
    case "<": isLess(a, b, path)
    case ">": isLess(b, a, path)
    case "<=": isLess(b, a, path).map(!)
    default: isLess(a, b, path).map(!)
    }
  }

  private func isLess(_ a: Value, _ b: Value, _ path: Path) -> Bool? {
    if case .literal(let x) = a, case .literal(let y) = b {
      return Double(x).flatMap { x in Double(y).map { x < $0 } }
    }
    guard case .enumCase(let x) = a, case .enumCase(let y) = b, let info = type(x.type),
      y.type == x.type
    else { return nil }
    if let own = info.functions.first(where: { $0.name == "<" && $0.parameters.count == 2 }) {
      return isLess(a, b, by: own, path)
    }
    guard info.inherited.contains("Comparable"),
      let first = info.cases.firstIndex(where: { $0.name == x.name }),
      let second = info.cases.firstIndex(where: { $0.name == y.name })
    else { return nil }
    return first == second && !info.cases[first].values.isEmpty ? nil : first < second
  }

  /// What a type's own `<` answers, where its paths agree.
  private func isLess(_ a: Value, _ b: Value, by function: Function, _ path: Path) -> Bool? {
    guard let body = function.body, !calls.isTooDeep,
      !calls.entries.contains(where: { $0.function === function })
    else { return nil }
    let frame = Frame(selfType: function.owner, returnType: function.returnType)
    let answers = run(function, body, in: frame, handed: [a, b], path).map { flow -> Bool? in
      if case .returned(.bool(let holds)) = flow.exit { holds } else { nil }
    }
    return Set(answers).count == 1 ? answers[0] : nil
  }

  /// The answer that is not known, the same each time while neither value changes.
  func answer(
    _ a: Value, _ op: String, _ b: Value, text: String, _ path: Path
  ) -> Value {
    if a.isConstant, case .unknown = b, let turned = Self.turned[op] {
      return answer(b, turned, a, text: text, path)
    }
    guard let left = operand(a, path), let right = operand(b, path) else {
      return fresh(text, path)
    }
    let symbol = symbols.symbol(.relation(left, op, right))
    if a.isOrdered || b.isOrdered { symbols.order(symbol) }
    if let known = path.answer(to: symbol, from: a.unknown?.atLeast) { return .bool(known) }
    if op == "==", case .enumCase(let item) = b, isOther(left, than: item, path) {
      return .bool(false)
    }
    return .unknown(Unknown(symbol, text: text))
  }

  /// Whether a value was found to be another case than one.
  private func isOther(_ operand: Operand, than item: CaseValue, _ path: Path) -> Bool {
    guard let info = type(item.type), info.enumCase(item.name) != nil else { return false }
    return path.facts.contains { symbol, fact in
      guard case .bool(true) = fact,
        case .relation(operand, "==", .enumCase(let known)) = symbols.origin(of: symbol)
      else { return false }
      return known != item.name && info.enumCase(known) != nil
    }
  }

  private static let turned = ["==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="]

  /// Whether a value is what a property of a struct state has held at the start: nobody else changes
  /// that.
  private func isOwn(_ symbol: Symbol) -> Bool {
    guard setting.state.structType != nil, case .member(let whole, _) = symbols.origin(of: symbol)
    else { return false }
    return symbols.origin(of: whole) == .start
  }

  /// What tells a value from others; a property is the same until code that is not followed has run.
  func operand(_ value: Value, _ path: Path) -> Operand? {
    switch value {
    case .literal(let text): return .text(text)
    case .bool(let value): return .bool(value)
    case .enumCase(let known) where !known.isStart:
      return known.payload.isEmpty ? .enumCase(known.name) : nil
    case .unknown(let unknown):
      if isLasting(unknown) || isOwn(unknown.symbol) { return .symbol(unknown.symbol, stamp: nil) }
      switch symbols.root(of: unknown.symbol) {
      case .made: return .symbol(unknown.symbol, stamp: nil)
      case .me, .start, .event, .parameter, .shared:
        return .symbol(unknown.symbol, stamp: unknown.stamp ?? path.clock.strangers)
      default: return nil
      }
    default: return nil
    }
  }
}

extension Value {
  /// Whether the source writes it out.
  fileprivate var isConstant: Bool {
    switch self {
    case .literal, .bool: true
    case .enumCase(let known): !known.isStart
    default: false
    }
  }
}

extension Expression {
  /// Whether the value is read without a call.
  fileprivate var isPlain: Bool {
    switch form {
    case .variable, .name, .selfValue, .literal, .implicitMember, .type: true
    case .member(let base, _): base.isPlain
    case .chain(let base): base.isPlain
    default: false
    }
  }
}
