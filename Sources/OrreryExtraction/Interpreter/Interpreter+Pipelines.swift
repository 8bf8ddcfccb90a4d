import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a publisher hands to the closure at its end, as far as the operators before that tell.
extension Interpreter {
  /// The labels of closures that take values, not an error or the end.
  private static let takers: Set<String?> = [nil, "receiveValue", "onNext", "onSuccess"]
  private static let sinks: Set = ["sink", "subscribe", "drive"]

  /// Operators that leave the values as they are, or let fewer of them through.
  private static let transparent: Set = [
    "eraseToAnyPublisher", "setFailureType", "receive", "delay", "print", "share", "debounce",
    "throttle", "removeDuplicates", "handleEvents", "timeout", "retry", "first", "dropFirst",
    "observe", "observeOn", "subscribeOn", "asObservable", "distinctUntilChanged",
  ]

  /// The ways into a closure that a publisher calls, each with what it is handed; nothing where the
  /// operators before it do not tell.
  func handed(
    _ label: String?, by node: Syntax, _ paths: [Path]
  ) -> [(Path, [Argument])] {
    let unknown = paths.map { ($0, [Argument]()) }
    guard structState == nil, Self.takers.contains(label),
      let call = node.as(FunctionCallExprSyntax.self), Self.sinks.contains(call.calleeName),
      // One closure of several, or of RxSwift's `subscribe`, may take the end too.
      label != nil || (call.calleeName != "subscribe" && call.additionalTrailingClosures.isEmpty),
      let type = paths.first.flatMap(watchedType), let info = index.info(type)
    else { return unknown }
    let found = paths.map { made(before: call, info, $0, depth: 0) }
    guard found.allSatisfy({ $0 != nil }) else { return unknown }
    return found.flatMap { $0 ?? [] }.map { ($0, [Argument(label: nil, value: $1)]) }
  }

  /// The values that come to an operator.
  func made(
    before call: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path, depth: Int
  ) -> Evaluated? {
    guard depth < 16, let operation = call.previous else { return nil }
    return made(by: operation, info, path, depth: depth)
  }

  /// The values that an operator hands on: of a type that is the state's.
  private func made(
    by operation: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path, depth: Int
  ) -> Evaluated? {
    let name = operation.calleeName
    if Self.transparent.contains(name) {
      return made(before: operation, info, path, depth: depth + 1)
    }
    switch name {
    case "map", "compactMap": return mapped(operation, info, path)
    case "replaceError", "replaceEmpty":
      guard let value = operation.arguments.first?.expression else { return nil }
      return also(evaluate(value, path, info.key), before: operation, info, path, depth)
    case "catch":
      guard let just = operation.lastClosure?.onlyJust else { return nil }
      return also(evaluate(just, path, info.key), before: operation, info, path, depth)
    case "Just":
      guard let value = operation.arguments.first?.expression else { return nil }
      return typed(evaluate(value, path, info.key), info)
    default: return made(byHelper: operation, info, path, depth: depth)
    }
  }

  /// The values that a method of one's own publishes which does nothing else.
  private func made(
    byHelper call: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path, depth: Int
  ) -> Evaluated? {
    let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    guard base?.isSelf ?? call.calledExpression.is(DeclReferenceExprSyntax.self),
      let owner = index.info(path.frames[path.depth - 1].selfType),
      let place = path.place(of: "self"),
      case let found = owner.functions.filter({ $0.name == call.calleeName }), found.count == 1,
      found[0].parameters.isEmpty, found[0].isPrivate || owner.isFinal,
      let body = found[0].body?.statements, body.count == 1, let item = body.first?.item
    else { return nil }
    let answer = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    guard let last = answer?.as(FunctionCallExprSyntax.self) else { return nil }
    var inner = path
    inner.frames.append(
      Frame(variables: ["self": .alias(place)], selfType: owner.key, file: found[0].file))
    return made(by: last, info, inner, depth: depth + 1)?.map { way, value in
      var way = way
      way.unwind(to: path.depth)
      return (way, value)
    }
  }

  /// Some values beside those that come from further up.
  private func also(
    _ values: Evaluated, before operation: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path,
    _ depth: Int
  ) -> Evaluated? {
    guard let rest = made(before: operation, info, path, depth: depth + 1),
      let own = typed(values, info)
    else { return nil }
    return rest + own
  }

  private func mapped(
    _ operation: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path
  ) -> Evaluated? {
    let name = operation.calleeName
    if let closure = operation.lastClosure {
      let value = ClosureValue(node: closure, frame: path.depth - 1, file: path.file)
      return typed(invoke(value, [], path), info, mayDrop: name == "compactMap")
    }
    // `map(State.full)`
    guard let member = operation.arguments.first?.expression.as(MemberAccessExprSyntax.self),
      case let full = Naming.identifier(member.declName.baseName.text),
      let item = info.enumCase(full),
      typeKey(of: member.base ?? ExprSyntax(member), path) == info.key
    else { return nil }
    let payload = item.values.map { value in
      Argument(label: value.label, value: fresh(value.label ?? "$0", path))
    }
    return [
      (
        path,
        .enumCase(
          CaseValue(
            name: full, payload: payload, type: info.key, text: text(of: member),
            location: location(of: member, path)))
      )
    ]
  }

  /// The values, where each is a case of the state.
  ///
  /// - Parameter mayDrop: Whether what is absent is handed on to nobody.
  private func typed(
    _ values: Evaluated, _ info: TypeInfo, mayDrop: Bool = false
  ) -> Evaluated? {
    let cases = values.compactMap { path, value -> (Path, Value)? in
      if case .absent = value, mayDrop { return nil }
      guard var known = value.caseValue, known.type ?? info.key == info.key,
        info.enumCase(known.name) != nil
      else { return (path, .void) }
      known.type = info.key
      return (path, .enumCase(known))
    }
    let isKnown = cases.allSatisfy { $0.1.caseValue != nil }
    return isKnown && !cases.isEmpty ? cases : nil
  }
}

extension ClosureExprSyntax {
  /// What a closure publishes that does nothing else: `x` of `{ _ in Just(x) }`.
  fileprivate var onlyJust: ExprSyntax? {
    guard statements.count == 1, let item = statements.first?.item else { return nil }
    let value = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression
    var call = value?.as(FunctionCallExprSyntax.self)
    while let inner = call, inner.calleeName == "eraseToAnyPublisher" { call = inner.previous }
    guard call?.calleeName == "Just", call?.arguments.count == 1 else { return nil }
    return call?.arguments.first?.expression
  }
}
