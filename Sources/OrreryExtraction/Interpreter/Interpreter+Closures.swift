import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// Functions that run the closure they are given once, at once or soon.
  static let runners: Set = [
    "withLock", "withLockedValue", "withLockVoid", "sync", "async", "Task", "detached", "run",
    "withAnimation", "withTaskCancellationHandler", "withExtendedLifetime",
    "withValue", "perform", "map", "flatMap", "compactMap", "forEach", "filter", "reduce", "first",
    "contains", "allSatisfy", "sorted", "min", "max", "removeAll", "firstIndex", "index", "modify",
    "mutate", "update", "change", "onEventLoop", "assumeIsolated",
  ]

  /// Whether a function runs its closure before it returns, or as the body of what it starts.
  static func runsAtOnce(_ name: String) -> Bool {
    runners.contains(name) || name.hasPrefix("with")
  }

  /// Walks a closure's body in the frame in which it was written.
  func invoke(_ closure: ClosureValue, _ values: [Argument], _ path: Path) -> Evaluated {
    guard calls.count < Self.deepestCall, path.depth < 96, spend() else {
      return [(path, .unknown(Unknown(id: "{}@\(path.version)", text: "{ … }")))]
    }
    let depth = path.depth
    var inner = path
    let outer =
      path.frames.indices.contains(closure.frame)
      ? path.frames[closure.frame] : path.frames[depth - 1]
    var frame = Frame(parent: closure.frame, selfType: outer.selfType, file: closure.file)
    for (offset, value) in values.enumerated() {
      frame.variables["$\(offset)"] = value.value
    }
    for (offset, name) in parameters(of: closure.node).enumerated() where name != "_" {
      frame.variables[name] =
        values.indices.contains(offset)
        ? values[offset].value
        : .unknown(Unknown(id: "\(name)@\(path.version)", text: name))
    }
    inner.frames.append(frame)
    callers.append(Syntax(closure.node))
    defer { callers.removeLast() }
    let flows = run(closure.node.statements, inner, value: true)
    let found: Evaluated = ends(of: flows).map { path, value in
      var path = path
      path.unwind(to: depth)
      return (path, value)
    }
    let isOne =
      found.count > 1
      && found.allSatisfy { end, value in
        !value.isDecisive && sameOutcome(end, path)
      }
    return isOne ? [(path, fresh("{ … }", path))] : found
  }

  private func ends(of flows: [Flow]) -> Evaluated {
    flows.compactMap { flow in
      switch flow.exit {
      case .returned(let value): return (flow.path, value)
      case .threw(let value):
        raise(flow.path, value)
        return nil
      case .trapped: return nil
      default: return (flow.path, .void)
      }
    }
  }

  private func parameters(of closure: ClosureExprSyntax) -> [String] {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    case nil: []
    }
  }

  /// A call of something that is not walked.
  ///
  /// Closures that it is given run once where its name says so, and otherwise may run.
  func unfollowed(
    _ node: FunctionCallExprSyntax, _ values: [Argument], _ path: Path, type: String? = nil
  ) -> Evaluated {
    unfollowedCalls += 1
    let name = calleeName(node)
    var paths: Evaluated = [(path, made(by: node, name, path, type: type))]
    var isFirst = true
    for argument in values {
      guard case .closure(let closure) = argument.value else { continue }
      defer { isFirst = false }
      paths = paths.flatMap { path, result -> Evaluated in
        guard Self.runsAtOnce(name) else {
          return later(closure, of: node, path).map { ($0, result) }
        }
        let ran = invoke(closure, handed(to: closure, by: node, path), path)
        if isFirst { return ran.map { ($0, $1.isVoid ? result : $1) } }
        let changed = ran.filter { !sameOutcome($0.0, path) }
        return [(path, result)] + changed.map { ($0.0, result) }
      }
    }
    return paths.map { path, value in
      var path = path
      path.version += 1
      for argument in values { forget(argument.value, &path) }
      return (path, value)
    }
  }

  /// The result of a call; `Load()` stays known as that.
  private func made(
    by node: FunctionCallExprSyntax, _ name: String, _ path: Path, type: String?
  ) -> Value {
    let value = opaque(node, path, type: type)
    guard name.first?.isUppercase ?? false, case .unknown(var unknown) = value else {
      return value
    }
    unknown.made = unknown.text
    return .unknown(unknown)
  }

  /// What a closure is called with: the thing that it is a method of, where that is a place.
  private func handed(
    to closure: ClosureValue, by node: FunctionCallExprSyntax, _ path: Path
  ) -> [Argument] {
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let place = place(of: base, path)
    else { return [] }
    return [Argument(label: nil, value: .alias(place))]
  }

  /// A place that was handed out with `&` holds something else afterwards.
  private func forget(_ value: Value, _ path: inout Path) {
    guard case .alias(let place) = value else { return }
    if structState != nil, case .object(var object)? = path.value(at: place),
      object.base.id == Self.stateID
    {
      object.fields = [:]
      object.writes.append(
        Write(path: "state", op: "mutate", value: "&state", location: path.location))
      path.set(.object(object), at: place)
      return
    }
    let type = self.type(at: place, path)
    let text = path.value(at: place)?.text ?? place.name
    write(fresh(text, path, type: type), op: "mutate", text: "&\(text)", at: place, &path)
  }

  private func calleeName(_ node: FunctionCallExprSyntax) -> String {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName.text
    }
    return node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
  }
}

extension Value {
  fileprivate var isVoid: Bool { if case .void = self { true } else { false } }
}
