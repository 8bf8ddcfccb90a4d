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
    Library.runsClosure(
      calleeName, isLender: isHandedWaitingCode, isKeeper: isHandedKeptCode)
      || isQueued || buildsStream
  }

  /// Whether it is waited for as a method of another object, whose closure waits itself.
  private var isHandedWaitingCode: Bool {
    isOfAnotherObject && parent?.is(AwaitExprSyntax.self) ?? false && lastClosure?.waits ?? false
  }

  /// Whether, as a method of another object, it is given code that keeps `self`, and gives nothing.
  private var isHandedKeptCode: Bool {
    guard isOfAnotherObject, lastClosure?.capturesSelf ?? false else { return false }
    var node = Syntax(self)
    while let tried = node.parent?.as(TryExprSyntax.self) { node = Syntax(tried) }
    return node.parent?.is(CodeBlockItemSyntax.self) ?? false
  }

  /// Whether a function is called that is declared inside of the one around.
  fileprivate var isOfFunctionInside: Bool {
    let closure = ancestors.lazy.compactMap { $0.as(ClosureExprSyntax.self) }.first
    return closure?.functionsAround.contains { Naming.identifier($0.name.text) == calleeName }
      ?? false
  }

  private var isOfAnotherObject: Bool {
    guard let base = calledExpression.as(MemberAccessExprSyntax.self)?.base else { return false }
    return !base.isSelf && base.trimmedText.first?.isUppercase == false
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
    return ClosureExprSyntax.method(calledBy: node)
  }
}

extension ClosureExprSyntax {
  /// The method of `self` that the closure calls, where it does nothing else.
  var forwarding: String? { statements.forwarding }

  /// The method of `self` that an expression is a call of.
  fileprivate static func method(calledBy node: ExprSyntax) -> String? {
    guard let call = node.attemptedCall,
      !call.arguments.contains(where: { $0.expression.isChosen })
    else { return nil }
    let name = call.calleeName
    if let closure = call.lastClosure {
      return call.runsClosure ? closure.forwarding : nil
    }
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      let isPlain = call.calledExpression.is(DeclReferenceExprSyntax.self)
      return isPlain && !call.isOfFunctionInside ? name : nil
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
    return Self.method(calledBy: node)
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
