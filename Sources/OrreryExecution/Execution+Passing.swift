import OrreryProgram

/// What is known behind a helper that throws and is not followed: it has returned.
extension Execution {
  /// More steps than this through a helper cost more than what it may tell.
  private static let mostAsked = 100

  /// What all paths have found out on which a helper returns.
  struct Passing {
    /// The call.
    var call: NodeID
    fileprivate var facts: Facts
    fileprivate var refusals: [Facts]
    /// Whether there is no such path.
    var isBarred = false
  }

  /// What a helper lets pass; nothing where that is not known.
  ///
  /// Its body is executed beside what is told.
  func passing(
    _ function: Function, _ values: [Labelled], by call: Expression, _ path: Path, in frame: Frame
  ) -> Passing? {
    guard function.throwsItself, !function.isAsync, !isAsked, let body = function.body,
      body.unsupported == nil
    else { return nil }
    var own = setting
    own.mostSteps = Self.mostAsked
    let inquiry = Execution(program, own, symbols: symbols)
    inquiry.isAsked = true
    var start = path
    start.push(frame)
    let flows = inquiry.bind(values, to: function, inside: 0, start).flatMap {
      inquiry.enter(function, $0)
      return inquiry.run(body, Body.entry, [$0])
    }
    guard !inquiry.isExhausted, !inquiry.findings.isCut, inquiry.departed.suspended.isEmpty else {
      return nil
    }
    let ends = flows.filter { !$0.hasThrown }.map(\.path)
    guard let first = ends.first else {
      let raised = flows.filter(\.hasThrown) + inquiry.departed.thrown.joined()
      return raised.isEmpty
        ? nil : Passing(call: call.id, facts: [:], refusals: [], isBarred: true)
    }
    let known = ends.dropFirst().reduce(first) { $0.weaker(than: $1) }
    return Passing(
      call: call.id,
      facts: known.facts.filter { path.facts[$0.key] == nil && symbols.isOfKept($0.key) },
      refusals: known.refusals.dropFirst(known.commonRefusals(with: path).count).filter {
        $0.keys.allSatisfy(symbols.isOfKept)
      })
  }
}

extension SymbolTable {
  /// Whether a symbol is of what was there before a helper was called, and of no later moment of it.
  fileprivate func isOfKept(_ symbol: Symbol) -> Bool {
    switch origin(of: symbol) {
    case .parameter, .event, .start, .me: true
    case .member(let whole, _), .payload(let whole, _, _), .presence(let whole): isOfKept(whole)
    case .relation(let a, _, let b): isOfKept(a) && isOfKept(b)
    case .match(let operand, _): isOfKept(operand)
    default: false
    }
  }

  private func isOfKept(_ operand: Operand) -> Bool {
    if case .symbol(let symbol, let stamp) = operand { return stamp == nil && isOfKept(symbol) }
    return true
  }
}

extension Path {
  /// The path where a helper has returned.
  func knowing(_ passing: Execution.Passing) -> Path {
    var path = self
    for (symbol, fact) in passing.facts { path.learn(fact, of: symbol) }
    for facts in passing.refusals { path.refuse(facts) }
    return path
  }
}
