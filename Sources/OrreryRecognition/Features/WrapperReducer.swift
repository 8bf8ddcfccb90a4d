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
    let bodies = info.reducerBodies
    let closures = bodies.flatMap { body in
      ReduceClosureFinder.find(in: body.body).map { closure in
        (
          handler: Handler(closure: closure, event: action, owner: info, file: body.file),
          isAll: body.body.isNothingBut(closure.node)
        )
      }
    }
    let methods = info.functions.compactMap { function in
      Handler(reducing: action, by: function, of: info).map {
        (handler: $0, isAll: bodies.isEmpty && function.name == "reduce")
      }
    }
    guard let property = Self.property(of: info) else { return nil }
    let found = (closures + methods).map { handler, isAll in
      (handler: handler, isAll: isAll, calls: HandOnFinder.find(in: handler, to: property))
    }.filter { $0.isAll || !$0.calls.isEmpty }
    guard found.contains(where: { !$0.calls.isEmpty }) else { return nil }
    guard found.count == 1, found[0].isAll, found[0].calls.count == 1,
      case let call = found[0].calls[0], case var handler = found[0].handler,
      handler.body.endsWithOnly(call, keeping: Set(handler.parameters.map(\.name) + [property]))
    else {
      self.handler = nil
      return
    }
    handler.handsOn = call
    self.handler = handler
  }

  /// The property that keeps what a reducer is made with; nothing where several may.
  static func property(of info: TypeInfo) -> String? {
    let found = info.stored.map(\.property).filter { property in
      guard !property.isStatic, property.initializer == nil, let type = property.type else {
        return false
      }
      let result = type.as(FunctionTypeSyntax.self)?.returnClause.type ?? type
      let name = SourceIndex.parts(of: result)?.first
      return ReducerType.isReducer(result) || name.map(info.genericNames.contains) ?? false
    }
    return found.count == 1 ? found[0].name : nil
  }
}

/// Finds the calls that hand both state and action to a reducer that a property keeps.
private final class HandOnFinder: SyntaxVisitor {
  private let names: [String]
  private let property: String
  private var found: [FunctionCallExprSyntax] = []

  static func find(in handler: Handler, to property: String) -> [FunctionCallExprSyntax] {
    let finder = HandOnFinder(handler.parameters.map(\.name), property)
    finder.walk(handler.body)
    return finder.found
  }

  private init(_ names: [String], _ property: String) {
    (self.names, self.property) = (names, property)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calleeName == "reduce", receiver(of: node) == property,
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
  /// Whether a call is the last statement, be it returned, and what comes before it neither leaves the
  /// code nor runs later, and declares nothing that has one of some names.
  fileprivate func endsWithOnly(
    _ call: FunctionCallExprSyntax, keeping names: Set<String>
  ) -> Bool {
    guard let last = last?.item else { return false }
    let result = last.as(ReturnStmtSyntax.self)?.expression ?? last.as(ExprSyntax.self)
    guard result?.id == ExprSyntax(call).id else { return false }
    return dropLast().allSatisfy { !DetourFinder.finds(in: $0, names) }
  }

  /// Whether a body makes a reducer of a closure and of nothing else, be it by way of a variable.
  fileprivate func isNothingBut(_ closure: ClosureExprSyntax) -> Bool {
    var isMade = false
    var variables: Set<String> = []
    for item in self {
      if let bindings = item.item.as(VariableDeclSyntax.self)?.bindings {
        let values = bindings.compactMap(\.initializer?.value)
        guard values.allSatisfy({ $0.makes(closure) }) else { return false }
        isMade = isMade || !values.isEmpty
        variables.formUnion(bindings.compactMap(\.boundName))
        continue
      }
      let node = item.item.as(ReturnStmtSyntax.self)?.expression ?? item.item.as(ExprSyntax.self)
      if node?.assigned.makes(closure) ?? false {
        isMade = true
      } else {
        let name = node?.as(DeclReferenceExprSyntax.self)?.baseName.text
        guard let name, variables.contains(Naming.identifier(name)) else { return false }
      }
    }
    return isMade
  }
}

extension ExprSyntax {
  /// What an assignment gives a variable, or the expression itself.
  fileprivate var assigned: ExprSyntax {
    if let node = self.as(InfixOperatorExprSyntax.self),
      node.operator.is(AssignmentExprSyntax.self)
    {
      return node.rightOperand
    }
    if let elements = self.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
      elements.contains(where: { $0.is(AssignmentExprSyntax.self) })
    {
      return elements.last ?? self
    }
    return self
  }

  /// Whether it is a call that is handed a closure.
  fileprivate func makes(_ closure: ClosureExprSyntax) -> Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return call.trailingClosure?.id == closure.id
      || call.arguments.contains { $0.expression.id == ExprSyntax(closure).id }
  }
}

/// Finds a statement that leaves the function that it stands in or is put off to its end, and a
/// declaration that hides one of some names.
private final class DetourFinder: SyntaxVisitor {
  private let names: Set<String>
  private var isFound = false

  static func finds(in node: some SyntaxProtocol, _ names: Set<String>) -> Bool {
    let finder = DetourFinder(names)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ names: Set<String>) {
    self.names = names
    super.init(viewMode: .sourceAccurate)
  }

  private func find() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_: DeferStmtSyntax) -> SyntaxVisitorContinueKind { find() }
  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.contains(Naming.identifier(node.identifier.text)) ? find() : .skipChildren
  }
  override func visit(_: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
