/// The parts of expressions and bodies, in the order in which they are evaluated.
extension Expression {
  /// The expressions that stand directly in this one; what a closure holds is no part of it.
  package var children: [Expression] {
    switch form {
    case .array(let elements), .opaque(let elements): elements
    case .dictionary(let entries): entries.flatMap { [$0.key, $0.value] }
    case .tuple(let elements): elements.map(\.value)
    case .member(let base, _), .chain(let base), .unwrap(let base), .not(let base),
      .cast(let base, _, _), .lend(let base), .attempt(_, let base), .wait(let base):
      [base]
    case .element(let base, let arguments): [base] + arguments.map(\.value)
    case .and(let a, let b), .or(let a, let b), .equal(let a, let b, _), .order(let a, let b, _),
      .coalesce(let a, let b), .assign(let a, _, let b), .arithmetic(let a, let b, _),
      .custom(let a, _, let b):
      [a, b]
    case .conditional(let a, let b, let c): [a, b, c]
    case .call(let call): call.callee.children + call.arguments.map(\.value)
    case .closure(let function): function.captures.map(\.value)
    case .bool, .literal, .absent, .keyPath, .variable, .localFunction, .selfValue,
      .superValue, .name, .type, .implicitMember, .unsupported:
      []
    }
  }

  /// Calls a function with the expression and with all that stand in it.
  package func visit(_ body: (Expression) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }

  /// Whether the expression, or one that stands in it, passes a test.
  package func contains(where test: (Expression) -> Bool) -> Bool {
    test(self) || children.contains { $0.contains(where: test) }
  }
}

extension Expression {
  /// The expression with something else in place of each that stands directly in it, in the order in
  /// which they are evaluated.
  package func mapChildren(_ change: (Expression) -> Expression) -> Expression {
    replaced(by: form.mapChildren(change))
  }

  /// Whether something in it waits, itself included; what a closure holds does not count.
  package var waits: Bool { contains { if case .wait = $0.form { true } else { false } } }

  /// Whether something is called in it, itself included.
  package var calls: Bool { contains { if case .call = $0.form { true } else { false } } }
}

extension Expression.Form {
  fileprivate func mapChildren(_ change: (Expression) -> Expression) -> Self {
    switch self {
    case .array(let elements): .array(elements.map(change))
    case .opaque(let parts): .opaque(parts.map(change))
    case .dictionary(let entries):
      .dictionary(entries.map { (key: change($0.key), value: change($0.value)) })
    case .tuple(let elements): .tuple(elements.map { $0.map(change) })
    case .member(let base, let name): .member(change(base), name)
    case .element(let base, let arguments): .element(change(base), arguments.map { $0.map(change) })
    case .chain(let base): .chain(change(base))
    case .unwrap(let base): .unwrap(change(base))
    case .not(let inner): .not(change(inner))
    case .cast(let inner, let kind, let type): .cast(change(inner), kind, type)
    case .lend(let place): .lend(change(place))
    case .attempt(let kind, let inner): .attempt(kind, change(inner))
    case .wait(let inner): .wait(change(inner))
    case .and(let a, let b): .and(change(a), change(b))
    case .or(let a, let b): .or(change(a), change(b))
    case .coalesce(let a, let b): .coalesce(change(a), change(b))
    case .equal(let a, let b, let op): .equal(change(a), change(b), op: op)
    case .order(let a, let b, let op): .order(change(a), change(b), op: op)
    case .arithmetic(let a, let b, let op): .arithmetic(change(a), change(b), op: op)
    case .custom(let a, let op, let b): .custom(change(a), op: op, change(b))
    case .assign(let place, let op, let value): .assign(change(place), op: op, change(value))
    case .conditional(let a, let b, let c): .conditional(change(a), change(b), change(c))
    case .call(let call): .call(call.mapChildren(change))
    case .bool, .literal, .absent, .closure, .keyPath, .variable, .localFunction, .selfValue,
      .superValue, .name, .type, .implicitMember, .unsupported:
      self
    }
  }
}

extension Argument {
  fileprivate func map(_ change: (Expression) -> Expression) -> Argument {
    var result = self
    result.value = change(value)
    return result
  }
}

extension Call {
  fileprivate func mapChildren(_ change: (Expression) -> Expression) -> Call {
    var result = self
    switch callee {
    case .member(let base, let name): result.callee = .member(change(base), name)
    case .value(let value): result.callee = .value(change(value))
    default: break
    }
    result.arguments = arguments.map { $0.map(change) }
    return result
  }
}

extension Call.Callee {
  fileprivate var children: [Expression] {
    switch self {
    case .member(let base, _): [base]
    case .value(let callee): [callee]
    case .name, .variable, .localFunction, .implicitMember, .superMember, .type: []
    }
  }
}

extension Body {
  /// Calls a function with all expressions of the body, but for those of the closures in it.
  package func visit(_ body: (Expression) -> Void) {
    for block in blocks {
      for expression in block.expressions { expression.visit(body) }
    }
  }

  /// Whether an expression of the body passes a test, but for those of the closures in it.
  package func contains(where test: (Expression) -> Bool) -> Bool {
    blocks.contains { $0.expressions.contains { $0.contains(where: test) } }
  }
}

extension Block {
  /// The expressions that stand directly in it.
  package var expressions: [Expression] {
    instructions.flatMap(\.operation.expressions) + end.expressions
  }
}

extension Instruction.Operation {
  /// The expressions that stand directly in it.
  package var expressions: [Expression] {
    switch self {
    case .evaluate(let expression): [expression]
    case .declare(_, let value, _): [value].compactMap { $0 }
    case .start, .enter, .assume: []
    }
  }
}

extension Terminator {
  /// The expressions that are evaluated where a block ends.
  package var expressions: [Expression] {
    switch self {
    case .branch(let conditions, _, _, _): conditions.compactMap(\.expression)
    case .match(let match):
      [match.subject] + match.clauses.flatMap(\.items).compactMap(\.filter)
    case .loop(let loop): loop.kind.expressions
    case .return(let value): [value].compactMap { $0 }
    case .throw(let error): [error]
    case .suspend(let point): [point.expression]
    case .jump, .attempt, .deferring, .end, .unreachable: []
    }
  }
}

extension Condition {
  /// What is asked for.
  package var expression: Expression? {
    switch self {
    case .holds(let expression), .matches(_, _, let expression), .binds(_, let expression, _):
      expression
    case .unknown: nil
    }
  }

  package var waits: Bool { expression?.waits ?? false }

  /// The same question about something else.
  package func mapExpression(_ change: (Expression) -> Expression) -> Condition {
    switch self {
    case .holds(let expression): .holds(change(expression))
    case .matches(let pattern, let text, let subject): .matches(pattern, text, change(subject))
    case .binds(let pattern, let value, let text): .binds(pattern, change(value), text: text)
    case .unknown: self
    }
  }
}

extension Loop.Kind {
  package var expressions: [Expression] {
    switch self {
    case .while(let conditions): conditions.compactMap(\.expression)
    case .repeatWhile(let condition): [condition]
    case .forEach(_, let sequence, let filter, _): [sequence] + [filter].compactMap { $0 }
    }
  }
}
