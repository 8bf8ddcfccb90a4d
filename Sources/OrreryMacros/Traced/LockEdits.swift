import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Records what is done with the state in closures that run while a lock is held.
struct LockEdits {
  /// The event, as code.
  let event: String
  /// What follows it: `, ifMoved: true`.
  let conditions: String

  /// Records what is done with what a lock holds.
  ///
  /// - Parameter wait: Where the method has waited for the first time.
  func add(
    to edits: inout BodyEdits, inside closures: [ClosureExprSyntax], behind wait: AbsolutePosition?
  ) {
    for closure in closures {
      let isBehind = wait.map { $0 <= closure.position } ?? false
      let parameter = closure.firstParameter
      let rest = (isBehind ? ", behindWait: true" : "") + ", Self._tracedState(\(parameter))"
      let prologue = prologue("Self._tracedState(\(parameter))", rest, of: closure)
      if let signature = closure.signature {
        edits.insert(prologue, after: signature)
      } else {
        // A `defer` has no way to say `$0`.
        edits.insert(" \(parameter) in" + prologue, after: closure.leftBrace)
        for token in FirstArguments.all(in: closure.statements) {
          edits.replace(token, with: parameter)
        }
      }
      finish(closure, &edits)
    }
  }

  /// Records what is done with a state beside a lock.
  func add(to edits: inout BodyEdits, beside closures: [ClosureExprSyntax]) {
    for closure in closures {
      let prologue = prologue("self._tracedState", ", self._tracedState", of: closure)
      if let signature = closure.signature {
        edits.insert(prologue, after: signature)
      } else {
        edits.insert(prologue, after: closure.leftBrace)
      }
      finish(closure, &edits)
    }
  }

  private func prologue(
    _ state: String, _ rest: String, of closure: ClosureExprSyntax
  ) -> String {
    let keyword = Refusals.all(in: closure.statements).isEmpty ? "let" : "var"
    return " \(keyword) _tracedStep = self._traced.isOn ? self._traced.begin(\(state)) : nil; "
      + "defer { if let _tracedStep { "
      + "_tracedStep.end(\(event)\(conditions)\(rest), self._traced) } };"
  }

  private func finish(_ closure: ClosureExprSyntax, _ edits: inout BodyEdits) {
    let refusals = Refusals.all(in: closure.statements)
    Refusals.note(refusals, in: &edits, of: "_tracedStep", type: "TracedStep")
    if let only = closure.statements.first, closure.statements.count == 1, only.item.isValue {
      edits.insert("return ", before: only.item)
    }
  }
}

/// The closures that are called with what a lock holds.
final class LockClosures: SyntaxVisitor {
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
