import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// The ways through what an initializer does only sometimes, or several times.
extension InitialFinder {
  mutating func branches(of node: IfExprSyntax, from start: Found) -> Found {
    let asked = unread(node.conditions, from: start)
    let bound = BoundNames.find(in: node.conditions)
    let holds = answer(to: node.conditions, in: start)
    var (ends, isAnyOpen): (Found, Bool) = ([], false)
    if holds != false {
      isOpen = true
      ends += read(node.body.statements, binding: bound, from: asked)
      isAnyOpen = isOpen
      if !isOpen { ends = [] }
    }
    if holds != true {
      isOpen = true
      let end =
        switch node.elseBody {
        case .ifExpr(let next): branches(of: next, from: asked)
        case .codeBlock(let block): read(block.statements, from: asked)
        case nil: asked
        }
      if isOpen { ends += end }
      isAnyOpen = isAnyOpen || isOpen
    }
    isOpen = isAnyOpen
    return Self.distinct(ends)
  }

  /// Each branch of an `#if` is in some build.
  mutating func branches(of node: IfConfigDeclSyntax, from start: Found) -> Found {
    var blocks = node.clauses.map { clause -> CodeBlockItemListSyntax? in
      if case .statements(let items) = clause.elements { items } else { nil }
    }
    if node.clauses.allSatisfy({ $0.condition != nil }) { blocks.append(nil) }
    return join(blocks.map { ($0, []) }, from: start)
  }

  mutating func clauses(of node: SwitchExprSyntax, from start: Found) -> Found {
    let start = unread(node.subject, from: start)
    let outer = broken
    broken = []
    let end: Found
    if let taken = clause(of: node, from: start) {
      end = read(taken.statements, binding: BoundNames.find(in: taken.label), from: start)
    } else {
      let blocks = node.cases.map { clause -> (CodeBlockItemListSyntax?, Set<String>) in
        guard let clause = clause.as(SwitchCaseSyntax.self) else { return (nil, []) }
        return (clause.statements, BoundNames.find(in: clause.label))
      }
      let conditional = node.cases.filter { !$0.is(SwitchCaseSyntax.self) }
      end = conditional.reduce(join(blocks, from: start)) { unread($1, from: $0) }
    }
    return left(end, keeping: outer)
  }

  mutating func loop(_ node: Syntax, from start: Found) -> Found {
    let outer = (broken, continued)
    (broken, continued) = ([], [])
    var ends: Found = []
    switch node.as(SyntaxEnum.self) {
    case .forStmt(let node):
      let start = unread(node.sequence, from: start)
      ends = start + rounds(node.body, BoundNames.find(in: node.pattern), from: start)
    case .whileStmt(let node):
      let start = unread(node.conditions, from: start)
      ends = start + rounds(node.body, BoundNames.find(in: node.conditions), from: start)
    case .repeatStmt(let node):
      ends = unread(node.condition, from: rounds(node.body, [], from: start))
    default: break
    }
    // The body of a `repeat` may have no end of its own.
    isOpen = isOpen || !continued.isEmpty || !node.is(RepeatStmtSyntax.self)
    broken += continued
    continued = outer.1
    return left(ends, keeping: outer.0)
  }

  /// What holds behind the first round and behind the next one.
  private mutating func rounds(
    _ body: CodeBlockSyntax, _ bound: Set<String>, from start: Found
  ) -> Found {
    let first = read(body.statements, binding: bound, from: start)
    let ends = Self.distinct((isOpen ? first : []) + continued)
    guard !ends.isEmpty else { return [] }
    let second = read(body.statements, binding: bound, from: ends)
    defer { isOpen = true }
    return Self.distinct(ends + (isOpen ? second : []))
  }

  /// What holds behind a loop or a `switch`, with what was left early.
  private mutating func left(_ end: Found, keeping outer: Found) -> Found {
    let ends = (isOpen ? end : []) + broken
    isOpen = isOpen || !broken.isEmpty
    broken = outer
    return Self.distinct(ends)
  }

  mutating func read(_ node: DoStmtSyntax, from start: Found) -> Found {
    let tried = read(node.body.statements, from: start)
    guard !node.catchClauses.isEmpty else { return tried }
    let isTriedOpen = isOpen
    let caught = join(
      node.catchClauses.map { ($0.body.statements, BoundNames.find(in: $0.catchItems)) },
      from: Self.distinct(start + tried))
    isOpen = isOpen || isTriedOpen
    return Self.distinct((isTriedOpen ? tried : []) + caught)
  }

  /// What holds behind one of several blocks, each with the names that it binds: an empty one is
  /// passed by.
  private mutating func join(
    _ blocks: [(CodeBlockItemListSyntax?, Set<String>)], from start: Found
  ) -> Found {
    var ends: Found = []
    var isAnyOpen = false
    for (block, bound) in blocks {
      isOpen = true
      let end = block.map { read($0, binding: bound, from: start) } ?? start
      if isOpen { ends += end }
      isAnyOpen = isAnyOpen || isOpen
    }
    isOpen = isAnyOpen
    return Self.distinct(ends)
  }
}

/// The names that patterns bind.
final class BoundNames: SyntaxVisitor {
  private var found: Set<String> = []

  static func find(in node: some SyntaxProtocol) -> Set<String> {
    let finder = BoundNames(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    found.insert(Naming.identifier(node.identifier.text))
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
