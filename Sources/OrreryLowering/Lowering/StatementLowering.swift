import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Statements that follow one another.
extension FunctionLowering {
  /// Lowers the statements of a block.
  ///
  /// - Parameter destination: What becomes of its value, where it is a single expression.
  func lower(_ items: CodeBlockItemListSyntax, to destination: Destination = .nothing) {
    declareAhead(items)
    let items = Array(items)
    lower(items[...], to: items.count == 1 ? destination : .nothing)
  }

  private func lower(_ items: ArraySlice<CodeBlockItemSyntax>, to destination: Destination) {
    let isLast = endsScope
    defer { endsScope = isLast }
    for (offset, item) in zip(items.indices, items) {
      statement = context.statement(item)
      endsScope = isLast && offset + 1 == items.endIndex
      if let node = item.item.as(DeferStmtSyntax.self) {
        return deferring(node, items[(offset + 1)...])
      }
      switch item.item {
      case .decl(let node): lower(node)
      case .stmt(let node): lower(node, to: destination)
      case .expr(let node): lower(statement: node, to: destination)
      }
    }
  }

  /// What follows a `defer` is inside of it: however that is left, the deferred statements are last.
  private func deferring(_ node: DeferStmtSyntax, _ rest: ArraySlice<CodeBlockItemSyntax>) {
    let start = open()
    let (body, deferred, behind) = (block(in: start), block(in: start), block())
    finish(.deferring(body: body, deferred: deferred, behind: behind), statement)
    fill(deferred, then: .end) { lower(node.body.statements) }
    fill(body, then: .jump(behind)) {
      if deeper({ lower(rest, to: .nothing) }) == nil { skip(Self.tooDeep) }
    }
    resume(behind)
  }

  private func lower(_ node: StmtSyntax, to destination: Destination) {
    switch node.as(StmtSyntaxEnum.self) {
    case .expressionStmt(let node): lower(statement: node.expression, to: destination)
    case .returnStmt(let node): lower(node)
    case .throwStmt(let node): finish(.throw(suspending(lower(node.expression))), statement)
    case .guardStmt(let node): lower(node)
    case .whileStmt(let node): lower(node)
    case .repeatStmt(let node): lower(node)
    case .forStmt(let node): lower(node)
    case .doStmt(let node): lower(node)
    case .breakStmt(let node): leave(to: node.label?.text, \.breakTarget, "break")
    case .continueStmt(let node): leave(to: node.label?.text, \.next, "continue")
    case .fallThroughStmt: leave(to: nil, \.below, "fallthrough")
    case .labeledStmt(let node):
      label = Naming.identifier(node.label.text)
      lower(node.statement, to: .nothing)
      label = nil
    case .yieldStmt(let node): lower(node)
    case .deferStmt(let node): scope { lower(node.body.statements) }
    default: skip("a statement that is not known: \(node.folded)")
    }
  }

  /// Lowers an expression that is a statement.
  func lower(statement node: ExprSyntax, to destination: Destination) {
    if let node = node.as(IfExprSyntax.self) { return lower(node, to: destination) }
    if let node = node.as(SwitchExprSyntax.self) { return lower(node, to: destination) }
    if assignsChoice(node) { return }
    let isStatement = if case .nothing = destination { true } else { false }
    deliver(lower(node, isStatement: isStatement), to: destination)
  }

  /// `place = if …`, `place = switch …`: each branch has the assignment.
  private func assignsChoice(_ node: ExprSyntax) -> Bool {
    guard let elements = node.chain, elements.count == 3, let value = elements.last,
      value.isChoice, let op = elements[1].assignmentOperator
    else { return false }
    let place = lower(elements[0])
    lower(
      statement: value,
      to: .assignment(place: place, op: op, id: context.id(elements[1]), statement: statement))
    return true
  }

  private func lower(_ node: ReturnStmtSyntax) {
    guard let value = node.expression else { return finish(.return(nil), statement) }
    if value.isChoice { return lower(statement: value, to: .result) }
    deliver(lower(value), to: .result)
  }

  /// `yield value` gives what a getter gives; `yield &place` has whoever assigns the property change
  /// what is lent.
  private func lower(_ node: YieldStmtSyntax) {
    guard let lent = node.lent else { return skip("a `yield` of several values") }
    guard let target = lent.as(InOutExprSyntax.self)?.expression else {
      return finish(.return(lower(lent)), statement)
    }
    guard let given = variable(named: "newValue") else {
      return skip("a `yield` of a place outside of `_modify`")
    }
    let value = make(.variable(given), lent, text: given.name)
    let place = lower(target)
    emit(
      .evaluate(
        make(
          .assign(place, op: "=", value), node, text: "\(place.text) = \(given.name)")))
  }

  /// Leaves a part of the language out that is not known.
  func skip(_ reason: String) {
    note(unsupported: reason)
    emit(
      .evaluate(
        Expression(
          .unsupported(reason), id: statement.id, text: reason, location: statement.location)))
  }

  /// Jumps out of the innermost statement that has such an exit.
  private func leave(
    to label: String?, _ target: KeyPath<Exit, Block.Number?>, _ word: String
  ) {
    let wanted = label.map(Naming.identifier)
    let exit = exits.last { exit in
      guard let wanted else { return exit[keyPath: target] != nil }
      return exit.label == wanted
    }
    let block = wanted != nil && word == "break" ? exit?.behind : exit?[keyPath: target]
    guard let block else { return skip("a `\(word)` that leads nowhere") }
    finish(.jump(block), statement)
  }
}

extension Exit {
  /// Where a `break` without a label leads.
  fileprivate var breakTarget: Block.Number? { takesBreak ? behind : nil }
}

extension ExprSyntax {
  /// Whether it is an `if` or a `switch`.
  var isChoice: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }
}
