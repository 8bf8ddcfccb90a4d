import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a statement waits for.
struct Wait {
  enum Failure { case never, thrown, absent }

  /// What is waited for, as the event behind the wait is named.
  let callee: String
  let failure: Failure
  /// Where the wait ends in the source.
  let end: AbsolutePosition
}

/// What is awaited in a piece of code, closures and local functions aside.
final class Waits: SyntaxVisitor {
  /// In the order in which the waits end.
  private(set) var all: [Wait] = []
  /// Whether a method is awaited that is a part of the step.
  private(set) var hasPart = false
  private let parts: [String]
  private let hops: [String]
  private var attempts: [Wait.Failure] = []

  init(in nodes: [Syntax], parts: [String], hops: [String]) {
    (self.parts, self.hops) = (parts, hops)
    super.init(viewMode: .sourceAccurate)
    for node in nodes { walk(node) }
  }

  /// The wait after which code goes on.
  var last: Wait? { all.last }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    switch node.questionOrExclamationMark?.tokenKind {
    case .postfixQuestionMark: attempts.append(.absent)
    case .exclamationMark: attempts.append(.never)
    default: attempts.append(.thrown)
    }
    return .visitChildren
  }

  override func visitPost(_ node: TryExprSyntax) { attempts.removeLast() }

  override func visitPost(_ node: AwaitExprSyntax) {
    guard let awaited = Awaited(node.expression) else { return }
    if awaited.isOwn, parts.contains(awaited.name) {
      hasPart = true
    } else if !(awaited.isOwn && hops.contains(awaited.name)) {
      let isPause = awaited.name == "sleep" && attempts.last == .absent
      all.append(
        Wait(
          callee: awaited.text, failure: isPause ? .never : attempts.last ?? .never,
          end: node.endPositionBeforeTrailingTrivia))
    }
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// What an `await` is for: the call that a chain begins with, or a property.
struct Awaited {
  let text: String
  let name: String
  /// Whether it is a member of the machine.
  let isOwn: Bool

  init?(_ expression: ExprSyntax) {
    if let attempt = expression.as(TryExprSyntax.self) {
      self.init(attempt.expression)
    } else if let call = expression.as(FunctionCallExprSyntax.self) {
      // These run their closure as a part of the method.
      let text = call.calledExpression.trimmedDescription
      if text == "MainActor.run" || (text.hasPrefix("with") && text.hasSuffix("Handler")) {
        return nil
      }
      self.init(first: call.calledExpression)
    } else if expression.is(MemberAccessExprSyntax.self)
      || expression.is(DeclReferenceExprSyntax.self)
    {
      self.init(first: expression)
    } else {
      guard let inner = Self.lastCall(in: expression) else { return nil }
      self.init(inner)
    }
  }

  /// `api.list` of `api.list().map { … }.first`.
  private init(first callee: ExprSyntax) {
    let callee = callee.as(GenericSpecializationExprSyntax.self)?.expression ?? callee
    if let inner = Self.call(before: callee) {
      self.init(first: inner.calledExpression)
    } else {
      self.init(plain: callee)
    }
  }

  private init(plain callee: ExprSyntax) {
    text = callee.trimmedDescription.filter { !$0.isNewline }
    let member = callee.as(MemberAccessExprSyntax.self)
    let reference = member?.declName ?? callee.as(DeclReferenceExprSyntax.self)
    name = Naming.identifier(reference?.baseName.text ?? text)
    isOwn = member?.base.map { $0.isSelf } ?? true
  }

  /// The call that a member is asked of, unless that makes a value.
  private static func call(before expression: ExprSyntax) -> FunctionCallExprSyntax? {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.trimmedDescription.split(separator: ".").last ?? ""
      let makesValue = name.first?.isUppercase ?? true
      return makesValue && name != "Task" ? nil : call
    }
    if let member = expression.as(MemberAccessExprSyntax.self) {
      return member.base.flatMap(call(before:))
    }
    if let chain = expression.as(OptionalChainingExprSyntax.self) {
      return call(before: chain.expression)
    }
    return expression.as(ForceUnwrapExprSyntax.self).flatMap { call(before: $0.expression) }
  }

  private static func lastCall(in expression: ExprSyntax) -> ExprSyntax? {
    let finder = LastCall(viewMode: .sourceAccurate)
    finder.walk(expression)
    return finder.found
  }
}

private final class LastCall: SyntaxVisitor {
  var found: ExprSyntax?

  override func visitPost(_ node: FunctionCallExprSyntax) { found = ExprSyntax(node) }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
