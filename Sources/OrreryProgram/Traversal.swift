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
    case .bool, .literal, .absent, .closure, .keyPath, .variable, .localFunction, .selfValue,
      .superValue, .name, .type, .implicitMember, .unsupported:
      []
    }
  }

  /// Calls a function with the expression and with all that stand in it.
  package func visit(_ body: (Expression) -> Void) {
    body(self)
    for child in children { child.visit(body) }
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
      for instruction in block.instructions {
        for expression in instruction.operation.expressions { expression.visit(body) }
      }
      for expression in block.end.expressions { expression.visit(body) }
    }
  }
}

extension Instruction.Operation {
  fileprivate var expressions: [Expression] {
    switch self {
    case .evaluate(let expression): [expression]
    case .declare(_, let value, _): [value].compactMap { $0 }
    case .start, .enter, .assume: []
    }
  }
}

extension Terminator {
  fileprivate var expressions: [Expression] {
    switch self {
    case .branch(let conditions, _, _, _): conditions.compactMap(\.expression)
    case .match(let match):
      [match.subject] + match.clauses.flatMap(\.items).compactMap(\.filter)
    case .loop(let loop): loop.kind.expressions
    case .return(let value): [value].compactMap { $0 }
    case .throw(let error): [error]
    case .jump, .attempt, .deferring, .end, .unreachable: []
    }
  }
}

extension Condition {
  fileprivate var expression: Expression? {
    switch self {
    case .holds(let expression), .matches(_, _, let expression), .binds(_, let expression, _):
      expression
    case .unknown: nil
    }
  }
}

extension Loop.Kind {
  fileprivate var expressions: [Expression] {
    switch self {
    case .while(let conditions): conditions.compactMap(\.expression)
    case .repeatWhile(let condition): [condition]
    case .forEach(_, let sequence, let filter, _): [sequence] + [filter].compactMap { $0 }
    }
  }
}
