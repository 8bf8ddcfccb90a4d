import OrreryExecution
import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension ExprSyntax {
  /// The call that it is, be it behind `try` and `await`.
  var attemptedCall: FunctionCallExprSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .tryExpr(let node): node.expression.attemptedCall
    case .awaitExpr(let node): node.expression.attemptedCall
    default: self.as(FunctionCallExprSyntax.self)
    }
  }

  /// Whether an argument is a value that is chosen where it stands: `.idle`, `isOn ? .busy : .idle`.
  fileprivate var isChosen: Bool {
    switch self.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let member): member.base == nil
    case .functionCallExpr(let call): call.calledExpression.isChosen
    case .sequenceExpr(let chain):
      chain.elements.contains { $0.is(UnresolvedTernaryExprSyntax.self) }
        && chain.elements.contains(where: \.isChosen)
    default: false
    }
  }
}

extension FunctionCallExprSyntax {
  /// Whether it runs its closure before it returns, or as the body of what it starts.
  var runsClosure: Bool {
    Library.runsClosure(calleeName, isLender: lendsCode) || isQueued || buildsStream
  }

  /// Whether it is a method of another object that is waited for and given code that waits, or is not
  /// waited for and given code that keeps `self`.
  private var lendsCode: Bool {
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base, !base.isSelf,
      base.trimmedText.first?.isUppercase == false
    else { return false }
    if parent?.is(AwaitExprSyntax.self) ?? false { return lastClosure?.waits ?? false }
    return parent?.is(CodeBlockItemSyntax.self) ?? false && lastClosure?.capturesSelf ?? false
  }

  /// Whether it makes a stream with a closure that is run at once, to be given the continuation; one
  /// that gives the next element each time is not.
  var buildsStream: Bool {
    guard ["AsyncStream", "AsyncThrowingStream"].contains(calleeName),
      let closure = trailingClosure
        ?? arguments.last(where: { $0.label == nil })?.expression.as(ClosureExprSyntax.self)
    else { return false }
    return closure.signature?.parameterClause != nil
      || closure.statements.tokens(viewMode: .sourceAccurate).contains {
        $0.tokenKind == .dollarIdentifier("$0")
          && $0.ancestors.first { $0.is(ClosureExprSyntax.self) }?.id == closure.id
      }
  }

  /// Whether an event loop runs the closure soon: `eventLoop.execute { … }`.
  var isQueued: Bool {
    guard Self.queuers.contains(calleeName),
      var base = calledExpression.as(MemberAccessExprSyntax.self)?.base
    else { return false }
    if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
    return base.lastName?.lowercased().hasSuffix("loop") ?? false
  }

  private static let queuers: Set = ["execute", "submit", "flatSubmit"]
}

extension CodeBlockItemListSyntax {
  /// The method of `self` that the statements call, where they do nothing else.
  var forwarding: String? {
    let items = filter { !$0.bindsSelf }
    guard items.count == 1, case .expr(let node)? = items.first?.item else { return nil }
    return ClosureExprSyntax.called(by: node)
  }
}

extension ClosureExprSyntax {
  /// The method of `self` that the closure calls, where it does nothing else.
  var forwarding: String? {
    guard let name = statements.forwarding,
      !functionsAround.contains(where: { Naming.identifier($0.name.text) == name })
    else { return nil }
    return name
  }

  /// The method of `self` that an expression is a call of.
  fileprivate static func called(by node: ExprSyntax) -> String? {
    guard let call = node.attemptedCall,
      !call.arguments.contains(where: { $0.expression.isChosen })
    else { return nil }
    let name = call.calleeName
    if let closure = call.lastClosure {
      return call.runsClosure ? closure.forwarding : nil
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      return call.calledExpression.is(DeclReferenceExprSyntax.self) ? name : nil
    }
    return member.base?.isSelf ?? false ? name : nil
  }

  /// The method of `self` that the closure hands on to, be it under conditions: it calls no other,
  /// and does nothing else but give a value.
  var handsOnTo: String? {
    if let name = forwarding { return name }
    var rest = statements.filter { !$0.item.is(GuardStmtSyntax.self) }[...]
    if let last = rest.last?.item.as(ReturnStmtSyntax.self)?.expression,
      last.is(DeclReferenceExprSyntax.self)
    {
      rest = rest.dropLast()
    }
    guard rest.count == 1, var item = rest.first?.item else { return nil }
    if let branch = item.as(IfExprSyntax.self)
      ?? item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
    {
      guard branch.elseBody == nil, branch.body.statements.count == 1,
        let only = branch.body.statements.first?.item
      else { return nil }
      item = only
    }
    guard case .expr(let node) = item else { return nil }
    return Self.called(by: node)
  }

  /// Whether it runs later than where it stands.
  var isLater: Bool { isKept || isTask }

  /// Whether a call runs the closure as a task of its own.
  var isTask: Bool {
    handedTo.map { Library.startsTask($0.call.calleeName) || $0.call.isQueued } ?? false
  }

  /// Whether a call or a property keeps the closure for later: it is neither run at once nor as a
  /// task.
  var isKept: Bool {
    if isAssigned { return true }
    guard let (call, label) = handedTo else { return false }
    return !call.runsClosure || call.isOnPublisher || call.isOnFuture
      || label?.hasPrefix("on") ?? false
  }
}
