import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A closure that is handed to `Reduce` or `Reducer`.
struct ReduceClosure {
  var node: ClosureExprSyntax
  /// The generic arguments beside it: `Reducer<Action, State, Environment>`.
  var types: [TypeSyntax]
  /// The parameter names in order.
  var names: [String]
  /// What it returns, where its signature says so.
  var result: TypeSyntax?

  /// Whether the closure says a case's name.
  func mentions(_ name: String) -> Bool {
    node.statements.tokens(viewMode: .sourceAccurate).contains { token in
      token.text == name && token.previousToken(viewMode: .sourceAccurate)?.text == "."
    }
  }

  /// The parameter that holds the state, and the one that holds the event.
  var stateName: String? {
    if names == ["$0", "$1"] { return "$0" }
    return names.first { $0.lowercased().hasSuffix("state") } ?? other(than: "action")
  }
  var eventName: String? {
    names.first { name in
      ["action", "event", "input", "message", "msg"].contains { name.lowercased().hasSuffix($0) }
    } ?? names.first { $0 != stateName }
  }

  private func other(than word: String) -> String? {
    names.first { !$0.lowercased().hasSuffix(word) && $0 != "_" }
  }
}

/// Finds such closures, wherever they stand.
final class ReduceClosureFinder: SyntaxVisitor {
  private var found: [ReduceClosure] = []

  static func find(in node: some SyntaxProtocol) -> [ReduceClosure] {
    let finder = ReduceClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // What reacts to a change is no handler of actions.
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "onChange"
    {
      if let base = member.base { walk(base) }
      return .skipChildren
    }
    let generic = node.calledExpression.as(GenericSpecializationExprSyntax.self)
    let callee = generic?.expression ?? node.calledExpression
    var name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    if let member = callee.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init"
    {
      name = member.base?.trimmedText
    }
    let isImplicit = callee.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
    if isImplicit, let closure = Self.mapping(node) { found.append(closure) }
    found += node.arguments.compactMap(Self.typed)
    let isReducer =
      Self.isReducer(name)
      || (isImplicit
        && (Self.isReducer(Self.annotated(Syntax(node))) || Self.combined(around: node) != nil))
    guard isReducer else { return .visitChildren }
    let closure =
      node.trailingClosure
      ?? node.arguments.lazy.compactMap { $0.expression.as(ClosureExprSyntax.self) }.first
    guard let closure else { return .visitChildren }
    let names = Self.names(of: closure)
    guard names.count >= 2 else { return .visitChildren }
    let types =
      generic.map { Self.types($0.genericArgumentClause) } ?? Self.combined(around: node)
      ?? Self.annotation(around: Syntax(node))
    found.append(ReduceClosure(node: closure, types: types, names: names))
    return .skipChildren
  }

  private static let reducers: Set = ["Reduce", "Reducer", "AnyReducer"]

  /// Without one of these words a file has no such closure.
  static let words = Set(reducers.map { Word($0) })

  /// `let reduce: (inout State, Event) -> Void = { state, event in … }`.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    let names = Self.names(of: node)
    guard names.count >= 2, let type = Self.declaredType(of: node) else { return .visitChildren }
    if let named = type.as(IdentifierTypeSyntax.self), Self.isReducer(named.name.text),
      case let types = Self.types(named.genericArgumentClause), !types.isEmpty
    {
      // `Reducer<State>` answers with the next state, whatever the action.
      let result = types.count == 1 ? types[0] : nil
      found.append(ReduceClosure(node: node, types: types, names: names, result: result))
      return .skipChildren
    }
    guard let function = type.as(FunctionTypeSyntax.self), function.parameters.count >= 2 else {
      return .visitChildren
    }
    let types = function.parameters.map { parameter in
      parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
    }
    // A reducer changes the state, or answers with the next one; and its event is something else.
    let written = types.map(\.trimmedText)
    let changes = function.parameters.contains { $0.type.is(AttributedTypeSyntax.self) }
    guard changes || written.contains(function.returnClause.type.trimmedText),
      Set(written.prefix(2)).count == 2
    else { return .visitChildren }
    found.append(
      ReduceClosure(
        node: node, types: types, names: names, result: function.returnClause.type))
    return .skipChildren
  }

  /// What the declaration around a closure that is its value says of the type.
  private static func declaredType(of node: ClosureExprSyntax) -> TypeSyntax? {
    var parent = node.parent
    if let clause = parent?.as(InitializerClauseSyntax.self) {
      return clause.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
    }
    if parent?.is(ReturnStmtSyntax.self) == true { parent = parent?.parent }
    guard let items = parent?.as(CodeBlockItemSyntax.self)?.parent, let around = items.parent else {
      return nil
    }
    return around.as(AccessorBlockSyntax.self)?.parent?.as(PatternBindingSyntax.self)?
      .typeAnnotation?.type
      ?? around.parent?.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
  }

  /// Whether a file may have such a closure.
  static func mayStand(in words: Words) -> Bool {
    words.containsAny(of: self.words) || words.containsAny(of: single)
      || (words.containsAny(of: systems) && words.containsAny(of: labels))
  }

  private static let single = Set(["makeInout", "reducer"].map { Word($0) })
  private static let labels = Set(["reduce", "reducer"].map { Word($0) })
  private static let systems = Set(["feedback", "feedbacks"].map { Word($0) })

  /// `Observable.system(reduce: { (state: State, event: Event) -> State in … })`.
  private static func typed(_ argument: LabeledExprSyntax) -> ReduceClosure? {
    guard ["reduce", "reducer"].contains(argument.label?.text ?? ""),
      let closure = argument.expression.as(ClosureExprSyntax.self),
      case .parameterClause(let clause)? = closure.signature?.parameterClause,
      case let types = clause.parameters.compactMap(\.type), types.count >= 2
    else { return nil }
    return ReduceClosure(
      node: closure, types: types, names: names(of: closure),
      result: closure.signature?.returnClause?.type)
  }

  /// `.makeInout { input, state, world in … }`: its types have the names of its parameters.
  private static func mapping(_ node: FunctionCallExprSyntax) -> ReduceClosure? {
    guard node.calleeName == "makeInout", let closure = node.trailingClosure,
      case let names = names(of: closure), names.count >= 2
    else { return nil }
    let types = names.prefix(2).map { name in
      TypeSyntax(
        IdentifierTypeSyntax(name: .identifier(name.prefix(1).uppercased() + name.dropFirst())))
    }
    return ReduceClosure(node: closure, types: types, names: names)
  }

  private static func isReducer(_ name: String?) -> Bool { name.map(reducers.contains) ?? false }

  /// The name of the type that the declaration around a call says it makes.
  private static func annotated(_ node: Syntax) -> String? {
    annotationType(around: node)?.name.text
  }

  private static func names(of closure: ClosureExprSyntax) -> [String] {
    switch closure.signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    case nil:
      closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "$1" } ? ["$0", "$1"] : []
    }
  }

  static func types(_ clause: GenericArgumentClauseSyntax?) -> [TypeSyntax] {
    (clause?.arguments ?? []).compactMap { argument in
      if case .type(let type) = argument.argument { type } else { nil }
    }
  }

  /// The generic arguments of `Reducer<…>.combine(…)`, where a call is one of its arguments: what is
  /// combined reduces the same.
  private static func combined(around node: FunctionCallExprSyntax) -> [TypeSyntax]? {
    var argument = node.parent
    if let element = argument?.as(ArrayElementSyntax.self) {
      argument = element.parent?.parent?.parent
    }
    guard let argument = argument?.as(LabeledExprSyntax.self),
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "combine",
      let whole = member.base?.as(GenericSpecializationExprSyntax.self),
      isReducer(whole.expression.as(DeclReferenceExprSyntax.self)?.baseName.text)
    else { return nil }
    return types(whole.genericArgumentClause)
  }

  /// The annotation or result type of the declaration around a call.
  private static func annotation(around node: Syntax) -> [TypeSyntax] {
    annotationType(around: node).map { types($0.genericArgumentClause) } ?? []
  }

  private static func annotationType(around node: Syntax) -> IdentifierTypeSyntax? {
    var current = node.parent
    while let parent = current {
      let type =
        parent.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        ?? parent.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
      if let type = type?.as(IdentifierTypeSyntax.self) { return type }
      if parent.is(MemberBlockSyntax.self) { break }
      current = parent.parent
    }
    return nil
  }
}
