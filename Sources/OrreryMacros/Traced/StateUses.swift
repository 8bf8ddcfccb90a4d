import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a function does with the state of its machine, as far as its own text tells.
struct StateUses {
  /// Whether it gives the state another value, or may do so.
  var writes = false
  /// Whether it calls a method of the state that may change it.
  var mayWrite = false
  /// Whether it asks which state there is.
  var tests = false
  /// The methods of the machine that it calls at once.
  var calls: Set<String> = []
  /// Those of them that it calls on `self`, so that they are surely the machine's.
  var ownCalls: Set<String> = []
  /// The methods that only its tasks call.
  var taskCalls: Set<String> = []
  /// Where it does something with the state, or waits.
  var touches: [AbsolutePosition] = []
  /// Whether it waits for anything.
  var waits = false
  /// Whether a task that it starts changes the state.
  var writesInTask = false

  /// - Parameters:
  ///   - locals: The names of parameters and variables, which hide members of the machine.
  ///   - calls: The methods that do something with the state.
  ///   - leavingOut: Closures that are not read.
  init(
    of state: TracedState, in body: some SyntaxProtocol, locals: Set<String>,
    calls: Set<String> = [], leavingOut: Set<SyntaxIdentifier> = []
  ) {
    let reader = Reader(state, locals, calls, leavingOut)
    reader.walk(body)
    self = reader.uses
  }

  fileprivate init() {}
}

extension StateUses {
  private final class Reader: SyntaxVisitor {
    private var state: StateReference
    private let mutators: Set<String>
    private let isLocked: Bool
    private let isSeen: Bool
    private let helpers: Set<String>
    private let leftOut: Set<SyntaxIdentifier>
    private var tasks = 0
    var uses = StateUses()

    init(
      _ state: TracedState, _ locals: Set<String>, _ helpers: Set<String>,
      _ leftOut: Set<SyntaxIdentifier>
    ) {
      (self.helpers, self.leftOut) = (helpers, leftOut)
      let name = Naming.identifier(state.name)
      self.state = StateReference(name, isHidden: locals.contains(name))
      isSeen = state.cases != nil
      isLocked = state.locked != nil
      let functions = state.cases.map { Members.all(in: $0.memberBlock.members) } ?? []
      mutators = Set(
        functions.compactMap { member in
          guard let function = member.declaration.as(FunctionDeclSyntax.self),
            function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.mutating) })
          else { return nil }
          return function.name.text
        })
      super.init(viewMode: .sourceAccurate)
    }

    private func write(at node: some SyntaxProtocol) {
      uses.touches.append(node.endPositionBeforeTrailingTrivia)
      if tasks > 0 { uses.writesInTask = true } else { uses.writes = true }
    }

    private func test(at node: some SyntaxProtocol) {
      uses.touches.append(node.endPositionBeforeTrailingTrivia)
      if tasks == 0 { uses.tests = true }
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
      let elements = Array(node.elements)
      for (index, element) in elements.enumerated().dropFirst() {
        let target = elements[index - 1]
        if element.isAssignment, state.isTarget(target) || target.isPlainSelf { write(at: node) }
        if element.isComparison {
          let sides = [target] + elements.dropFirst(index + 1).prefix(1)
          if sides.contains(where: state.isNamed) { test(at: node) }
        }
      }
      return .visitChildren
    }

    override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
      if state.isTarget(node.expression) { write(at: node) }
      return .visitChildren
    }

    override func visit(_ node: ConsumeExprSyntax) -> SyntaxVisitorContinueKind {
      if state.isNamed(node.expression) { write(at: node) }
      return .visitChildren
    }

    override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
      if state.isMentioned(in: node.subject) { test(at: node.subject) }
      return .visitChildren
    }

    override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
      if state.isMentioned(in: node.initializer.value) { test(at: node) }
      return .visitChildren
    }

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
      uses.touches.append(node.position)
      if tasks == 0 { uses.waits = true }
      return .visitChildren
    }

    override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
      if node.awaitKeyword != nil, tasks == 0 { uses.waits = true }
      return .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
      if leftOut.contains(node.id) { return .skipChildren }
      if node.parameterNames.contains(state.name) { state.hidden += 1 }
      return .visitChildren
    }

    override func visitPost(_ node: ClosureExprSyntax) {
      if leftOut.contains(node.id) { return }
      if node.parameterNames.contains(state.name) { state.hidden -= 1 }
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      if node.startsTask {
        tasks += 1
        return .visitChildren
      }
      note(node.calledExpression)
      return .visitChildren
    }

    override func visitPost(_ node: FunctionCallExprSyntax) {
      if node.startsTask { tasks -= 1 }
    }

    private func note(_ callee: ExprSyntax) {
      if let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text {
        call(Naming.identifier(name), at: callee)
        return
      }
      guard let member = callee.as(MemberAccessExprSyntax.self), let base = member.base else {
        return
      }
      let name = Naming.identifier(member.declName.baseName.text)
      if base.isSelf || base.isSelfType {
        call(name, at: callee)
        if tasks == 0 { uses.ownCalls.insert(name) }
      } else if state.isTarget(base), isLocked ? name.hasPrefix("with") : mutators.contains(name) {
        write(at: callee)
      } else if state.isNamed(base), !isSeen, !isLocked {
        uses.mayWrite = true
      }
    }

    private func call(_ name: String, at node: some SyntaxProtocol) {
      if helpers.contains(name) { uses.touches.append(node.endPositionBeforeTrailingTrivia) }
      if tasks > 0 { uses.taskCalls.insert(name) } else { uses.calls.insert(name) }
    }
  }
}

/// How a machine's methods refer to its state.
struct StateReference {
  let name: String
  /// How many parameters and variables around have the name, too.
  var hidden: Int

  init(_ name: String, isHidden: Bool) {
    (self.name, hidden) = (name, isHidden ? 1 : 0)
  }

  /// Whether an expression is the state.
  func isNamed(_ expression: ExprSyntax) -> Bool {
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      return hidden == 0 && Naming.identifier(reference.baseName.text) == name
    }
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return false
    }
    return base.isSelf && Naming.identifier(member.declName.baseName.text) == name
  }

  /// Whether an expression is the state, a part of it or several things with it among them.
  func isTarget(_ expression: ExprSyntax) -> Bool {
    if isNamed(expression) { return true }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base.map(isTarget) ?? false
    }
    if let element = expression.as(SubscriptCallExprSyntax.self) {
      return isTarget(element.calledExpression)
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) {
      return isTarget(chain.expression)
    }
    if let forced = expression.as(ForceUnwrapExprSyntax.self) { return isTarget(forced.expression) }
    return expression.as(TupleExprSyntax.self)?.elements.contains { isTarget($0.expression) }
      ?? false
  }

  /// Whether the state is anywhere in an expression.
  func isMentioned(in node: some SyntaxProtocol) -> Bool {
    if let expression = node.as(ExprSyntax.self), isNamed(expression) { return true }
    return node.children(viewMode: .sourceAccurate).contains { isMentioned(in: $0) }
  }
}

extension ExprSyntax {
  fileprivate var isAssignment: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let sign = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return sign.hasSuffix("=") && !isComparison
  }

  fileprivate var isComparison: Bool {
    let signs = ["==", "!=", "===", "!==", "<=", ">=", "~="]
    return self.as(BinaryOperatorExprSyntax.self).map { signs.contains($0.operator.text) } ?? false
  }
}

extension ClosureExprSyntax {
  /// The names of the closure's parameters.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map(\.name.text)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether the call starts a task that goes on with the isolation of who starts it.
  var startsTask: Bool {
    let callee = calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
    let name = (callee ?? calledExpression).trimmedDescription
    return ["Task", "Task.detached", "Task.immediate"].contains(name)
  }
}
