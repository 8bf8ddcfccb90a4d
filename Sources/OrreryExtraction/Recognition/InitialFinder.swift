import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What an initializer may have assigned to a property when it ends.
struct InitialFinder {
  /// A value that the property may have: nothing where it was not assigned.
  typealias Found = [ExprSyntax?]

  let names: Set<String>
  /// What the property is declared to start with.
  let declared: ExprSyntax?
  /// The methods that are read where they are called.
  private let helpers: [FunctionInfo]
  /// What held behind calls that were read: helpers that call each other are read once each.
  private let known: Known
  /// What held where the initializer was left before its end.
  private var left: Found = []
  /// Whether a way leads out of what was read last.
  private var isOpen = true

  /// The values that the property may have, each once; nothing alone where it is not assigned.
  ///
  /// - Parameters:
  ///   - helpers: Methods that are read where they are called.
  ///   - declared: What the property is declared to start with.
  static func find(
    _ name: String, in node: DeclSyntax, with helpers: [FunctionInfo] = [],
    declared: ExprSyntax? = nil
  ) -> Found {
    guard let body = node.as(InitializerDeclSyntax.self)?.body else { return [nil] }
    var finder = InitialFinder(
      names: ["self.\(name)", name], declared: declared, helpers: helpers, known: Known())
    let ends = finder.read(body.statements, from: [nil])
    return distinct(finder.left + (finder.isOpen ? ends : []))
  }

  /// The call of another initializer, of the same type or of the one that it inherits from.
  static func delegation(in node: some SyntaxProtocol) -> FunctionCallExprSyntax? {
    let finder = DelegationFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  private init(
    names: Set<String>, declared: ExprSyntax?, helpers: [FunctionInfo], known: Known
  ) {
    (self.names, self.declared, self.helpers, self.known) = (names, declared, helpers, known)
  }

  private final class Known {
    struct Call: Hashable {
      var helper: SyntaxIdentifier
      var start: [String]
    }

    var ends: [Call: Found] = [:]
    var open: Set<SyntaxIdentifier> = []
  }

  private static func distinct(_ found: Found) -> Found {
    var texts: Set<String> = []
    return found.filter { texts.insert($0?.trimmedText ?? "").inserted }
  }

  private mutating func read(_ items: CodeBlockItemListSyntax, from start: Found) -> Found {
    isOpen = true
    var current = start
    for item in items where isOpen { current = read(Syntax(item.item), from: current) }
    return current
  }

  private mutating func read(_ node: Syntax, from start: Found) -> Found {
    switch node.as(SyntaxEnum.self) {
    case .sequenceExpr(let node):
      let elements = Array(node.elements)
      guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self),
        names.contains(elements[0].trimmedText)
      else { return start }
      return [elements.count == 3 ? elements[2] : ExprSyntax(node)]
    case .expressionStmt(let node): return read(Syntax(node.expression), from: start)
    case .ifExpr(let node): return branches(of: node, from: start)
    case .switchExpr(let node):
      if let taken = clause(of: node, from: start) { return read(taken.statements, from: start) }
      return join(node.cases.map { $0.as(SwitchCaseSyntax.self)?.statements }, from: start)
    case .guardStmt(let node):
      let holds = answer(to: node.conditions, in: start)
      if holds != true { _ = read(node.body.statements, from: start) }
      isOpen = holds != false
      return start
    case .doStmt(let node): return read(node, from: start)
    case .forStmt(let node): return join([node.body.statements, nil], from: start)
    case .whileStmt(let node): return join([node.body.statements, nil], from: start)
    case .repeatStmt(let node): return read(node.body.statements, from: start)
    case .deferStmt(let node): return read(node.body.statements, from: start)
    case .returnStmt(let node):
      // `return nil` makes nothing.
      if node.expression == nil { left += start }
      isOpen = false
      return start
    case .throwStmt: return leave(start)
    case .functionCallExpr(let node) where Interpreter.traps.contains(node.calleeName):
      return leave(start)
    case .functionCallExpr(let node): return called(node, from: start)
    case .tryExpr(let node): return read(Syntax(node.expression), from: start)
    default: return start
    }
  }

  /// What holds behind a call of a helper.
  private func called(_ node: FunctionCallExprSyntax, from start: Found) -> Found {
    let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base
    let isOwn = base?.isPlainSelf ?? node.calledExpression.is(DeclReferenceExprSyntax.self)
    guard isOwn, let helper = helpers.first(where: { $0.name == node.calleeName })
    else { return start }
    let ends = ends(of: helper, from: start)
    let parameters = helper.parameters.map { ($0.secondName ?? $0.firstName).text }
    let arguments = node.arguments.map(\.expression)
    return ends.map { value in
      guard let value, let place = parameters.firstIndex(of: value.trimmedText),
        parameters.count == arguments.count
      else { return value }
      return arguments[place]
    }
  }

  /// What holds where a helper ends; one that is being read changes nothing more.
  private func ends(of helper: FunctionInfo, from start: Found) -> Found {
    let call = Known.Call(helper: helper.node.id, start: start.map { $0?.trimmedText ?? "" })
    if let ends = known.ends[call] { return ends }
    guard let body = helper.body, known.open.insert(helper.node.id).inserted else {
      return start
    }
    defer { known.open.remove(helper.node.id) }
    var inner = Self(names: names, declared: declared, helpers: helpers, known: known)
    let last = inner.read(body.statements, from: start)
    let ends = Self.distinct(inner.left + (inner.isOpen ? last : []))
    known.ends[call] = ends
    return ends
  }

  private mutating func leave(_ start: Found) -> Found {
    isOpen = false
    return start
  }

  private mutating func branches(of node: IfExprSyntax, from start: Found) -> Found {
    var rest = node.elseBody
    switch answer(to: node.conditions, in: start) {
    case true?: return read(node.body.statements, from: start)
    case false?:
      guard let rest else { return start }
      switch rest {
      case .ifExpr(let next): return branches(of: next, from: start)
      case .codeBlock(let block): return read(block.statements, from: start)
      }
    case nil: break
    }
    var blocks: [CodeBlockItemListSyntax?] = [node.body.statements]
    while let branch = rest {
      switch branch {
      case .ifExpr(let next):
        blocks.append(next.body.statements)
        rest = next.elseBody
      case .codeBlock(let block):
        blocks.append(block.statements)
        return join(blocks, from: start)
      }
    }
    return join(blocks + [nil], from: start)
  }

  private mutating func read(_ node: DoStmtSyntax, from start: Found) -> Found {
    let tried = read(node.body.statements, from: start)
    guard !node.catchClauses.isEmpty else { return tried }
    let isTriedOpen = isOpen
    let caught = join(node.catchClauses.map(\.body.statements), from: Self.distinct(start + tried))
    isOpen = isOpen || isTriedOpen
    return Self.distinct((isTriedOpen ? tried : []) + caught)
  }

  /// What holds behind one of several blocks: an empty one is passed by.
  private mutating func join(
    _ blocks: [CodeBlockItemListSyntax?], from start: Found
  ) -> Found {
    var ends: Found = []
    var isAnyOpen = false
    for block in blocks {
      isOpen = true
      let end = block.map { read($0, from: start) } ?? start
      if isOpen { ends += end }
      isAnyOpen = isAnyOpen || isOpen
    }
    isOpen = isAnyOpen
    return Self.distinct(ends)
  }
}

private final class DelegationFinder: SyntaxVisitor {
  private(set) var found: FunctionCallExprSyntax?

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression.as(MemberAccessExprSyntax.self)
    if callee?.declName.baseName.tokenKind == .keyword(.`init`), let base = callee?.base,
      base.isPlainSelf || base.is(SuperExprSyntax.self)
    {
      found = node
    }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
