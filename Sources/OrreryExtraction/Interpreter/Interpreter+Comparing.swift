import OrreryExecution
import OrreryLowering
import SwiftSyntax

/// Whether two values are the same, and which comes first.
extension Interpreter {
  func compare(
    _ left: Operation, _ right: Operation, op: String, text: String, _ path: Path
  ) -> Evaluated {
    operands(left, right, path).map { path, a, b in
      (path, compare(a, b, op: op, text: text, path, isTwice: left.text == right.text))
    }
  }

  private func operands(
    _ left: Operation, _ right: Operation, _ path: Path
  ) -> [(Path, Value, Value)] {
    evaluate(left, path, nil).flatMap { path, a in
      evaluate(right, path, a.type ?? a.unknown?.domain?.type).map { path, b in
        (asking(of: b, asking(of: a, path)), a, b)
      }
    }
  }

  private func compare(
    _ a: Value, _ b: Value, op: String, text: String, _ path: Path, isTwice: Bool
  ) -> Value {
    if let same = equality(a, b, path, isTwice: isTwice) { return .bool(same == op.hasPrefix("=")) }
    return answer(a, op, b, text: text, path)
  }

  /// The answers to `left == right`, with what they say of a value that is compared with a case.
  func isEqual(_ left: Operation, _ right: Operation, text: String, _ path: Path) -> [Answer] {
    operands(left, right, path).map { path, a, b in
      let answer = known(
        compare(a, b, op: "==", text: text, path, isTwice: left.text == right.text), path,
        text: text)
      guard case .open(var yes, var no, let text) = answer else { return answer }
      if let (unknown, value) = flag(a, b) ?? flag(b, a) {
        yes.facts[unknown.id] = .bool(value)
        no.facts[unknown.id] = .bool(!value)
        return Answer.open(yes: yes, no: no, text: text).decided
      }
      guard let (unknown, item) = compared(a, b) ?? compared(b, a) else { return answer }
      var names: Set = [item.name]
      if case .isNot(let more)? = path.facts[unknown.id] { names.formUnion(more) }
      yes.facts[unknown.id] = .isCase(item)
      no.facts[unknown.id] = .isNot(names)
      return Answer.open(yes: yes, no: no, text: text).decided
    }
  }

  /// A value that stays what it is, and the case without associated values that it is compared with.
  private func compared(_ a: Value, _ b: Value) -> (Unknown, CaseValue)? {
    guard let unknown = a.lone, case .enumCase(let item) = b, !item.isStart,
      isLasting(unknown),
      index.info(item.type)?.enumCase(item.name)?.values.isEmpty ?? false
    else { return nil }
    return (unknown, item)
  }

  /// A flag that stays what it is, and what it is compared with.
  private func flag(_ a: Value, _ b: Value) -> (Unknown, Bool)? {
    guard let unknown = a.lone, case .bool(let value) = b, unknown.isPresent, isLasting(unknown)
    else { return nil }
    return (unknown, value)
  }

  /// Whether two values are the same; nothing where that is not told.
  ///
  /// - Parameter isTwice: Whether one expression stands on both sides, as it does to find what is
  ///   not even equal to itself.
  func equality(_ a: Value, _ b: Value, _ path: Path, isTwice: Bool = false) -> Bool? {
    let (a, b) = (settled(a.asked, path), settled(b.asked, path))
    switch (a, b) {
    case (.enumCase(let x), .enumCase(let y)):
      if !x.isNamed(as: y) { return false }
      return x.matched.isEmpty && y.matched.isEmpty ? true : nil
    case (.absent, .absent): return true
    case (.absent, .enumCase), (.enumCase, .absent): return false
    case (.absent, .bool), (.bool, .absent), (.absent, .literal), (.literal, .absent): return false
    case (.bool(let x), .bool(let y)): return x == y
    case (.literal(let x), .literal(let y)): return Self.areSame(x, y)
    case (.unknown(let x), .unknown(let y)):
      return !isTwice && !x.isFloat && x.id == y.id && isSteady(x, y, path) ? true : nil
    case (.unknown(let x), .enumCase(let y)), (.enumCase(let y), .unknown(let x)):
      if case .isNot(let names)? = path.facts[x.id], names.contains(y.name) { return false }
      return nil
    case (.unknown(let x), .absent), (.absent, .unknown(let x)):
      switch path.facts[x.id] {
      case .isNot(let names) where names.contains("some"): return true
      case .isNot(let names) where names.contains("none"): return false
      default: return x.isPresent ? false : nil
      }
    case (.absent, let value) where value.isPresent: return false
    case (let value, .absent) where value.isPresent: return false
    default: return nil
    }
  }

  /// Whether two values that came from one place are one: nothing has run between that may change
  /// what is there, and no call gives another one each time.
  private func isSteady(_ a: Unknown, _ b: Unknown, _ path: Path) -> Bool {
    guard let own = identity(.unknown(a), path), own == identity(.unknown(b), path) else {
      return false
    }
    guard (a.stamp ?? path.strangers) == (b.stamp ?? path.strangers) else { return false }
    if isConstant(a) { return true }
    if own.split(whereSeparator: { ".#".contains($0) }).contains(where: {
      path.sharedNames.contains(String($0))
    }) {
      return false
    }
    if isPartOfConstant(a) { return true }
    // A property of something else may be asked for by a getter.
    let name = own.prefix { $0 != "#" && $0 != "@" }
    return !name.contains("(")
      && name.split(separator: ".").count <= (name.hasPrefix("self.") ? 2 : 1)
  }

  /// `<` and its like, of values that are read without a call.
  func order(
    _ left: Operation, _ right: Operation, op: String, text: String, _ path: Path
  ) -> Evaluated {
    guard left.isPlain, right.isPlain, case let a = evaluate(left, path, nil), a.count == 1,
      case let b = evaluate(right, a[0].0, a[0].1.type), b.count == 1
    else {
      return waiting(for: left.operands + right.operands, path).map { ($0, fresh(text, $0)) }
    }
    let path = asking(of: b[0].1, asking(of: a[0].1, path))
    let (first, second) = (settled(a[0].1, path), settled(b[0].1, path))
    if let holds = isOrdered(first, op, second, path) { return [(path, .bool(holds))] }
    if equality(first, second, path, isTwice: left.text == right.text) == true {
      return [(path, .bool(op.hasSuffix("=")))]
    }
    return [(path, answer(first, op, second, text: text, path))]
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
    guard case .enumCase(let x) = a, case .enumCase(let y) = b, let info = index.info(x.type),
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

  /// What a type's own `<` answers, where its ways agree.
  private func isLess(_ a: Value, _ b: Value, by function: FunctionInfo, _ path: Path) -> Bool? {
    let names = function.parameters.map { ($0.secondName ?? $0.firstName).text }
    guard let body = function.body, !isTooDeep,
      !calls.contains(where: { $0.node.id == function.node.id })
    else { return nil }
    var inner = path
    inner.frames.append(
      Frame(
        variables: [names[0]: a, names[1]: b], selfType: function.owner, file: function.file))
    enter(function, inner)
    defer { leaveCall() }
    let answers = run(body.statements, inner, value: true, expected: nil).map { flow -> Bool? in
      if case .returned(.bool(let holds)) = flow.exit { holds } else { nil }
    }
    return answers.allSatisfy { $0 == answers[0] } ? answers.first ?? nil : nil
  }

  /// The answer that is not known, the same each time while neither value changes.
  private func answer(
    _ a: Value, _ op: String, _ b: Value, text: String, _ path: Path
  ) -> Value {
    if case .literal = a, case .unknown = b, let turned = Self.turned[op] {
      return answer(b, turned, a, text: text, path)
    }
    guard let left = identity(a, path), let right = identity(b, path) else {
      return fresh(text, path)
    }
    let isOrdered = [a, b].contains(where: \.isOrdered)
    if let number = Double(right),
      let known = range(of: left, from: a.least, isOrdered: isOrdered, path).answer(op, number)
    {
      return .bool(known)
    }
    // Of what is no number neither order holds.
    if let inverse = Self.inverses[op],
      case .bool(let known)? = path.facts["\(left) \(inverse) \(right)"],
      known || isOrdered || !Operation.orders.contains(op)
    {
      return .bool(!known)
    }
    if op == "==", case .literal(let text) = b, isOther(left, than: text, path) {
      return .bool(false)
    }
    return .unknown(Unknown(id: "\(left) \(op) \(right)", text: text))
  }

  /// Whether a value was found to be another literal than one.
  func isOther(_ identity: String, than text: String, _ path: Path) -> Bool {
    let start = "\(identity) == "
    return path.facts.contains { id, fact in
      guard case .bool(true) = fact, id.hasPrefix(start) else { return false }
      return Self.areSame(String(id.dropFirst(start.count)), text) == false
    }
  }

  private static let turned = ["==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="]

  /// The numbers that a value may be, by what it was compared with.
  private func range(
    of identity: String, from least: Int?, isOrdered: Bool, _ path: Path
  ) -> NumberRange {
    var range = NumberRange()
    if let least { range.narrow(">=", Double(least), holds: true) }
    let start = identity + " "
    for (id, fact) in path.facts {
      guard case .bool(let holds) = fact, holds || isOrdered, id.hasPrefix(start) else { continue }
      let parts = id.dropFirst(start.count).split(separator: " ")
      guard parts.count == 2, let number = Double(parts[1]) else { continue }
      range.narrow(String(parts[0]), number, holds: holds)
    }
    return range
  }

  private static let inverses = [
    "==": "!=", "!=": "==", "===": "!==", "!==": "===", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
  ]

  /// What tells a value from others; a property is the same until code that is not walked has run.
  func identity(_ value: Value, _ path: Path) -> String? {
    switch value {
    case .literal(let text): return text
    case .bool(let value): return "\(value)"
    case .enumCase(let known) where !known.isStart:
      return known.payload.isEmpty ? ".\(known.name)" : nil
    case .unknown(let unknown):
      if unknown.id.contains("@") || isConstant(unknown) { return unknown.id }
      let isOwn = ["self.", "$", "parameter."].contains { unknown.id.hasPrefix($0) }
      return isOwn && unknown.id != Self.probeID
        ? "\(unknown.id)#\(unknown.stamp ?? path.strangers)" : nil
    default: return nil
    }
  }

  /// Whether the same id means the same value, whatever has run in between: what others may change
  /// keeps its id while they do.
  private func isLasting(_ unknown: Unknown) -> Bool {
    isConstant(unknown) || (unknown.id.contains("@") && !awaitsAreSteps)
  }

  /// Whether an unknown value is a property of a parameter or of an associated value, however deep,
  /// which no call gives.
  private func isPartOfConstant(_ unknown: Unknown) -> Bool {
    let parts = unknown.id.split(separator: ".")
    let count = parts.first == "$state" ? (structState == nil ? 3 : 2) : 2
    guard parts.count > count, !unknown.id.contains("("), !unknown.id.contains("@") else {
      return false
    }
    var root = unknown
    root.id = parts.prefix(count).joined(separator: ".")
    return isConstant(root)
  }

  /// Whether an unknown value is a parameter or an associated value itself, not a property of one.
  private func isConstant(_ unknown: Unknown) -> Bool {
    if unknown.isFixed { return true }
    let parts = unknown.id.split(separator: ".")
    switch parts.first {
    case "parameter", "$event": return parts.count == 2
    // A property of a struct changes by a write alone, which leaves another value there.
    case "$state": return parts.count == (structState == nil ? 3 : 2)
    default: return false
    }
  }
}

extension Operation {
  /// Whether the value is read without a call.
  fileprivate var isPlain: Bool {
    guard case .operand(let node) = form else { return false }
    return node.isPlain
  }
}

extension ExprSyntax {
  fileprivate var isPlain: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr, .integerLiteralExpr, .floatLiteralExpr: true
    case .memberAccessExpr(let member): member.base?.isPlain ?? true
    case .optionalChainingExpr(let chain): chain.expression.isPlain
    default: false
    }
  }
}

extension Value {
  /// The unknown value, where nothing of it has changed.
  fileprivate var lone: Unknown? {
    if case .unknown(let unknown) = self { unknown } else { nil }
  }
}
