import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// What a case carries, changed in place: the case stays, and any other is left alone.
extension Interpreter {
  /// `state.modify(\.open) { $0.count += 1 }`.
  func modify(
    _ name: String, _ node: FunctionCallExprSyntax, _ place: Place?, _ path: Path
  ) -> Evaluated? {
    guard name == "modify", let place, let closure = node.trailingClosure,
      node.arguments.count == 1, let wanted = node.arguments.first?.expression.caseName,
      let known = path.value(at: place).flatMap({ settled($0, path).caseValue }),
      index.info(known.type)?.enumCase(wanted) != nil
    else { return nil }
    var start = asking(of: .enumCase(known), path)
    guard known.isNamed(wanted) else { return [(start, .void)] }
    let name = "$case"
    start.declare(name, known.payload.first?.value ?? .void)
    let inner = Place(frame: start.depth - 1, name: name)
    let body = ClosureValue(node: closure, frame: start.depth - 1, file: path.file)
    return invoke(body, [Argument(label: nil, value: .alias(inner))], start).map { path, _ in
      var path = path
      change(known, to: path.value(at: inner), at: place, by: text(of: node), &path)
      return (path, .void)
    }
  }

  /// `state[case: \.open]?.count = 1`, and `state.open?.count = 1`.
  func assign(inCase target: ExprSyntax, _ value: Operation, _ path: Path) -> Evaluated? {
    for (base, wanted) in target.chainedCases {
      guard let place = place(of: base, path),
        let known = path.value(at: place).flatMap({ settled($0, path).caseValue }),
        let info = index.info(known.type), info.enumCase(wanted) != nil,
        !info.computed.contains(where: { $0.name == wanted })
      else { continue }
      let path = asking(of: .enumCase(known), path)
      guard known.isNamed(wanted) else { return [(path, .void)] }
      return evaluate(value, path, nil).map { path, _ in
        var path = path
        change(known, to: nil, at: place, by: text(of: target), &path)
        return (path, .void)
      }
    }
    return nil
  }

  /// What a case carries, asked by its name: `state.open`, `state[case: \.open]`; nothing where the
  /// value is another case.
  func carried(by wanted: String, _ value: Value, _ path: Path) -> (Path, Value)? {
    guard case .enumCase(let known) = value, let info = index.info(known.type),
      let item = info.enumCase(wanted), known.version == nil,
      !info.computed.contains(where: { $0.name == wanted && !$0.isStatic })
    else { return nil }
    let path = asking(of: value, path)
    guard known.isNamed(wanted) else { return (path, .absent) }
    guard known.payload.count == item.values.count, !known.payload.isEmpty else {
      return (path, .void)
    }
    if known.payload.count > 1 { return (path, .tuple(known.payload)) }
    let only = known.payload[0].value
    return (path, index.isPresent(0, of: item, in: info) ? only.found : only)
  }

  /// `state.is(\.open)`, where the case is known.
  func isCase(
    _ name: String, _ value: Value, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard name == "is", node.arguments.count == 1, let argument = node.arguments.first,
      argument.label == nil,
      let names = argument.expression.as(KeyPathExprSyntax.self)?.properties,
      let wanted = names.last, names.count == 1 || names == ["some", wanted]
    else { return nil }
    if case .absent = value { return names.count == 2 ? [(path, .bool(false))] : nil }
    guard case .enumCase(let known) = value, known.version == nil,
      index.info(known.type)?.enumCase(wanted) != nil
    else { return nil }
    return [(asking(of: value, path), .bool(known.isNamed(wanted)))]
  }

  private func change(
    _ known: CaseValue, to payload: Value?, at place: Place, by text: String, _ path: inout Path
  ) {
    var values = known.payload
    if !values.isEmpty { values[0].value = payload ?? fresh(text, path) }
    let new = CaseValue(
      name: known.name, payload: values, type: known.type, text: known.text,
      location: path.location)
    write(.enumCase(new), op: "mutate", text: text, at: place, &path)
  }
}

extension ExprSyntax {
  /// The enums and cases that a chain may go on in: `state[case: \.open]?`, `state.open?`.
  fileprivate var chainedCases: [(base: ExprSyntax, name: String)] {
    var result: [(base: ExprSyntax, name: String)] = []
    var current: ExprSyntax? = self
    while let node = current {
      let chain = node.as(OptionalChainingExprSyntax.self)?.expression
      if let member = chain?.as(MemberAccessExprSyntax.self), let base = member.base {
        result.append((base, Naming.identifier(member.declName.baseName.text)))
      } else if let element = chain?.as(SubscriptCallExprSyntax.self),
        let argument = element.arguments.first, argument.label?.text == "case",
        element.arguments.count == 1, let name = argument.expression.caseName
      {
        result.append((element.calledExpression, name))
      }
      current =
        chain ?? node.as(MemberAccessExprSyntax.self)?.base
        ?? node.as(SubscriptCallExprSyntax.self)?.calledExpression
    }
    return result
  }
}
