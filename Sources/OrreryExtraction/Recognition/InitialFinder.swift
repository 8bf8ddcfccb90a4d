import OrreryExecution
import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What an initializer may have assigned to a property when it ends.
struct InitialFinder {
  /// A value that the property may have: nothing where it was not assigned.
  typealias Found = [ExprSyntax?]

  /// How the property is named where it is read: not by its bare name once something else has that.
  var names: Set<String>
  /// What is named as a parameter may be and is none: its value is not what a caller hands over.
  private var locals: Set<String> = []
  /// What the property is declared to start with.
  let declared: ExprSyntax?
  /// The type's methods and accessors, which are read where they are called.
  let type: TypeInfo?
  /// What held behind calls that were read: helpers that call each other are read once each.
  let known: Known
  /// Whether it is an initializer that is read, and none of its helpers.
  private(set) var makes = false
  /// What held where the initializer was left before its end.
  var left: Found = []
  /// What held where a loop or a `switch` was left.
  var broken: Found = []
  /// What held where the next round of a loop began early.
  var continued: Found = []
  /// What held where a statement with a label was left.
  private var far: [String: Found] = [:]
  /// Whether a way leads out of what was read last.
  var isOpen = true

  /// The values that the property may have, each once; nothing alone where it is not assigned.
  ///
  /// - Parameters:
  ///   - type: The type whose methods are read where they are called.
  ///   - mutators: The methods of the property that change it.
  ///   - declared: What the property is declared to start with.
  static func find(
    _ name: String, in node: DeclSyntax, of type: TypeInfo? = nil,
    changedBy mutators: Set<String> = [],
    declared: ExprSyntax? = nil
  ) -> Found {
    guard let node = node.as(InitializerDeclSyntax.self), let body = node.body else {
      return [nil]
    }
    var finder = InitialFinder(declared: declared, type: type, known: Known(name, mutators))
    finder.makes = true
    finder.names.subtract(node.signature.parameterClause.parameters.map(\.ownName))
    return finder.ends(of: body, from: [nil])
  }

  /// The call of another initializer, of the same type or of the one that it inherits from.
  static func delegation(in node: some SyntaxProtocol) -> FunctionCallExprSyntax? {
    let finder = DelegationFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  init(declared: ExprSyntax?, type: TypeInfo?, known: Known) {
    (self.declared, self.type, self.known) = (declared, type, known)
    names = ["self.\(known.name)", known.name]
  }

  static func distinct(_ found: Found) -> Found {
    var texts: Set<String> = []
    return found.filter { texts.insert($0?.trimmedText ?? "").inserted }
  }

  mutating func ends(of body: CodeBlockSyntax, from start: Found) -> Found {
    let last = read(body.statements, from: start)
    return Self.distinct(left + (isOpen ? last : []))
  }

  /// Reads a block in a scope of its own.
  mutating func read(
    _ items: CodeBlockItemListSyntax, binding bound: Set<String> = [], from start: Found
  ) -> Found {
    let outer = (names, locals)
    defer { (names, locals) = outer }
    bind(bound)
    return read(Array(items)[...], from: start)
  }

  private mutating func read(
    _ items: ArraySlice<CodeBlockItemSyntax>, from start: Found
  ) -> Found {
    isOpen = true
    var current = start
    for (index, item) in zip(items.indices, items) where isOpen {
      if let block = item.item.as(DeferStmtSyntax.self) {
        return deferring(block.body.statements, items[(index + 1)...], from: current)
      }
      current = read(Syntax(item.item), from: current)
    }
    return current
  }

  /// Reads what follows a `defer`: however that is left, the deferred block is last.
  private mutating func deferring(
    _ block: CodeBlockItemListSyntax, _ rest: ArraySlice<CodeBlockItemSyntax>, from start: Found
  ) -> Found {
    let outer = (names, locals)
    let before = (left, broken, continued)
    (left, broken, continued) = ([], [], [])
    let end = read(rest, from: start)
    let isEndOpen = isOpen
    let ends = [left, broken, continued, isEndOpen ? end : []]
    (names, locals) = outer
    (left, broken, continued) = before
    let last = ends.map { $0.isEmpty ? [] : read(block, from: Self.distinct($0)) }
    left += last[0]
    broken += last[1]
    continued += last[2]
    isOpen = isEndOpen
    return last[3]
  }

  /// Drops the bare name of the property where something else takes it.
  private mutating func bind(_ bound: Set<String>) {
    names.subtract(bound.subtracting(["self"]))
    locals.formUnion(bound)
  }

  private mutating func read(_ node: Syntax, from start: Found) -> Found {
    switch node.as(SyntaxEnum.self) {
    case .sequenceExpr(let node): return assigned(node, from: start)
    case .expressionStmt(let node): return read(Syntax(node.expression), from: start)
    case .ifExpr(let node): return branches(of: node, from: start)
    case .switchExpr(let node): return clauses(of: node, from: start)
    case .ifConfigDecl(let node): return branches(of: node, from: start)
    case .guardStmt(let node):
      let holds = answer(to: node.conditions, in: start)
      let asked = unread(node.conditions, from: start)
      if holds != true { _ = read(node.body.statements, from: asked) }
      isOpen = holds != false
      bind(BoundNames.find(in: node.conditions))
      return asked
    case .doStmt(let node): return read(node, from: start)
    case .forStmt, .whileStmt, .repeatStmt: return loop(node, from: start)
    case .labeledStmt(let node):
      let end = read(Syntax(node.statement), from: start)
      guard let ends = far.removeValue(forKey: node.label.text) else { return end }
      defer { isOpen = true }
      return Self.distinct((isOpen ? end : []) + ends)
    case .breakStmt(let node):
      if let label = node.label { far[label.text, default: []] += start } else { broken += start }
      return leaving(start)
    case .continueStmt(let node):
      if let label = node.label {
        far[label.text, default: []] += start
      } else {
        continued += start
      }
      return leaving(start)
    case .fallThroughStmt:
      broken += opened(start)
      return leaving(start)
    case .returnStmt(let node):
      // `return nil` makes nothing.
      if !makes || node.expression == nil { left += unread(node, from: start) }
      return leaving(start)
    case .throwStmt: return leaving(start)
    case .functionCallExpr(let node) where Library.traps.contains(node.calleeName):
      return leaving(start)
    case .functionCallExpr(let node): return called(node, from: start)
    case .tryExpr(let node): return read(Syntax(node.expression), from: start)
    case .awaitExpr(let node): return read(Syntax(node.expression), from: start)
    case .variableDecl(let node):
      let end = unread(node, from: start)
      bind(BoundNames.find(in: node.bindings))
      return end
    default: return unread(node, from: start)
    }
  }

  private mutating func leaving(_ start: Found) -> Found {
    isOpen = false
    return start
  }

  private mutating func assigned(_ node: SequenceExprSyntax, from start: Found) -> Found {
    let elements = Array(node.elements)
    guard elements.count > 2, elements[1].is(AssignmentExprSyntax.self) else {
      return unread(node, from: start)
    }
    // `_ = begin()`
    if elements.count == 3, elements[0].is(DiscardAssignmentExprSyntax.self) {
      return read(Syntax(elements[2]), from: start)
    }
    guard names.contains(elements[0].trimmedText) else { return unread(node, from: start) }
    let isLocal = locals.contains(elements[2].trimmedText)
    return observed([elements.count == 3 && !isLocal ? elements[2] : ExprSyntax(node)])
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
