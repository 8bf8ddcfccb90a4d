import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Methods of a type that its code hands on without calling them.
///
/// Whoever has been given one calls it whenever it likes: `#selector(end)`, `load(completion: done)`.
enum HandedMethods {
  /// - Returns: Their names.
  static func find(in info: TypeInfo, _ functions: [FunctionInfo]) -> Set<String> {
    guard [.class, .actor].contains(info.kind) else { return [] }
    let own = Set(functions.filter { !$0.isAccessor }.map(\.name))
    let properties = Set(info.stored.map(\.property.name) + info.computed.map(\.name))
    return (functions + info.initializers).reduce(into: []) { names, function in
      names.formUnion(HandedMethodFinder.find(own, but: properties, in: function.node))
    }
  }
}

private final class HandedMethodFinder: SyntaxVisitor {
  private let own: Set<String>
  private var selected: Set<String> = []
  /// With `self` before them, and without.
  private var named: Set<String> = []
  private var handed: Set<String> = []
  /// What else the names may mean.
  private var locals: Set<String>

  static func find(
    _ own: Set<String>, but properties: Set<String>, in node: some SyntaxProtocol
  ) -> Set<String> {
    let finder = HandedMethodFinder(own, properties)
    finder.walk(node)
    let named = finder.named.subtracting(properties)
    return finder.selected.union(named).union(finder.handed.subtracting(finder.locals))
      .intersection(own)
  }

  private init(_ own: Set<String>, _ properties: Set<String>) {
    (self.own, locals) = (own, properties)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.macroName.text == "selector", let target = node.arguments.first?.expression else {
      return .visitChildren
    }
    let name =
      target.as(MemberAccessExprSyntax.self)?.declName ?? target.as(DeclReferenceExprSyntax.self)
    if let name { selected.insert(Naming.identifier(name.baseName.text)) }
    return .skipChildren
  }

  override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = node.parent?.parent?.as(FunctionCallExprSyntax.self), !isFollowed(call),
      !Interpreter.runsAtOnce(call)
    {
      add(node.expression)
    }
    return .visitChildren
  }

  /// `engine.onEnd = finish`.
  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
      elements[0].is(MemberAccessExprSyntax.self)
    {
      add(elements[2])
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    locals.insert(Naming.identifier(node.identifier.text))
    return .visitChildren
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    locals.insert(Naming.identifier((node.secondName ?? node.firstName).text))
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    locals.formUnion(node.parameterNames)
    return .visitChildren
  }

  /// Whether the walk goes into what is called: a method of the type itself.
  private func isFollowed(_ call: FunctionCallExprSyntax) -> Bool {
    let member = call.calledExpression.as(MemberAccessExprSyntax.self)
    return own.contains(call.calleeName) && member.map { $0.base?.isSelf ?? false } ?? true
  }

  private func add(_ node: ExprSyntax) {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      handed.insert(Naming.identifier(name.baseName.text))
    } else if let member = node.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false {
      named.insert(Naming.identifier(member.declName.baseName.text))
    }
  }
}
