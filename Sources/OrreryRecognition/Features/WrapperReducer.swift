import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A reducer that is made with others, and does something beside them.
///
/// ```swift
/// Reduce { state, action in
///   log(action)
///   return base.reduce(into: &state, action: action)
/// }
/// ```
struct WrapperReducer {
  /// What it does itself, before all that the others do; nothing where it does more than that: it may
  /// choose whether they run, or go on after them.
  let handler: Handler?

  /// Nothing for a type that hands its state to none of its properties.
  init?(_ info: TypeInfo, of action: TypeInfo) {
    let closures = info.computed.filter { $0.name == "body" && !$0.isStatic }.flatMap { body in
      ReduceClosureFinder.find(in: body.body).map {
        Handler(closure: $0, event: action, owner: info, file: body.file)
      }
    }
    let methods = info.functions.filter { $0.name == "reduce" }.compactMap {
      Handler(reducing: action, by: $0, of: info)
    }
    let all = closures + methods
    let calls = all.map { HandOnFinder.find(in: $0, to: Set(info.stored.map(\.property.name))) }
    guard calls.contains(where: { !$0.isEmpty }) else { return nil }
    guard all.count == 1, var handler = all.first, let call = calls[0].first,
      calls[0].count == 1, handler.body.endsWithOnly(call)
    else {
      self.handler = nil
      return
    }
    handler.handsOn = call
    self.handler = handler
  }
}

/// Finds the calls that hand both state and action to a reducer that a property keeps.
private final class HandOnFinder: SyntaxVisitor {
  private let names: [String]
  private let properties: Set<String>
  private var found: [FunctionCallExprSyntax] = []

  static func find(in handler: Handler, to properties: Set<String>) -> [FunctionCallExprSyntax] {
    let finder = HandOnFinder(handler.parameters.map(\.name), properties)
    finder.walk(handler.body)
    return finder.found
  }

  private init(_ names: [String], _ properties: Set<String>) {
    (self.names, self.properties) = (names, properties)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == "reduce", let name = receiver(of: node), properties.contains(name),
      node.arguments.compactMap({ Self.name(of: $0.expression) }) == names
    {
      found.append(node)
    }
    return .visitChildren
  }

  /// The property that the receiver is, or is called: `base`, `self.base`, `base(self)`.
  private func receiver(of node: FunctionCallExprSyntax) -> String? {
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base else {
      return nil
    }
    let kept = base.as(FunctionCallExprSyntax.self)?.calledExpression ?? base
    guard let member = kept.as(MemberAccessExprSyntax.self) else { return Self.name(of: kept) }
    return member.base?.isSelf ?? false ? member.declName.baseName.text : nil
  }

  private static func name(of node: ExprSyntax) -> String? {
    let plain = node.as(InOutExprSyntax.self)?.expression ?? node
    return plain.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) }
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a call is the last statement, be it returned, and no other one leaves the code.
  fileprivate func endsWithOnly(_ call: FunctionCallExprSyntax) -> Bool {
    guard let last = last?.item else { return false }
    let result = last.as(ReturnStmtSyntax.self)?.expression ?? last.as(ExprSyntax.self)
    guard result?.id == ExprSyntax(call).id else { return false }
    return dropLast().allSatisfy { ExitFinder.find(in: $0) == nil }
  }
}

/// Finds a statement that leaves the function that it stands in.
private final class ExitFinder: SyntaxVisitor {
  private var found: Syntax?

  static func find(in node: some SyntaxProtocol) -> Syntax? {
    let finder = ExitFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found = Syntax(node)
    return .skipChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    found = Syntax(node)
    return .skipChildren
  }

  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
