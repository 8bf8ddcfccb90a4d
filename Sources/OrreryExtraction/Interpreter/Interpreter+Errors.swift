import OrreryLowering
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// A `do`: what its body throws is handed to the first clause that may take it.
  func run(_ node: DoStmtSyntax, _ path: Path) -> [Flow] {
    guard !node.catchClauses.isEmpty else { return run(block: node.body.statements, path) }
    let (depth, mark) = (path.depth, departures)
    thrown.append([])
    var flows = run(block: node.body.statements, path)
    let raised = joined(
      thrown.removeLast() + flows.filter { if case .threw = $0.exit { true } else { false } },
      depth: depth)
    flows.removeAll { if case .threw = $0.exit { true } else { false } }
    for flow in raised {
      guard case .threw(let value) = flow.exit else { continue }
      var path = flow.path
      path.unwind(to: depth)
      flows += handle(value, node.catchClauses, path)
    }
    return merged(flows, from: path, since: mark, at: node)
  }

  /// Calls that may throw, one after the other, are one way to the clauses behind them.
  private func joined(_ raised: [Flow], depth: Int) -> [Flow] {
    var result: [Flow] = []
    for flow in raised {
      var flow = flow
      flow.path.unwind(to: depth)
      if isCoarse, join(flow, into: &result) { continue }
      guard Self.isUnknown(flow),
        let index = result.firstIndex(where: {
          Self.isUnknown($0) && Self.made($0) == Self.made(flow)
            && sameOutcome($0.path, flow.path, loosely: true)
            && $0.path.guards.dropLast() == flow.path.guards.dropLast()
        }), let last = flow.path.guards.last, let first = result[index].path.guards.last,
        [first, last].allSatisfy(\.isThrow)
      else {
        result.append(flow)
        continue
      }
      let (known, common) = (result[index].path, flow.path.guards.dropLast())
      result[index].path = join(known, flow.path, base: known)
      let either = Clause(text: "\(first.text) || \(last.text)")
      result[index].path.guards = common + [first == last ? first : either]
    }
    return result
  }

  /// Joins an error with one that differs in nothing else, where there are too many to tell.
  private func join(_ flow: Flow, into raised: inout [Flow]) -> Bool {
    guard case .threw(let error) = flow.exit,
      let index = raised.firstIndex(where: { isOneWay($0.path, flow.path) }),
      case .threw(let known) = raised[index].exit
    else { return false }
    raised[index].path = join(raised[index].path, flow.path, base: flow.path)
    if !known.isSame(as: error) {
      raised[index].exit = .threw(
        .unknown(Unknown(id: "error@\(raised[index].path.version)", text: "error")))
    }
    return true
  }

  private static func isUnknown(_ flow: Flow) -> Bool {
    if case .threw(let value) = flow.exit { value.unknown?.text == "error" } else { false }
  }

  /// What makes an error of which nothing else is known.
  private static func made(_ flow: Flow) -> String? {
    if case .threw(let value) = flow.exit { value.unknown?.made } else { nil }
  }

  func evaluate(
    _ node: TryExprSyntax, _ path: Path, _ expected: String?, isStatement: Bool
  ) -> Evaluated {
    let isOptional = node.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
    if isOptional { thrown.append([]) }
    let (before, raised) = (unfollowedCalls, thrown[thrown.count - 1].count)
    let skipped = skippedThrows
    var result = evaluate(node.expression, path, expected, isStatement: isStatement)
    // What is seen to throw ends the handler, though nobody catches it.
    let isCaught = isOptional || thrown.count > 1 + quietDefers || skippedThrows > skipped
    if !isOptional { wordRaised(since: raised, by: node, path) }
    let isStrange =
      unfollowedCalls > before
      || thrown[thrown.count - 1].count == raised && isStrangeGetter(node.expression)
    let mayThrow = isStrange && isCaught && !suspends(node.expression)
    if mayThrow, isOptional {
      result = result.map { ($0, $1.doubted ?? opaque(node, $0, type: $1.type)) }
    } else if mayThrow {
      result = split(result, node)
    } else if isOptional, suspends(node.expression), alwaysAnswers(node.expression, path) {
      result = result.map { ($0, $1.found) }
    }
    if isOptional {
      let depth = path.depth
      for flow in thrown.removeLast() {
        var path = flow.path
        path.unwind(to: depth)
        result.append((path, .absent))
      }
    }
    return result
  }

  /// The errors that a helper hands on before it has changed anything are its own: the call throws.
  private func wordRaised(since count: Int, by node: TryExprSyntax, _ path: Path) {
    let tried = node.expression.as(AwaitExprSyntax.self)?.expression ?? node.expression
    guard let call = tried.as(FunctionCallExprSyntax.self),
      followedCalls.contains(call.id), !isClosure(call.calledExpression, path)
    else { return }
    let raised = thrown[thrown.count - 1][count...]
    let same = raised.filter { Self.isUnknown($0) && isUnchanged($0.path, since: path) }
    guard var flow = same.first else { return }
    if same.contains(where: { Self.made($0) != Self.made(flow) }) {
      flow.exit = .threw(error(of: "", path))
    }
    flow.path.unwind(to: path.depth)
    flow.path.guards = path.guards + [Clause(text: "\(text(of: call)) throws")]
    for other in same.dropFirst() {
      flow.path.joined.formUnion(other.path.joined.union([other.path.last].compactMap { $0 }))
    }
    let others = raised.filter { !Self.isUnknown($0) || !isUnchanged($0.path, since: path) }
    thrown[thrown.count - 1].replaceSubrange(count..., with: [flow] + others)
  }

  /// Whether what is called is a closure that was handed in: its name says nothing of what throws.
  private func isClosure(_ callee: ExprSyntax, _ path: Path) -> Bool {
    guard let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: Naming.identifier(name)),
      case .closure? = path.value(at: place)
    else { return false }
    return true
  }

  /// Whether a way has done nothing since that a transition shows.
  private func isUnchanged(_ way: Path, since start: Path) -> Bool {
    way.effects == start.effects && way.written == start.written && way.tasks == start.tasks
      && way.segment == start.segment && way.writeLocation == start.writeLocation
      && way.guards.starts(with: start.guards)
  }

  /// Whether all that may throw is the getter of a property of something else, which is not walked.
  private func isStrangeGetter(_ node: ExprSyntax) -> Bool {
    guard let member = node.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return !base.isPlainSelf && base.asksNothing
  }

  private func suspends(_ node: ExprSyntax) -> Bool {
    awaitsAreSteps && node.is(AwaitExprSyntax.self)
  }

  /// A call that is not walked may throw: both ways are taken.
  private func split(_ result: Evaluated, _ node: TryExprSyntax) -> Evaluated {
    let text = "\(text(of: node.expression)) throws"
    let callee = EffectReader.head(of: self.text(of: node.expression))
    return result.map { path, value in
      var fails = path
      fails.guards.append(Clause(text: text))
      raise(fails, error(of: callee, fails))
      return (path, value)
    }
  }
}

extension ExprSyntax {
  /// Whether it is a name, or the property of one.
  fileprivate var asksNothing: Bool {
    if let member = self.as(MemberAccessExprSyntax.self) {
      return member.base?.asksNothing ?? false
    }
    return self.is(DeclReferenceExprSyntax.self)
  }
}

extension Value {
  /// A value of which nothing is known any more but what it comes from: what was to make it may have
  /// thrown.
  fileprivate var doubted: Value? {
    guard case .unknown(var unknown) = self else { return nil }
    unknown.isPresent = false
    return .unknown(unknown)
  }
}
