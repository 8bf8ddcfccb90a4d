import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Follows the tasks of a method that change the state: they are further steps of it.
struct TaskEdits {
  let event: String
  let state: TracedState
  /// What the method does with the state, and the names of its parameters and variables.
  let uses: StateUses
  let locals: Set<String>
  let parts: [String]
  let hops: [String]

  func add(to edits: inout BodyEdits, in body: CodeBlockSyntax) {
    guard uses.writesInTask else { return }
    for closure in TaskClosures.all(in: body) {
      let own = StateUses(
        of: state, in: closure.statements, locals: locals, calls: Set(hops + parts))
      if own.writes { add(to: &edits, closure, own, ifMoved: uses.writes || uses.tests) }
    }
  }

  /// - Parameter ifMoved: Whether the method has a step of its own before the task begins.
  private func add(
    to edits: inout BodyEdits, _ closure: ClosureExprSyntax, _ uses: StateUses, ifMoved: Bool
  ) {
    let owner = closure.keepsSelfWeakly ? "self?" : "self"
    let step = "_tracedTask"
    let condition = ifMoved ? ", ifMoved: true" : ""
    let prologue =
      " var \(step) = OrreryTraced.TracedRun.task(\(owner)._traced, \(literal(event))"
      + "\(condition), \(owner)._tracedState); "
      + "defer { \(step).end(\(owner)._tracedState, \(owner)._traced) };"
    if let signature = closure.signature {
      edits.insert(prologue, after: signature)
    } else {
      edits.insert(prologue, after: closure.leftBrace)
    }
    var waiting = WaitEdits(
      step: step, owner: owner, parts: parts, hops: hops, touches: uses.touches,
      in: closure.statements)
    waiting.add(to: &edits, in: closure.statements)
  }
}

/// The closures of the tasks that code starts.
private final class TaskClosures: SyntaxVisitor {
  private var found: [ClosureExprSyntax] = []

  static func all(in node: some SyntaxProtocol) -> [ClosureExprSyntax] {
    let visitor = TaskClosures(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.startsTask else { return .visitChildren }
    let last = node.arguments.last?.expression.as(ClosureExprSyntax.self)
    if let closure = node.trailingClosure ?? last { found.append(closure) }
    return .skipChildren
  }
}

extension ClosureExprSyntax {
  /// Whether `self` is an optional in the closure.
  fileprivate var keepsSelfWeakly: Bool {
    signature?.capture?.items.contains { item in
      item.specifier?.specifier.tokenKind == .keyword(.weak)
        && item.keptName?.tokenKind == .keyword(.self)
    } ?? false
  }
}

/// Records what is done with a state behind a lock, while that is held.
enum LockEdits {
  static func add(
    to edits: inout BodyEdits, in body: CodeBlockSyntax, state: TracedState, event: String,
    ifMoved: Bool
  ) {
    for closure in LockClosures.all(in: body, state) {
      add(to: &edits, closure, event, ifMoved)
    }
  }

  private static func add(
    to edits: inout BodyEdits, _ closure: ClosureExprSyntax, _ event: String, _ ifMoved: Bool
  ) {
    let name = "Self._tracedState(\(closure.firstParameter))"
    let refusals = Refusals.all(in: closure.statements)
    let keyword = refusals.isEmpty ? "let" : "var"
    let condition = ifMoved ? ", ifMoved: true" : ""
    let prologue =
      " \(keyword) _tracedStep = self._traced.isOn ? self._traced.begin(\(name)) : nil; "
      + "defer { if let _tracedStep { "
      + "_tracedStep.end(\(literal(event))\(condition), \(name), self._traced) } };"
    if let signature = closure.signature {
      edits.insert(prologue, after: signature)
    } else {
      // A `defer` has no way to say `$0`.
      edits.insert(" \(closure.firstParameter) in" + prologue, after: closure.leftBrace)
      for token in FirstArguments.all(in: closure.statements) {
        edits.replace(token, with: closure.firstParameter)
      }
    }
    Refusals.note(refusals, in: &edits, of: "_tracedStep", type: "TracedStep")
    if let only = closure.statements.first, closure.statements.count == 1, only.item.isValue {
      edits.insert("return ", before: only.item)
    }
  }
}

/// The closures that are called with what a lock holds.
private final class LockClosures: SyntaxVisitor {
  private let state: StateReference
  private var found: [ClosureExprSyntax] = []

  private init(_ state: StateReference) {
    self.state = state
    super.init(viewMode: .sourceAccurate)
  }

  static func all(in node: some SyntaxProtocol, _ state: TracedState) -> [ClosureExprSyntax] {
    let visitor = LockClosures(StateReference(Naming.identifier(state.name), isHidden: false))
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base, state.isNamed(base), member.declName.baseName.text.hasPrefix("with"),
      let closure = node.trailingClosure
        ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return .visitChildren }
    found.append(closure)
    return .skipChildren
  }
}

/// Where a closure names its first argument, which closures inside have their own of.
private final class FirstArguments: SyntaxVisitor {
  private var found: [TokenSyntax] = []

  static func all(in node: some SyntaxProtocol) -> [TokenSyntax] {
    let visitor = FirstArguments(viewMode: .sourceAccurate)
    visitor.walk(node)
    return visitor.found
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.tokenKind == .dollarIdentifier("$0") { found.append(node.baseName) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ClosureExprSyntax {
  /// The name of the closure's parameter.
  fileprivate var firstParameter: String { parameterNames.first ?? "_tracedValue" }
}

extension CodeBlockItemSyntax.Item {
  /// Whether the only statement of a closure is what it returns.
  fileprivate var isValue: Bool {
    guard
      let expression = self.as(ExprSyntax.self) ?? self.as(ExpressionStmtSyntax.self)?.expression
    else { return false }
    return expression.isBranchValue
  }
}

extension ExprSyntax {
  fileprivate var isBranchValue: Bool {
    if let branch = self.as(IfExprSyntax.self) {
      guard let other = branch.elseBody else { return false }
      return branch.body.statements.isBranchValue && other.isBranchValue
    }
    if let choice = self.as(SwitchExprSyntax.self) {
      return choice.cases.allSatisfy {
        $0.as(SwitchCaseSyntax.self)?.statements.isBranchValue ?? false
      }
    }
    let parts = self.as(SequenceExprSyntax.self)?.elements.map { $0 } ?? []
    return !parts.contains { $0.is(AssignmentExprSyntax.self) }
  }
}

extension CodeBlockItemListSyntax {
  fileprivate var isBranchValue: Bool {
    guard count == 1, let only = first?.item else { return false }
    return only.is(ThrowStmtSyntax.self) || only.isValue
  }
}

extension IfExprSyntax.ElseBody {
  fileprivate var isBranchValue: Bool {
    switch self {
    case .codeBlock(let block): block.statements.isBranchValue
    case .ifExpr(let next): ExprSyntax(next).isBranchValue
    }
  }
}
