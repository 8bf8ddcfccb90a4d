import OrreryProgram

/// `try`, `do` and `catch`.
extension Execution {
  func attempt(
    _ kind: Expression.AttemptKind, _ inner: Expression, _ node: Expression, _ path: Path,
    _ expected: TypeReference?
  ) -> [Way] {
    let isOptional = kind == .optional
    if isOptional { departed.thrown.append([]) }
    let (before, skipped) = (departed.strangeCalls, departed.skippedThrows)
    let raised = departed.thrown[departed.thrown.count - 1].count
    var result = evaluate(inner, path, expected)
    // What is seen to throw ends the handler, though nobody catches it.
    let isCaught =
      isOptional || departed.thrown.count > 1 + departed.quietDefers
      || departed.skippedThrows > skipped
    if !isOptional { wordRaised(since: raised, by: inner, path) }
    let isStrange =
      departed.strangeCalls > before
      || departed.thrown[departed.thrown.count - 1].count == raised && inner.isStrangeGetter
    let mayThrow = isStrange && isCaught
    if mayThrow, isOptional {
      result = result.map {
        Way($0.path, $0.value.doubted ?? fresh(node.text, $0.path, type: $0.value.type))
      }
    } else if mayThrow {
      for way in result { split(way, inner, since: path) }
    }
    if isOptional {
      result += departed.thrown.removeLast().map {
        Way($0.path.unwound(to: path.depth), .absent)
      }
    }
    return result
  }

  /// A call that is not followed may throw: both paths are taken.
  private func split(_ way: Way, _ node: Expression, since start: Path) {
    var fails = way.path
    // Nobody has done what was asked.
    fails.progress.asked = start.progress.asked
    fails.progress.location = start.progress.location
    fails.guards.append(Clause(text: "\(node.text) throws"))
    departed.raise(fails, error(of: node, fails))
  }

  /// The errors that a helper hands on before it has changed anything are its own: the call throws.
  private func wordRaised(since count: Int, by node: Expression, _ path: Path) {
    guard case .call(let call) = node.called.form, calls.followed.contains(node.called.id)
    else { return }
    if case .variable = call.callee { return }
    let raised = departed.thrown[departed.thrown.count - 1][count...]
    let same = raised.filter { $0.isUnknownError && isUnchanged($0.path, since: path) }
    guard var flow = same.first else { return }
    if same.contains(where: { $0.errorMade != flow.errorMade }) {
      flow.exit = .threw(.unknown(strangeError(path)))
    }
    flow.path.unwind(to: path.depth)
    flow.path.guards = path.guards + [Clause(text: "\(node.called.text) throws")]
    for other in same.dropFirst() {
      flow.path.trail.joined.formUnion(
        other.path.trail.joined.union([other.path.trail.last].compactMap { $0 }))
    }
    let others = raised.filter { !$0.isUnknownError || !isUnchanged($0.path, since: path) }
    departed.thrown[departed.thrown.count - 1].replaceSubrange(count..., with: [flow] + others)
  }

  /// Whether a path has done nothing since that a transition shows.
  private func isUnchanged(_ way: Path, since start: Path) -> Bool {
    way.trail.written == start.trail.written && way.trail.writeLocation == start.trail.writeLocation
      && way.guards.starts(with: start.guards)
  }

  /// Whether a function may throw an error of its own, or one of a function among the files that it tries.
  func mayThrow(_ function: Function) -> Bool {
    if let known = calls.helpers.throwing[function.id] { return known }
    let found = reachesThrow(function)
    calls.helpers.throwing[function.id] = found
    return found
  }

  private func reachesThrow(_ function: Function) -> Bool {
    var met: Set<NodeID> = []
    var open = [function]
    while let next = open.popLast() {
      guard next.isThrowing, met.insert(next.id).inserted, let body = next.body else { continue }
      if body.throwsItself { return true }
      let own = type(next.owner)?.functions ?? []
      open += body.triedNames.flatMap { name in
        own.filter { $0.name == name } + program.globals(named: name)
      }
    }
    return false
  }

  func strangeError(_ path: Path) -> Unknown {
    var error = Unknown(symbols.symbol(.error(version: path.clock.version)), text: "error")
    (error.isPresent, error.declared) = (true, "Error")
    return error
  }

  /// What a call throws that was waited for.
  func error(of callee: String, _ path: Path) -> Value {
    var error = strangeError(path)
    let parts = callee.split(separator: ".").map(String.init)
    if parts.first?.prefix(while: { $0 != "<" }) == "Task", let name = parts.last,
      Library.cancelled.contains(name)
    {
      error.made = "CancellationError()"
    }
    return .unknown(error)
  }

  /// What a call that is not followed throws.
  private func error(of node: Expression, _ path: Path) -> Value {
    var error = strangeError(path)
    if case .call(let call) = node.called.form, case .member(let base, let name) = call.callee,
      Library.cancelled.contains(name), base.text.prefix(while: { $0 != "<" }) == "Task"
    {
      error.made = "CancellationError()"
    }
    return .unknown(error)
  }

  /// `do`: what its body throws is bound to a variable, and handed to the clauses.
  func attempt(
    _ inner: Block.Number, _ handler: Block.Number, _ error: Variable, _ behind: Block.Number,
    of body: Body, _ path: Path
  ) -> [Flow] {
    let (depth, mark) = (path.depth, departed.mark)
    departed.thrown.append([])
    let ends = run(inner, of: body, [path]).map { leaving($0, at: [behind], path) }
    let flows = handling(ends, by: handler, error, behind, of: body, depth: depth, base: path)
    return merged(flows, at: behind, of: body, from: path, since: mark, keepsBindings: true)
  }

  /// The ends of what stands in a `do`, with what the clauses behind it make of what was thrown there.
  ///
  /// - Parameter base: The path into the statement; nothing where each goes on by itself.
  func handling(
    _ ends: [Flow], by handler: Block.Number, _ error: Variable, _ behind: Block.Number,
    of body: Body, depth: Int, base: Path? = nil
  ) -> [Flow] {
    let thrown = departed.thrown.removeLast() + ends.filter(\.hasThrown)
    let others = ends.filter { !$0.hasThrown }
    let flows = joined(thrown, depth: depth).flatMap { flow -> [Flow] in
      guard let value = flow.error else { return [] }
      return handle(
        value, error, body.blocks[handler], of: body, flow.path, base: base ?? flow.path)
    }
    guard case .match(let match) = body.blocks[handler].end, match.behind != behind else {
      return others + flows
    }
    return others
      + flows.flatMap { flow in
        flow.isAt(match.behind) ? run(match.behind, of: body, [flow.path]) : [flow]
      }
  }

  /// Calls that may throw, one after the other, are one path to the clauses behind them.
  private func joined(_ raised: [Flow], depth: Int) -> [Flow] {
    var result: [Flow] = []
    for var flow in raised {
      flow.path.unwind(to: depth)
      if setting.isCoarse,
        let index = result.firstIndex(where: { isSameErrorCoarsely($0, flow) })
      {
        result[index].path = join(result[index].path, flow.path, base: result[index].path)
        continue
      }
      guard flow.isUnknownError, let last = flow.path.guards.last, last.isThrow,
        let index = result.firstIndex(where: { isSameError($0, flow) }),
        let first = result[index].path.guards.last, first.isThrow
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

  /// Whether two errors of which the clauses cannot know more are one that is not known.
  private func isSameErrorCoarsely(_ a: Flow, _ b: Flow) -> Bool {
    guard case .threw(.unknown(let x)) = a.exit, case .threw(.unknown(let y)) = b.exit else {
      return false
    }
    return x.type == y.type && x.made == y.made && isOneWay(a.path, b.path)
  }

  private func isSameError(_ a: Flow, _ b: Flow) -> Bool {
    a.isUnknownError && a.errorMade == b.errorMade && sameOutcome(a.path, b.path, loosely: true)
      && a.path.guards.dropLast() == b.path.guards.dropLast()
  }

  /// Hands an error to the first clause that takes it, and to those before that may.
  private func handle(
    _ error: Value, _ variable: Variable, _ handler: Block, of body: Body, _ path: Path, base: Path
  ) -> [Flow] {
    guard case .match(let match) = handler.end else { return [] }
    var flows: [Flow] = []
    var open = [path]
    open[0].throwsItself = false
    for clause in match.clauses where !open.isEmpty {
      var rest: [Path] = []
      for path in open {
        for answer in takes(clause, error, path.declaring(variable, error)) {
          switch answer {
          case .known(let path, true): flows += run(clause, of: match, body, path)
          case .known(let path, false): rest.append(path)
          case .open(let yes, let no, let text):
            let condition = Clause(text: "catch \(text)", choice: choice(by: clause, error, path))
            flows += run(clause, of: match, body, yes.under(condition))
            rest.append(no.under(condition.negated))
          }
        }
      }
      open = bounded(rest)
      for index in open.indices { open[index].trail.branch = base.trail.branch }
    }
    for path in open { departed.raise(path, error) }
    return flows
  }

  private func run(
    _ clause: Match.Clause, of match: Match, _ body: Body, _ path: Path
  ) -> [Flow] {
    run(clause.target, of: body, [path]).map { leaving($0, at: [match.behind], path) }
  }

  /// Whether any pattern of a clause takes an error.
  private func takes(_ clause: Match.Clause, _ error: Value, _ path: Path) -> [Answer] {
    if clause.items.isEmpty { return [.known(path, true)] }
    var taken: [Answer] = []
    var open: [(path: Path, yes: Path?, texts: [String])] = [(path, nil, [])]
    for item in clause.items {
      open = open.flatMap { way in
        takes(item, error, way.path).compactMap { answer in
          switch answer {
          case .known(_, true):
            taken.append(answer)
            return nil
          case .known(let path, false): return (path, way.yes, way.texts)
          case .open(let yes, let no, let text): return (no, way.yes ?? yes, way.texts + [text])
          }
        }
      }
    }
    return taken
      + open.map { way in
        guard let yes = way.yes else { return .known(way.path, false) }
        return .open(yes: yes, no: way.path, text: way.texts.joined(separator: ", "))
      }
  }

  private func takes(_ item: Match.Item, _ error: Value, _ path: Path) -> [Answer] {
    let answer = takes(item.pattern, item.text.text, error, path)
    guard let filter = item.filter else { return [answer] }
    switch answer {
    case .known(_, false): return [answer]
    case .known(let matched, true):
      return truth(filter, matched).flatMap { sides(of: $0, asking: filter.variables) }
        .map { .known($0.path, $0.holds) }
    case .open(let yes, _, let text):
      return [.open(yes: yes, no: path, text: "\(text) where \(filter.text)")]
    }
  }

  private func takes(
    _ pattern: Pattern, _ text: String, _ error: Value, _ path: Path
  ) -> Answer {
    let open = Answer.open(yes: path, no: path, text: text)
    switch pattern {
    case .any: return .known(path, true)
    case .bind(let variable): return .known(path.declaring(variable, error), true)
    case .type(let name, let inner):
      let isOfType = isError(error, named: name, key(named: name, path))
      if isOfType == false { return .known(path, false) }
      guard case .known(let matched, true) = match(inner, error, path) else { return open }
      return isOfType == true
        ? .known(matched, true) : .open(yes: matched, no: path, text: text)
    case .enumCase:
      if let base = text.typeBeforeCase {
        switch isError(error, named: base, key(named: base, path)) {
        case false?: return .known(path, false)
        case nil: return open
        case true?: break
        }
      }
      guard error.caseValue != nil else { return open }
      return match(pattern, error, path).worded(text)
    default: return open
    }
  }

  /// The types of which an error is one where a clause takes it; nothing where it may be of others as
  /// well, which its types conform to or inherit from.
  private func choice(by clause: Match.Clause, _ error: Value, _ path: Path) -> Clause.Choice? {
    let names = clause.items.compactMap { item -> String? in
      guard case .type(let name, _) = item.pattern, item.filter == nil else { return nil }
      guard let info = declared(key(named: name, path)) else {
        return Library.plainErrors.contains(name) ? name : nil
      }
      return info.isValue ? info.key : nil
    }
    guard names.count == clause.items.count, let symbol = error.unknown?.symbol else { return nil }
    return Clause.Choice(value: "\(symbol)", names: Set(names))
  }

  /// Whether an error is of a type; nothing where the source does not tell.
  private func isError(_ error: Value, named name: String, _ key: String?) -> Bool? {
    let wanted = declared(key)
    if wanted == nil, Library.everyError.contains(name) { return true }
    if let own = declared(error.type) { return isError(own, named: name, wanted) }
    // What a function or another name gives may be anything.
    guard let made = error.unknown?.made?.typeOfCall, Library.plainErrors.contains(made) else {
      return nil
    }
    if let wanted { return wanted.kind == .protocol ? nil : false }
    if name == made { return true }
    return Library.plainErrors.contains(name) ? false : nil
  }

  private func isError(
    _ own: NominalType, named name: String, _ wanted: NominalType?
  ) -> Bool? {
    if own.key == wanted?.key { return true }
    guard own.kind != .protocol else { return nil }
    if own.inherited.contains(name) { return true }
    switch wanted?.kind {
    case .protocol: return nil
    case .class where own.kind == .class: return nil
    case nil:
      // A protocol of another module may refine what the clause asks for.
      let isPlain = own.inherited.allSatisfy { inherited in
        type(key(named: inherited, in: own.key))?.kind != .protocol
          && (!inherited.hasSuffix("Error") || Library.plainProtocols.contains(inherited))
      }
      return isPlain && name != own.name ? false : nil
    default: return false
    }
  }

  /// A type that the files declare, not only extend.
  private func declared(_ key: String?) -> NominalType? {
    type(key).flatMap { $0.kind == .extensionOnly ? nil : $0 }
  }
}

extension Flow {
  fileprivate var isUnknownError: Bool { error?.unknown?.text == "error" }

  /// What makes an error of which nothing else is known.
  fileprivate var errorMade: String? { error?.unknown?.made }
}

extension Expression {
  /// Whether it is a property of something else, and that is read without a call.
  fileprivate var isStrangeGetter: Bool {
    if case .member(let base, _) = form { base.asksNothing } else { false }
  }

  private var asksNothing: Bool {
    switch form {
    case .variable, .name: true
    case .member(let base, _): base.asksNothing
    default: false
    }
  }

  /// What is called behind `await`.
  fileprivate var called: Expression {
    if case .wait(let inner) = form { inner } else { self }
  }
}

extension String {
  /// `URLError` of `Foundation.URLError(.timedOut)`.
  fileprivate var typeOfCall: String {
    let name = prefix { $0 != "(" && $0 != "<" }
    return name.split(separator: ".").last.map(String.init) ?? ""
  }

  /// `LoadError` of the pattern `LoadError.offline`.
  fileprivate var typeBeforeCase: String? {
    let parts = prefix { $0 != "(" }.split(separator: ".").map(String.init)
    guard parts.count > 1, let name = parts.dropLast().last, name.first?.isUppercase == true else {
      return nil
    }
    return name
  }
}
