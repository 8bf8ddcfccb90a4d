import SwiftSyntax

/// `Task { … }; state = .loading`: what is started begins when its starter is over.
extension Interpreter {
  /// Whether a statement starts code that comes to the state, and the starter goes on to it as well.
  func startsLate(
    _ item: CodeBlockItemSyntax, before rest: ArraySlice<CodeBlockItemSyntax>, _ path: Path
  ) -> Bool {
    guard awaitsAreSteps, !rest.isEmpty, let closure = item.startedClosure,
      mayChangeState(cache.names(in: closure).names, path),
      !rest.contains(where: { Syntax($0).waitsInPlace })
    else { return false }
    return rest.contains { mayChangeState(ClosureNames($0).names, path) }
  }

  /// Walks the statements that start something behind all others, in their order.
  func starting(
    _ items: ArraySlice<CodeBlockItemSyntax>, _ open: [Flow],
    _ walk: (ArraySlice<CodeBlockItemSyntax>, [Flow]) -> [Flow]
  ) -> [Flow] {
    guard let depth = open.first?.path.depth else { return [] }
    let started = items.filter { $0.startedClosure != nil }
    let rest = items.filter { $0.startedClosure == nil }
    let ready = open.map { flow in
      var flow = flow
      for name in started.compactMap(\.startedName) {
        flow.path.declare(name, fresh(name, flow.path))
      }
      return flow
    }
    thrown.append([])
    let flows = walk(rest[...], ready)
    return (flows + thrown.removeLast()).flatMap { flow -> [Flow] in
      if case .trapped = flow.exit { return [flow] }
      var path = flow.path
      path.unwind(to: depth)
      return started.reduce([Flow(path: path)]) { walk([$1], $0) }
        .map { Flow(path: $0.path, exit: flow.exit) }
    }
  }
}

extension CodeBlockItemSyntax {
  /// The closure of a task, or of work for another queue, that the statement starts.
  fileprivate var startedClosure: ClosureExprSyntax? {
    guard let call = startingCall, ["Task", "detached", "async"].contains(call.calleeName),
      let closure = call.lastClosure, !closure.isAwaited
    else { return nil }
    return closure
  }

  /// The variable that keeps what is started.
  fileprivate var startedName: String? {
    guard case .decl(let node) = item else { return nil }
    return node.as(VariableDeclSyntax.self)?.bindings.first?.pattern
      .as(IdentifierPatternSyntax.self)?.identifier.text
  }

  private var startingCall: FunctionCallExprSyntax? {
    switch item {
    case .expr(let node):
      (node.as(SequenceExprSyntax.self)?.elements.last ?? node).as(FunctionCallExprSyntax.self)
    case .decl(let node):
      node.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
        .as(FunctionCallExprSyntax.self)
    case .stmt: nil
    }
  }
}

extension Syntax {
  /// Whether something is waited for in the code itself, not in a closure in it.
  fileprivate var waitsInPlace: Bool {
    if self.is(ClosureExprSyntax.self) || self.is(FunctionDeclSyntax.self) { return false }
    if let token = self.as(TokenSyntax.self) { return token.tokenKind == .keyword(.await) }
    return children(viewMode: .sourceAccurate).contains(where: \.waitsInPlace)
  }
}
