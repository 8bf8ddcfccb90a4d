import OrreryProgram
import SwiftSyntax

/// `switch`, and the clauses of a `catch`, which are one over the error.
extension FunctionLowering {
  func lower(_ node: SwitchExprSyntax, to destination: Destination) {
    let (own, label) = (statement, takeLabel())
    let clauses = node.cases.flattened
    let subject = suspending(lower(node.subject))
    let start = open()
    let targets = clauses.map { _ in block(in: start) }
    let behind = block()
    finish(.unreachable, own)
    var lowered: [Match.Clause] = []
    // A clause that falls through hands what it has bound to the next one.
    var bound: [String: Int]? = [:]
    for (offset, clause) in clauses.enumerated() {
      let below = targets.indices.contains(offset + 1) ? targets[offset + 1] : nil
      let exit = Exit(label: label, behind: behind, below: below)
      lowered.append(lower(clause, into: targets[offset], exit, destination, &bound))
    }
    set(
      .match(
        Match(
          subject: subject, clauses: lowered,
          hasUnknownDefault: clauses.last?.node.attribute != nil, behind: behind)),
      of: start)
    resume(behind)
  }

  private func lower(
    _ clause: GuardedClause, into target: Block.Number, _ exit: Exit, _ destination: Destination,
    _ bound: inout [String: Int]?
  ) -> Match.Clause {
    let (known, own) = (names, statement)
    swap(&alternatives, &bound)
    let items = items(of: clause.node.label)
    swap(&alternatives, &bound)
    let isWide = items.count != 1 || items.contains(where: \.pattern.isWide)
    within(exit) {
      fill(target, then: .jump(exit.behind)) {
        for condition in clause.conditions { emit(.assume(condition)) }
        emit(.enter(context.place(of: clause.node.statements, clause: isWide ? clause.node : nil)))
        lower(clause.node.statements, to: destination)
      }
    }
    (names, statement) = (known, own)
    return Match.Clause(items: items, location: context.location(clause.node), target: target)
  }

  private func items(of label: SwitchCaseSyntax.Label) -> [Match.Item] {
    guard case .case(let label) = label else { return [] }
    let binder = PatternBinder(self)
    return label.caseItems.map { item(of: $0.pattern, $0.whereClause, binder) }
  }

  private func item(
    of pattern: PatternSyntax?, _ filter: WhereClauseSyntax?, _ binder: PatternBinder
  ) -> Match.Item {
    Match.Item(
      pattern: pattern.map { binder.pattern($0) } ?? .any,
      text: pattern.map { PatternText($0) } ?? PatternText(text: "_"),
      filter: filter.map { lower($0.condition) })
  }
}

/// A clause of a `switch` and the `#if` conditions around it.
private typealias GuardedClause = (node: SwitchCaseSyntax, conditions: [String])

extension SwitchCaseListSyntax {
  /// The clauses, also those inside of `#if`.
  fileprivate var flattened: [GuardedClause] {
    flatMap { element -> [GuardedClause] in
      switch element {
      case .switchCase(let node): return [(node, [])]
      case .ifConfigDecl(let node):
        return node.clauses.flatMap { branch -> [GuardedClause] in
          guard case .switchCases(let inner)? = branch.elements else { return [] }
          let text = "#if \(branch.condition?.folded ?? "else")"
          return inner.flattened.map { ($0.node, [text] + $0.conditions) }
        }
      }
    }
  }
}

// MARK: - Errors

extension FunctionLowering {
  func lower(_ node: DoStmtSyntax) {
    let (own, label) = (statement, takeLabel())
    guard !node.catchClauses.isEmpty else {
      return lower(node.body.statements, under: label)
    }
    let start = open()
    let (body, handler, behind) = (block(in: start), block(in: start), block())
    let error = variable("error")
    finish(.attempt(body: body, handler: handler, error: error, behind: behind), own)
    within(Exit(label: label, behind: behind, takesBreak: false)) {
      fill(body, then: .jump(behind)) { lower(node.body.statements) }
      fill(handler, then: .jump(behind)) {
        statement = own
        handle(error, node.catchClauses)
      }
    }
    resume(behind)
  }

  /// A scope that only a label makes a statement of.
  private func lower(_ items: CodeBlockItemListSyntax, under label: String?) {
    guard let label else { return scope { lower(items) } }
    let behind = block()
    within(Exit(label: label, behind: behind, takesBreak: false)) {
      scope { lower(items) }
    }
    if isOpen { finish(.jump(behind), nil) }
    resume(behind)
  }

  /// Hands an error to the first clause that takes it; where none does, it goes further out.
  private func handle(_ error: Variable, _ clauses: CatchClauseListSyntax) {
    let own = statement
    let subject = Expression(
      .variable(error), id: context.id(clauses), text: error.name, location: own.location)
    let start = open()
    let behind = block()
    finish(.unreachable, own)
    var lowered = clauses.map { lower($0, error, in: start, behind: behind) }
    if !lowered.contains(where: \.takesAll) {
      let rest = block(in: start)
      set(.throw(subject), of: rest)
      lowered.append(Match.Clause(items: [], location: own.location, target: rest))
    }
    set(
      .match(
        Match(subject: subject, clauses: lowered, hasUnknownDefault: false, behind: behind)),
      of: start)
    resume(behind)
  }

  private func lower(
    _ clause: CatchClauseSyntax, _ error: Variable, in start: Block.Number, behind: Block.Number
  ) -> Match.Clause {
    let known = names
    let target = block(in: start)
    if clause.catchItems.isEmpty {
      names.declare(error.name, .variable(slot: error.slot), level: level)
    }
    let binder = PatternBinder(self)
    let items = clause.catchItems.map { item(of: $0.pattern, $0.whereClause, binder) }
    fill(target, then: .jump(behind)) {
      statement = context.statement(clause)
      emit(.enter(context.place(of: clause.body.statements)))
      lower(clause.body.statements)
    }
    names = known
    return Match.Clause(items: items, location: context.location(clause), target: target)
  }
}

extension Match.Clause {
  /// Whether nothing is left for the clauses below.
  fileprivate var takesAll: Bool {
    items.isEmpty || items.contains { $0.filter == nil && $0.pattern.isIrrefutable }
  }
}
