import OrreryLowering
import OrreryTrace
import SwiftSyntax

typealias Evaluated = [(Path, Value)]

extension Interpreter {
  /// The values that an expression may have, each with the way that leads to it.
  ///
  /// - Parameter expected: The key of the type that the place around the expression wants.
  func evaluate(
    _ node: ExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool = false
  ) -> Evaluated {
    guard spend() else { return [] }
    switch node.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let node): return evaluate(cache.operation(node), path, expected)
    case .declReferenceExpr(let node):
      let name = Naming.identifier(node.baseName.text)
      return ownGetter(name, path) ?? [(path, read(name, path))]
    case .memberAccessExpr(let member):
      return coveredWait(for: node, path, expected, false) ?? evaluate(member, path, expected)
    case .functionCallExpr(let node):
      if let result = coveredWait(for: ExprSyntax(node), path, expected, isStatement) {
        return result
      }
      if !waitingOperands.contains(node.id), let wait = waitAround(node, path) {
        waitingOperands.insert(node.id)
        defer { waitingOperands.remove(node.id) }
        return self.wait(
          for: ExprSyntax(node), under: wait, path, expected, isStatement: isStatement)
      }
      return call(node, path, expected, isStatement: isStatement)
    case .macroExpansionExpr: return waiting(for: [node], path).map { ($0, opaque(node, $0)) }
    case .tryExpr(let node): return evaluate(node, path, expected, isStatement: isStatement)
    case .awaitExpr(let node): return wait(node, path, expected, isStatement: isStatement)
    #if canImport(SwiftSyntax601)
    case .unsafeExpr(let node):
      // `unsafe { … }` without parentheses parses as the keyword before a closure.
      if transitionTypes != nil, node.expression.is(ClosureExprSyntax.self) {
        return [(path, Self.marker("unsafe"))]
      }
      return evaluate(node.expression, path, expected, isStatement: isStatement)
    #endif
    case .consumeExpr(let node): return evaluate(node.expression, path, expected)
    case .copyExpr(let node): return evaluate(node.expression, path, expected)
    case .borrowExpr(let node): return evaluate(node.expression, path, expected)
    case .inOutExpr(let node): return reference(node, path)
    case .optionalChainingExpr(let node): return evaluate(node.expression, path, expected)
    case .forceUnwrapExpr(let node): return unwrap(node, path, expected)
    case .asExpr(let node): return evaluate(node.expression, path, expected)
    case .tupleExpr(let node): return evaluate(node, path, expected)
    case .arrayExpr(let node): return evaluate(node, path)
    case .subscriptCallExpr(let node): return lookUp(node, path, expected)
    case .prefixOperatorExpr(let node) where node.operator.text == "!":
      return truth(ExprSyntax(node), path).map(asValue)
    case .ifExpr(let node):
      return values(of: run(node, path, value: true, expected: expected))
    case .switchExpr(let node):
      return values(of: run(node, path, value: true, expected: expected))
    case .stringLiteralExpr, .dictionaryExpr, .prefixOperatorExpr:
      return waiting(for: [node], path).map { ($0, constant(node, $0)) }
    default: return [(path, constant(node, path))]
    }
  }

  /// What is walked of an `await` that stands before something else.
  private func coveredWait(
    for node: ExprSyntax, _ path: Path, _ expected: String?, _ isStatement: Bool
  ) -> Evaluated? {
    guard !covered.isEmpty, let wait = covered.removeValue(forKey: node.id) else { return nil }
    defer { covered[node.id] = wait }
    return self.wait(for: node, under: wait, path, expected, isStatement: isStatement)
  }

  /// Expressions that stand for themselves.
  private func constant(_ node: ExprSyntax, _ path: Path) -> Value {
    switch node.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let value): .bool(value.literal.tokenKind == .keyword(.true))
    case .nilLiteralExpr: .absent
    case .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr: .literal(text(of: node))
    case .closureExpr(let closure):
      .closure(ClosureValue(node: closure, frame: path.depth - 1, file: path.file))
    case .superExpr: .unknown(Unknown(id: "super", text: "super"))
    case .keyPathExpr(let node): keyPath(node)
    default: opaque(node, path)
    }
  }

  /// A value of which only the text is known; the same text is the same value until something
  /// changes.
  func opaque(_ node: some SyntaxProtocol, _ path: Path, type: String? = nil) -> Value {
    fresh(text(of: node), path, type: type)
  }

  /// The values at the end of blocks; ways that leave otherwise are dropped where they are handled.
  func values(of flows: [Flow]) -> Evaluated {
    flows.compactMap { flow in
      switch flow.exit {
      case .returned(let value): return (flow.path, value)
      case .next: return (flow.path, .void)
      case .threw(let value):
        raise(flow.path, value)
        return nil
      default: return nil
      }
    }
  }

  func raise(_ path: Path, _ value: Value) {
    thrown[thrown.count - 1].append(Flow(path: path, exit: .threw(value)))
  }

  func evaluate(_ operation: Operation, _ path: Path, _ expected: String?) -> Evaluated {
    switch operation.form {
    case .operand(let node): return evaluate(node, path, expected)
    case .assignment(let target, let op, let value): return assign(target, op, value, path)
    case .ternary(let condition, let yes, let no):
      return truth(condition, path).flatMap { answer -> Evaluated in
        switch answer {
        case .known(let path, let holds): return evaluate(holds ? yes : no, path, expected)
        case .open(var left, var right, let text):
          left.guards.append(Clause(text: text))
          right.guards.append(Clause(text: text, isNegated: true))
          return (left.isRefused ? [] : evaluate(yes, left, expected))
            + (right.isRefused ? [] : evaluate(no, right, expected))
        }
      }
    case .binary(let left, let op, let right) where ["==", "!=", "===", "!=="].contains(op):
      return compare(left, right, op: op, text: operation.text, path)
    case .binary(let left, "??", let right):
      return coalesce(left, right, operation.text, path, expected)
    case .binary(let left, let op, let right) where Operation.orders.contains(op):
      return order(left, right, op: op, text: operation.text, path)
    case .binary(let left, "+", let right): return sum(left, right, operation.text, path, expected)
    case .binary(let left, "-", let right): return difference(left, right, operation.text, path)
    case .cast(let node, let type):
      return evaluate(castOf: node, to: type, operation.text, path)
    case .binary(_, "&&", _), .binary(_, "||", _):
      return truth(operation, path).map(asValue)
    case .custom(let operand, let right):
      if let ways = apply(to: operand, right, path) { return ways }
      var path = path
      if let chain = operand.parent?.parent?.as(ExprSyntax.self), chain.changedOperand == operand,
        let place = place(of: operand, path), mayChange(place, by: chain, path)
      {
        forget(.alias(place), &path)
      }
      return opaque(operation, path)
    case .binary, .opaque: return opaque(operation, path)
    }
  }

  /// The answer to a condition that is used as a value: both ways go on as one where it is not known.
  private func asValue(_ answer: Answer) -> (Path, Value) {
    switch answer {
    case .known(let path, let holds): (path, .bool(holds))
    case .open(let yes, let no, let text):
      (
        yes.told(apartFrom: no, by: freshID(text, yes)),
        .unknown(Unknown(id: freshID(text, yes), text: text))
      )
    }
  }

  /// Lists of effects are put together; of other sums only the text is known.
  private func sum(
    _ left: Operation, _ right: Operation, _ text: String, _ path: Path, _ expected: String?
  ) -> Evaluated {
    evaluate(left, path, expected).flatMap { path, a in
      evaluate(right, path, expected).map { path, b in
        if case .array(let items) = a { return (path, .array(items + b.items)) }
        if case .array(let items) = b { return (path, .array([a] + items)) }
        if let number = a.number?.addingReportingOverflow(b.number ?? 0), b.number != nil,
          !number.overflow
        {
          return (path, .literal("\(number.partialValue)"))
        }
        return (path, fresh(text, path, like: [a, b]))
      }
    }
  }

  /// What is reckoned from values is as much in order as they are.
  private func fresh(_ text: String, _ path: Path, like values: [Value]) -> Value {
    guard case .unknown(var unknown) = fresh(text, path) else { return .void }
    unknown.isOrdered = values.contains(where: \.isOrdered)
    return .unknown(unknown)
  }

  private func difference(
    _ left: Operation, _ right: Operation, _ text: String, _ path: Path
  ) -> Evaluated {
    evaluate(left, path, nil).flatMap { path, a in
      evaluate(right, path, nil).map { path, b in
        guard let x = a.number, let y = b.number,
          case (let number, let overflows) = x.subtractingReportingOverflow(y), !overflows
        else { return (path, fresh(text, path, like: [a, b])) }
        return (path, .literal("\(number)"))
      }
    }
  }

  /// An unknown value of which the way has found out the case.
  func settled(_ value: Value, _ path: Path) -> Value {
    guard case .unknown(let unknown) = value else { return value }
    noteQuestion(about: value)
    switch path.facts[unknown.id] {
    case .isCase(var known):
      known.text = unknown.text
      return .enumCase(known)
    case .bool(let value): return .bool(value)
    default: return value
    }
  }

  private func evaluate(_ node: TupleExprSyntax, _ path: Path, _ expected: String?) -> Evaluated {
    if let only = node.elements.first, node.elements.count == 1 {
      return evaluate(only.expression, path, expected)
    }
    var result: [(Path, [Argument])] = [(path, [])]
    let types = TupleKey.elements(of: expected, count: node.elements.count)
    for (element, type) in zip(node.elements, types) {
      result = result.flatMap { path, elements in
        evaluate(element.expression, path, type).map { path, value in
          (path, elements + [Argument(label: element.label?.text, value: value)])
        }
      }
    }
    return result.map { path, elements in
      (path, elements.isEmpty ? .void : .tuple(elements))
    }
  }

  private func evaluate(_ node: ArrayExprSyntax, _ path: Path) -> Evaluated {
    // A long literal is data, not a list of effects.
    guard node.elements.count <= 16 else { return [(path, opaque(node, path))] }
    var result: [(Path, [Value])] = [(path, [])]
    for element in node.elements {
      result = result.flatMap { path, values in
        evaluate(element.expression, path, nil).map { ($0, values + [$1]) }
      }
    }
    return result.map { ($0, .array($1)) }
  }

  private func reference(_ node: InOutExprSyntax, _ path: Path) -> Evaluated {
    guard let place = place(of: node.expression, path) else {
      return [(path, opaque(node.expression, path))]
    }
    return [(path, .alias(place))]
  }
}

extension Value {
  /// The whole number that a literal is.
  var number: Int? { if case .literal(let text) = self { Int(text) } else { nil } }

  /// The elements of a list; anything else stands for itself.
  fileprivate var items: [Value] {
    if case .array(let items) = self { items } else { [self] }
  }
}
