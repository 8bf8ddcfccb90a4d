import OrreryLowering
import OrreryModel
import SwiftSyntax

extension Interpreter {
  /// Walks a block in a scope of its own.
  func run(
    block items: CodeBlockItemListSyntax, _ path: Path, value: Bool = false, expected: String? = nil
  ) -> [Flow] {
    let depth = path.depth
    var path = path
    path.frames.append(
      Frame(
        parent: depth - 1, selfType: path.frames[depth - 1].selfType,
        returnType: path.frames[depth - 1].returnType, file: path.file))
    return run(items, path, value: value, expected: expected).map { flow in
      var flow = flow
      flow.path.unwind(to: depth)
      return flow
    }
  }

  /// Walks statements one after the other, deferred ones at the end.
  ///
  /// - Parameter value: Whether a single expression is the block's value.
  func run(
    _ items: CodeBlockItemListSyntax, _ path: Path, value: Bool = false, expected: String? = nil
  ) -> [Flow] {
    let block = cache.block(items)
    let open = Flow(path: block.declares ? declaring(functionsOf: items, path) : path)
    return run(
      block.items[...], [open], value: value && block.items.count == 1, expected: expected)
  }

  /// The functions of a block are known in all of it, also before the place where they stand.
  private func declaring(functionsOf items: CodeBlockItemListSyntax, _ path: Path) -> Path {
    var path = path
    for item in items {
      guard case .decl(let node) = item.item else { continue }
      if let function = node.as(FunctionDeclSyntax.self) { declare(function, &path) }
      guard let branches = node.as(IfConfigDeclSyntax.self) else { continue }
      for case .statements(let inner)? in branches.clauses.map(\.elements) {
        path = declaring(functionsOf: inner, path)
      }
    }
    return path
  }

  private func declare(_ function: FunctionDeclSyntax, _ path: inout Path) {
    let info = FunctionInfo(
      function, file: path.file, owner: path.frames[path.depth - 1].selfType)
    path.declare(info.name, .local(info, frame: path.depth - 1))
  }

  private func run(
    _ items: ArraySlice<CodeBlockItemSyntax>, _ open: [Flow], value: Bool, expected: String?
  ) -> [Flow] {
    var open = open
    var done: [Flow] = []
    for (index, item) in zip(items.indices, items) {
      if let block = item.item.as(DeferStmtSyntax.self) {
        return done + deferring(block.body.statements, items[(index + 1)...], open)
      }
      var next: [Flow] = []
      for flow in open {
        guard spend() else { break }
        var path = flow.path
        path.location = location(of: item, path)
        if path.innerEnd != nil { path.innerEnd = nil }
        if isPassed(item, path) {
          next.append(Flow(path: passing(item, path)))
          continue
        }
        path.last = item.id
        // A trial proves nothing: it ends at the first write.
        if trials.isEmpty { cache.footprint.mark(item) }
        for var flow in run(item, path, value: value, expected: expected) {
          // The end of a `do` or of a loop is one, whatever inside comes last.
          if case .stmt = item.item { flow.path.joined.insert(item.id) }
          if case .next = flow.exit { next.append(flow) } else { done.append(flow) }
        }
      }
      open = bounded(narrowed(next))
    }
    return done + open
  }

  /// Walks what follows a `defer`: however that is left, by an error too, the deferred block is last.
  private func deferring(
    _ block: CodeBlockItemListSyntax, _ rest: ArraySlice<CodeBlockItemSyntax>, _ open: [Flow]
  ) -> [Flow] {
    guard let first = open.first?.path else { return [] }
    let depth = first.depth
    let writes = run(block: block, first).contains {
      $0.path.writeLocation != first.writeLocation || $0.path.effects != first.effects
    }
    thrown.append([])
    quietDefers += writes ? 0 : 1
    let flows = run(rest, open, value: false, expected: nil)
    quietDefers -= writes ? 0 : 1
    return (flows + thrown.removeLast()).flatMap { flow -> [Flow] in
      var path = flow.path
      path.unwind(to: depth)
      return run(block: block, path).map { deferred in
        var path = deferred.path
        path.last = flow.path.last
        return Flow(path: path, exit: flow.exit)
      }
    }
  }

  private func run(
    _ item: CodeBlockItemSyntax, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    switch item.item {
    case .decl(let node): run(node, path)
    case .stmt(let node): run(node, path, value: value, expected: expected)
    case .expr(let node): run(node, path, value: value, expected: expected)
    }
  }

  private func run(
    _ node: ExprSyntax, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    if let node = node.as(IfExprSyntax.self) {
      return run(node, path, value: value, expected: expected)
    }
    if let node = node.as(SwitchExprSyntax.self) {
      return run(node, path, value: value, expected: expected)
    }
    if value { return evaluate(node, path, expected).map { Flow(path: $0, exit: .returned($1)) } }
    return evaluate(node, path, nil, isStatement: true).map { Flow(path: $0.0) }
  }

  private func run(
    _ node: StmtSyntax, _ path: Path, value: Bool, expected: String?
  ) -> [Flow] {
    switch node.as(StmtSyntaxEnum.self) {
    case .returnStmt(let node): runReturn(node, path)
    case .expressionStmt(let node):
      run(node.expression, path, value: value, expected: expected)
    case .guardStmt(let node): runGuard(node, path)
    case .throwStmt(let node):
      evaluate(node.expression, path, nil).map { end, error in
        var path = end
        path.throwsItself = true
        return Flow(path: path, exit: .threw(error))
      }
    case .breakStmt(let node): [Flow(path: path, exit: .broke(label: node.label?.text))]
    case .continueStmt(let node): [Flow(path: path, exit: .continued(label: node.label?.text))]
    case .fallThroughStmt: [Flow(path: path, exit: .fellThrough)]
    case .doStmt(let node): run(node, path)
    case .forStmt(let node): run(node, path)
    case .whileStmt(let node):
      loop(node.body.statements, conditions: node.conditions, inAnyRound(of: node, path))
    case .repeatStmt(let node): run(node, path)
    case .labeledStmt(let node): runLabeled(node, path)
    case .deferStmt(let node): run(block: node.body.statements, path)
    case .yieldStmt(let node): run(node, path)
    default: [Flow(path: path)]
    }
  }

  private func runReturn(_ node: ReturnStmtSyntax, _ path: Path) -> [Flow] {
    guard let expression = node.expression else {
      return [Flow(path: path, exit: .returned(.void))]
    }
    let expected = path.frames[path.depth - 1].returnType
    return evaluate(expression, path, expected).map { end, value in
      var end = end
      if !followedCalls.contains(expression.id) { end.returnLocation = path.location }
      return Flow(path: end, exit: .returned(value))
    }
  }

  private func runGuard(_ node: GuardStmtSyntax, _ path: Path) -> [Flow] {
    let (yes, no) = branch(node.conditions, path, sparing: node.skipsEqual)
    let otherwise = no.flatMap { path -> [Flow] in
      var path = path
      path.branch = Branch(items: node.body.statements, file: path.file)
      return run(block: node.body.statements, path)
    }
    return yes.map { Flow(path: $0) } + leaving(otherwise, node)
  }

  /// The ways out of the `else` of a `guard`: none goes on behind it, so that what it ends with never
  /// returns.
  private func leaving(_ flows: [Flow], _ node: GuardStmtSyntax) -> [Flow] {
    guard let call = node.body.statements.last?.item.as(FunctionCallExprSyntax.self) else {
      return flows
    }
    trapped += flows.filter(\.isNext).map {
      Flow(path: $0.path, exit: .trapped(call.calleeName))
    }
    return flows.filter { !$0.isNext }
  }

  private func runLabeled(_ node: LabeledStmtSyntax, _ path: Path) -> [Flow] {
    let item = CodeBlockItemSyntax.Item(node.statement)
    let mark = departures
    let flows =
      switch item {
      case .stmt(let node): run(node, path, value: false, expected: nil)
      default: [Flow(path: path)]
      }
    let ends = flows.map { flow in
      switch flow.exit {
      case .broke(let label) where label == node.label.text,
        .continued(let label) where label == node.label.text:
        Flow(path: flow.path)
      default: flow
      }
    }
    return merged(ends, from: path, since: mark, at: node)
  }

  private func run(_ node: DeclSyntax, _ path: Path) -> [Flow] {
    if let branches = node.as(IfConfigDeclSyntax.self) { return run(branches, path) }
    guard let variable = node.as(VariableDeclSyntax.self) else { return [Flow(path: path)] }
    var paths = [path]
    for binding in variable.bindings {
      paths = paths.flatMap {
        awaitsAreSteps && variable.isAsync ? declareTask(binding, $0) : declare(binding, $0)
      }
    }
    return paths.map { Flow(path: $0) }
  }
}
