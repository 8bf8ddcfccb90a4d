import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// `await keep(client.fetch())`: where the function itself does not wait, an argument of it does.
extension Interpreter {
  /// The argument of a call that an `await` before the call waits for; nothing where the function that
  /// is called is not known, or waits itself for all that is told of it.
  func awaitedArgument(of node: ExprSyntax, _ path: Path) -> FunctionCallExprSyntax? {
    guard let call = node.as(FunctionCallExprSyntax.self),
      case let own = ownFunctions(named: call, path), !own.isEmpty,
      case let waits = own.contains(where: { $0.isAsync || $0.isOnActor }),
      !waits || own.contains(where: writers.contains)
    else { return nil }
    let calls = call.arguments.compactMap { $0.expression.plainCall }
    return calls.first { ownFunctions(named: $0, path).contains(where: \.isAsync) }
      ?? (waits || node.isApart ? nil : calls.first { mayWait($0, path) })
  }

  /// Whether a call may be what an `await` is for: a method of something else is, but not what makes a
  /// value or stands for itself.
  func mayWait(_ call: FunctionCallExprSyntax, _ path: Path) -> Bool {
    guard ownFunctions(named: call, path).isEmpty else {
      return awaitedArgument(of: ExprSyntax(call), path) != nil
    }
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    return member.map { !$0.isCaseName } ?? false
  }

  /// The functions of the type around a call, and those of no type, that its name may mean.
  func ownFunctions(named call: FunctionCallExprSyntax, _ path: Path) -> [FunctionInfo] {
    let callee = call.calledExpression
    let member = callee.as(MemberAccessExprSyntax.self)
    guard member.map({ $0.base?.isPlainSelf ?? false }) ?? callee.is(DeclReferenceExprSyntax.self)
    else { return [] }
    let name = Naming.identifier(call.calleeName)
    let own = index.info(path.frames[path.depth - 1].selfType)?.functions.filter { $0.name == name }
    if let own, !own.isEmpty { return own }
    return member == nil ? index.globals[name] ?? [] : []
  }
}

extension FunctionInfo {
  /// Whether an attribute says on which actor it runs: to call it from elsewhere is to wait.
  var isOnActor: Bool {
    node.asProtocol((any WithAttributesSyntax).self)?.attributes.contains { element in
      element.as(AttributeSyntax.self)?.attributeName.trimmedText.hasSuffix("Actor") ?? false
    } ?? false
  }
}

extension ExprSyntax {
  /// Whether the code around may run elsewhere than its type does, so that `await` may be for no more
  /// than to come back.
  fileprivate var isApart: Bool {
    var current = parent
    while let node = current {
      if let closure = node.as(ClosureExprSyntax.self), !closure.isPlainTask { return true }
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
      }
      current = node.parent
    }
    return false
  }

  /// The call that an argument is, without the `try` before it.
  var plainCall: FunctionCallExprSyntax? {
    (self.as(TryExprSyntax.self)?.expression ?? self).as(FunctionCallExprSyntax.self)
  }
}

extension ClosureExprSyntax {
  /// Whether it is the body of a task that runs where it is started.
  fileprivate var isPlainTask: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedText == "Task"
  }
}
