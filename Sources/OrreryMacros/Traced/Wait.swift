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
  /// The arguments that name one of a set of things: `"users"`, `.failed`, by label or number.
  var arguments: [(place: String, text: String)] = []
}

/// What is awaited in a piece of code, closures and local functions aside.
final class Waits: SyntaxVisitor {
  /// In the order in which the waits end.
  private(set) var all: [Wait] = []
  /// Whether a method is awaited that is a part of the step.
  private(set) var hasPart = false
  /// How many waits are over when the last of these methods is called.
  private var waitsBeforePart = 0
  private let parts: [String]
  private let hops: [String]
  private let children: ChildTasks
  private var attempts: [Wait.Failure] = []

  init(in nodes: [Syntax], parts: [String], hops: [String], children: ChildTasks) {
    (self.parts, self.hops, self.children) = (parts, hops, children)
    super.init(viewMode: .sourceAccurate)
    for node in nodes { walk(node) }
  }

  /// The wait after which code goes on.
  var last: Wait? { all.last }

  /// Whether such a method goes on behind the last wait, for which it is given the result of that.
  var endsInPart: Bool { hasPart && !all.isEmpty && waitsBeforePart == all.count }

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
    if let callee = children.callee(of: node.expression) {
      all.append(
        Wait(
          callee: callee, failure: attempts.last ?? .never,
          end: node.endPositionBeforeTrailingTrivia))
      return
    }
    guard let awaited = Awaited(node.expression) else { return }
    if awaited.isOwn, parts.contains(awaited.name) {
      hasPart = true
      waitsBeforePart = all.count
    } else if !(awaited.isOwn && hops.contains(awaited.name)) {
      let isPause = awaited.name == "sleep" && attempts.last == .absent
      all.append(
        Wait(
          callee: awaited.text, failure: isPause ? .never : attempts.last ?? .never,
          end: node.endPositionBeforeTrailingTrivia, arguments: awaited.arguments))
    }
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// What the tasks of a method are for that it starts by `async let`.
struct ChildTasks {
  private var callees: [String: String] = [:]

  init(in code: some SyntaxProtocol) {
    let finder = ChildTaskFinder(viewMode: .sourceAccurate)
    finder.walk(code)
    callees = finder.callees
  }

  /// What the tasks call that an expression asks for, each once.
  func callee(of expression: ExprSyntax) -> String? {
    guard !callees.isEmpty else { return nil }
    var found: [String] = []
    for token in expression.tokens(viewMode: .sourceAccurate) {
      guard let callee = callees[token.text], !found.contains(callee) else { continue }
      found.append(callee)
    }
    return found.isEmpty ? nil : found.joined(separator: ", ")
  }
}

private final class ChildTaskFinder: SyntaxVisitor {
  var callees: [String: String] = [:]

  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
    guard node.modifiers.contains(where: { $0.name.tokenKind == .keyword(.async) }) else {
      return .visitChildren
    }
    for binding in node.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
        let value = binding.initializer?.value, let awaited = Awaited(value)
      else { continue }
      callees[name] = awaited.text
    }
    return .skipChildren
  }
}

/// What an `await` is for: the call that a chain begins with, or a property.
struct Awaited {
  let text: String
  let name: String
  /// Whether it is a member of the machine.
  let isOwn: Bool
  private(set) var arguments: [(place: String, text: String)] = []

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
      arguments = call.arguments.enumerated().compactMap { offset, argument in
        guard argument.expression.namesOne else { return nil }
        return (argument.label?.text ?? String(offset), argument.expression.trimmedDescription)
      }
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

extension ExprSyntax {
  /// Whether an expression is a literal, or a member of a type.
  fileprivate var namesOne: Bool {
    switch kind {
    case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr,
      .nilLiteralExpr:
      return true
    case .memberAccessExpr:
      let base = self.as(MemberAccessExprSyntax.self)?.base
      return base.map { $0.trimmedDescription.first?.isUppercase ?? false } ?? true
    default: return false
    }
  }
}

/// How waits for one callee are told apart: by the argument that differs, else by their order.
struct WaitNames {
  /// What stands in the name of each wait behind the callee, and behind the end of it.
  private var names: [AbsolutePosition: (mark: String, number: String)] = [:]

  init(_ waits: [Wait]) {
    for alike in Dictionary(grouping: waits, by: \.callee).values where alike.count > 1 {
      let place = Self.place(of: alike)
      var counts: [String: Int] = [:]
      for wait in alike.sorted(by: { $0.end < $1.end }) {
        let text = wait.arguments.first { $0.place == place }?.text
        let mark = text.map { "(\($0))" } ?? ""
        let count = counts[mark, default: 0] + 1
        counts[mark] = count
        names[wait.end] = (mark, count > 1 ? " (\(count))" : "")
      }
    }
  }

  func mark(of wait: Wait) -> String { names[wait.end]?.mark ?? "" }
  func number(of wait: Wait) -> String { names[wait.end]?.number ?? "" }

  /// The argument that most of the waits differ by.
  private static func place(of alike: [Wait]) -> String? {
    var best: (place: String?, count: Int) = (nil, 1)
    for place in alike.flatMap({ $0.arguments.map(\.place) }) {
      let texts = Set(alike.map { wait in wait.arguments.first { $0.place == place }?.text })
      if texts.count > best.count { best = (place, texts.count) }
    }
    return best.place
  }
}

private final class LastCall: SyntaxVisitor {
  var found: ExprSyntax?

  override func visitPost(_ node: FunctionCallExprSyntax) { found = ExprSyntax(node) }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
