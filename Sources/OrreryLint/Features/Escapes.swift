import OrreryLowering
import SwiftSyntax

/// What may throw in the code of an effect so that the error leaves it.
///
/// What throws only when the effect is cancelled does not count: nobody waits for its result then.
final class Escapes: SyntaxVisitor {
  /// A call, a sequence or a `throw`.
  struct Escape {
    var node: Syntax
    /// As it is to be named: `api.fetch`.
    var name: String
  }

  private var found: [Escape] = []
  private let feature: Feature
  private let sender: String?
  private let depth: Int

  /// - Parameter sender: What the effect calls the function that sends actions.
  static func all(
    in code: some SyntaxProtocol, of feature: Feature, sender: String?, depth: Int = 0
  ) -> [Escape] {
    let visitor = Escapes(feature, sender, depth)
    visitor.walk(code)
    return visitor.found
  }

  private init(_ feature: Feature, _ sender: String?, _ depth: Int) {
    (self.feature, self.sender, self.depth) = (feature, sender, depth)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    guard node.catchesAll else { return .visitChildren }
    // What a handler throws leaves after all.
    for clause in node.catchClauses { walk(clause.body) }
    return .skipChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    if !node.expression.says("CancellationError") {
      found.append(Escape(node: Syntax(node), name: "throw \(node.expression.spelledName)"))
    }
    return .skipChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.tryKeyword != nil, !isHarmless(node.sequence) {
      found.append(Escape(node: Syntax(node.sequence), name: node.sequence.spelledName))
    }
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.questionOrExclamationMark == nil else { return .skipChildren }
    let covered = node.covered
    let throwing = ThrowingCalls.all(in: covered, sender: sender)
    if throwing.isEmpty {
      // A property that throws: of `try isOn ? Self.url : other`, no value without a base.
      let property = covered.descendants(MemberAccessExprSyntax.self).first { $0.base != nil }
      let name = property.map { ExprSyntax($0).spelledName } ?? node.expression.spelledName
      found.append(Escape(node: Syntax(node), name: name))
    }
    for call in throwing { read(call) }
    return .skipChildren
  }

  /// A call that `try` covers: it throws, or what it is handed does.
  private func read(_ call: FunctionCallExprSyntax) {
    guard call.calleeName != sender, !Self.cancellationOnly.contains(call.calleeName) else {
      return
    }
    let closures = call.closures.filter { $0.says("try") }
    if !closures.isEmpty {
      for closure in closures { walk(closure.statements) }
      return
    }
    if let own = ownMethod(call), let body = own.body, depth < 4 {
      let inside = Self.all(in: body.statements, of: feature, sender: sender, depth: depth + 1)
      if inside.isEmpty { return }
    }
    found.append(Escape(node: Syntax(call), name: call.calledExpression.spelledName))
  }

  private func ownMethod(_ call: FunctionCallExprSyntax) -> FunctionInfo? {
    guard let parts = call.calledExpression.nameParts, parts.count == 1 else { return nil }
    let named = feature.info.functions.filter { $0.name == parts[0] }
    return named.count == 1 ? named[0] : nil
  }

  private func isHarmless(_ sequence: ExprSyntax) -> Bool {
    let callee = sequence.as(FunctionCallExprSyntax.self)?.calleeName
    return callee.map(["timer", "never"].contains) ?? false
  }

  /// They throw an error that tells of cancellation, and no other.
  private static let cancellationOnly: Set = ["checkCancellation", "never", "sleep", "timer"]
}

extension TryExprSyntax {
  /// What it covers: all that follows it, also beyond an operator.
  fileprivate var covered: Syntax {
    guard let list = parent?.as(ExprListSyntax.self), list.first?.id == ExprSyntax(self).id,
      let sequence = list.parent?.as(SequenceExprSyntax.self)
    else { return Syntax(expression) }
    return Syntax(sequence)
  }
}

extension DoStmtSyntax {
  /// Whether no error leaves it: one of its handlers takes whatever comes.
  fileprivate var catchesAll: Bool {
    throwsClause != nil && !catchClauses.isEmpty
      || catchClauses.contains { clause in
        clause.catchItems.isEmpty
          || clause.catchItems.contains { item in
            guard item.whereClause == nil else { return false }
            guard let pattern = item.pattern else { return true }
            let inner = pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern
            return inner.is(IdentifierPatternSyntax.self)
          }
      }
  }
}

extension FunctionCallExprSyntax {
  /// The closures that it is handed.
  var closures: [ClosureExprSyntax] {
    arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
      + [trailingClosure].compactMap(\.self) + additionalTrailingClosures.map(\.closure)
  }
}

/// The calls that a `try` covers and that may be what throws, those in closures left out.
private final class ThrowingCalls: SyntaxVisitor {
  private var found: [FunctionCallExprSyntax] = []
  private let sender: String?

  static func all(
    in node: some SyntaxProtocol, sender: String?
  ) -> [FunctionCallExprSyntax] {
    let finder = ThrowingCalls(sender)
    finder.walk(node)
    return finder.found
  }

  private init(_ sender: String?) {
    self.sender = sender
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  /// Of `fetch(Request(id: 1))`, the second is a value that is made for the first; of
  /// `send(.response(fetch()))`, the last is what throws.
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == sender || node.makesValue {
      let inner = node.arguments.flatMap { Self.all(in: $0.expression, sender: sender) }
      found += inner
      if inner.isEmpty, node.calleeName != sender { found.append(node) }
    } else {
      found.append(node)
    }
    return .skipChildren
  }
}

extension FunctionCallExprSyntax {
  /// Whether it makes a case or a value of a type, as far as its name tells.
  fileprivate var makesValue: Bool {
    if let member = calledExpression.as(MemberAccessExprSyntax.self), member.base == nil {
      return true
    }
    return calleeName.first?.isUppercase ?? false
  }
}
