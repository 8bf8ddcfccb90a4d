import OrreryProgram
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Expressions.
extension FunctionLowering {
  /// - Parameter isStatement: Whether nobody asks for its value.
  func lower(_ node: ExprSyntax, isStatement: Bool = false) -> Expression {
    deeper { form(node, isStatement: isStatement) } ?? unsupported(node, Self.tooDeep)
  }

  private func form(_ node: ExprSyntax, isStatement: Bool) -> Expression {
    switch node.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let node): return lower(node, isStatement: isStatement)
    case .declReferenceExpr(let node): return reference(to: node.baseName, at: node)
    case .memberAccessExpr(let node): return lower(node)
    case .functionCallExpr(let node): return lower(node, isStatement: isStatement)
    case .subscriptCallExpr(let node):
      let base = lower(node.calledExpression)
      let values = arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures)
      return make(.element(base, values), node)
    case .tryExpr(let node): return attempt(node, isStatement: isStatement)
    case .awaitExpr(let node):
      hasWaits = true
      let inner = covered(awaited: true) { lower(node.expression, isStatement: isStatement) }
      return make(.wait(inner), node)
    #if canImport(SwiftSyntax601)
    case .unsafeExpr(let node): return lower(node, isStatement: isStatement)
    #endif
    case .consumeExpr(let node): return lower(node.expression)
    case .copyExpr(let node): return lower(node.expression)
    case .borrowExpr(let node): return lower(node.expression)
    case .inOutExpr(let node): return make(.lend(lower(node.expression)), node)
    case .optionalChainingExpr(let node): return make(.chain(lower(node.expression)), node)
    case .forceUnwrapExpr(let node): return make(.unwrap(lower(node.expression)), node)
    case .genericSpecializationExpr(let node): return lower(node.expression)
    case .prefixOperatorExpr(let node): return lower(node)
    case .postfixOperatorExpr(let node): return make(.opaque([lower(node.expression)]), node)
    case .macroExpansionExpr(let node):
      let values = arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures)
      return make(.opaque(values.map(\.value)), node)
    case .closureExpr(let node): return make(.closure(closure(node)), node)
    case .superExpr: return make(.superValue, node)
    default: return literal(node)
    }
  }

  #if canImport(SwiftSyntax601)
  /// What `unsafe` marks: a function of that name which is handed a closure without parentheses reads
  /// the same.
  private func lower(_ node: UnsafeExprSyntax, isStatement: Bool) -> Expression {
    guard node.expression.is(ClosureExprSyntax.self) else {
      return lower(node.expression, isStatement: isStatement)
    }
    let closure = Argument(label: nil, value: lower(node.expression), isTrailing: true)
    let name = node.unsafeKeyword.text
    let call = Call(.name(name), arguments: [closure], isStatement: isStatement) { name }
    return make(.call(call), node)
  }
  #endif

  /// Expressions that stand for themselves, and those that are not known.
  private func literal(_ node: ExprSyntax) -> Expression {
    switch node.as(ExprSyntaxEnum.self) {
    case .booleanLiteralExpr(let value):
      return make(.bool(value.literal.tokenKind == .keyword(.true)), node)
    case .nilLiteralExpr: return make(.absent, node)
    case .integerLiteralExpr, .floatLiteralExpr, .simpleStringLiteralExpr:
      let text = node.folded
      return make(.literal(text), node, text: text)
    case .stringLiteralExpr(let node): return lower(node)
    case .regexLiteralExpr: return make(.opaque([]), node)
    case .keyPathExpr(let path): return lower(path)
    case .tupleExpr(let node): return lower(node)
    case .arrayExpr(let node):
      return make(.array(node.elements.map { lower($0.expression) }), node)
    case .dictionaryExpr(let node): return lower(node)
    case .typeExpr(let type):
      let key = context.reference(type.type, names).key
      return make(.type(key: key, name: type.type.lastName), node)
    case .discardAssignmentExpr: return make(.name("_"), node)
    case .packExpansionExpr(let node): return make(.opaque([lower(node.repetitionPattern)]), node)
    case .packElementExpr(let node): return make(.opaque([lower(node.pack)]), node)
    case .ifExpr: return unsupported(node, "an `if` inside of an expression")
    case .switchExpr: return unsupported(node, "a `switch` inside of an expression")
    case .postfixIfConfigExpr(let node): return lower(node)
    case .missingExpr: return unsupported(node, "what the parser could not read")
    default: return unsupported(node, "an expression that is not known: \(node.folded)")
    }
  }

  /// An expression that is worded as it is written.
  func make(_ form: Expression.Form, _ node: some SyntaxProtocol) -> Expression {
    Expression(form, id: context.id(node), location: context.location(node)) { node.folded }
  }

  func make(
    _ form: Expression.Form, _ node: some SyntaxProtocol, text: String
  ) -> Expression {
    Expression(form, id: context.id(node), text: text, location: context.location(node))
  }

  func unsupported(_ node: ExprSyntax, _ reason: String) -> Expression {
    note(unsupported: reason)
    return make(.unsupported(reason), node)
  }

  /// Lowers what a `try` or an `await` covers.
  func covered<Result>(
    tried: Bool = false, awaited: Bool = false, _ work: () -> Result
  ) -> Result {
    let known = (isTried, isAwaited)
    (isTried, isAwaited) = (isTried || tried, isAwaited || awaited)
    defer { (isTried, isAwaited) = known }
    return work()
  }

  private func attempt(_ node: TryExprSyntax, isStatement: Bool) -> Expression {
    let inner = covered(tried: true) { lower(node.expression, isStatement: isStatement) }
    return make(.attempt(node.attemptKind, inner), node)
  }

  private func lower(_ node: PrefixOperatorExprSyntax) -> Expression {
    switch node.operator.text {
    case "!": return make(.not(lower(node.expression)), node)
    case "-"
    where node.expression.is(IntegerLiteralExprSyntax.self)
      || node.expression.is(FloatLiteralExprSyntax.self):
      let text = node.folded
      return make(.literal(text), node, text: text)
    default: return make(.opaque([lower(node.expression)]), node)
    }
  }

  private func lower(_ node: StringLiteralExprSyntax) -> Expression {
    let values = node.segments.flatMap { segment -> [Expression] in
      guard case .expressionSegment(let segment) = segment else { return [] }
      return segment.expressions.map { lower($0.expression) }
    }
    let isPlain = node.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    let text = node.folded
    return make(isPlain ? .literal(text) : .opaque(values), node, text: text)
  }

  private func lower(_ node: KeyPathExprSyntax) -> Expression {
    let handed = node.components.flatMap { component in
      component.component.as(KeyPathSubscriptComponentSyntax.self)?.arguments.map(\.expression)
        ?? []
    }
    return make(
      handed.isEmpty ? .keyPath(node.properties) : .opaque(handed.map { lower($0) }), node)
  }

  private func lower(_ node: TupleExprSyntax) -> Expression {
    if let only = node.elements.first, node.elements.count == 1 { return lower(only.expression) }
    return make(.tuple(arguments(node.elements)), node)
  }

  private func lower(_ node: DictionaryExprSyntax) -> Expression {
    guard case .elements(let elements) = node.content else { return make(.dictionary([]), node) }
    return make(
      .dictionary(elements.map { (key: lower($0.key), value: lower($0.value)) }), node)
  }
}

// MARK: - Names

extension FunctionLowering {
  /// What a name stands for.
  ///
  /// - Parameter node: What the expression is numbered and placed by.
  func reference(to token: TokenSyntax, at node: some SyntaxProtocol) -> Expression {
    make(form(of: token, at: node), node)
  }

  private func form(of token: TokenSyntax, at node: some SyntaxProtocol) -> Expression.Form {
    switch token.tokenKind {
    case .keyword(.self): return .selfValue
    case .keyword(.Self):
      return .type(key: context.owner?.key, name: context.owner?.name ?? token.text)
    default: break
    }
    let name = Naming.identifier(token.text)
    switch names.find(name) {
    case (.variable(let slot), let level)?:
      return .variable(Variable(depth: self.level - level, slot: slot, name: name))
    case (.function(let function), let level)?:
      return .localFunction(function, depth: self.level - level)
    case (.computed(let function), let level)?:
      let callee = Call.Callee.localFunction(function, depth: self.level - level)
      return .call(Call(callee, arguments: []) { name })
    case (.type(let target), _)?:
      return .type(key: target.flatMap { context.reference($0, names).key }, name: name)
    case nil:
      if name == "self" { return .selfValue }
      return typeKey(named: name).map { .type(key: $0, name: name) } ?? .name(name)
    }
  }

  /// The type that a capitalised name means.
  private func typeKey(named name: String) -> String? {
    guard name.first?.isUppercase ?? false, !context.generics.contains(name) else { return nil }
    return context.index.resolve(
      name: name, in: context.owner, module: context.file.module, file: context.file)
  }

  private func lower(_ node: MemberAccessExprSyntax) -> Expression {
    let name = Naming.identifier(node.declName.baseName.text)
    guard let value = base(of: node) else { return make(.implicitMember(name), node) }
    // `x.self` is `x`.
    if node.declName.baseName.tokenKind == .keyword(.self) { return value }
    if let key = typeKey(named: name, in: value) { return make(.type(key: key, name: name), node) }
    return make(.member(value, name), node)
  }

  /// What a member is of; nothing where the place around it says that.
  func base(of node: MemberAccessExprSyntax) -> Expression? {
    node.base.map { lower($0) } ?? conditionalBases[node.id]
  }

  /// A chain with members of which nothing tells whether a build has them.
  ///
  /// What is shown has all of them, since each hands on what it is of. Elsewhere they may decide something.
  private func lower(_ node: PostfixIfConfigExprSyntax) -> Expression {
    guard Syntax(node).standsInOpaqueResult else {
      return unsupported(ExprSyntax(node), "an `#if` inside of an expression")
    }
    var value = node.base.map { lower($0) } ?? conditionalBases[node.id]
    for clause in node.config.clauses {
      guard case .postfixExpression(let chain)? = clause.elements else { continue }
      conditionalBases[chain.chainStart.id] = value
      value = lower(chain)
    }
    return value ?? unsupported(ExprSyntax(node), "an `#if` with nothing before it")
  }

  /// The type that a member of a type is, or of a module.
  func typeKey(named name: String, in base: Expression) -> String? {
    guard name.first?.isUppercase ?? false else { return nil }
    switch base.form {
    case .type(let outer, _):
      guard let info = context.index.info(outer), !info.hasStatic(named: name) else { return nil }
      return context.index.resolve(name: name, in: info)
    case .name(let module): return context.index.info("\(module).\(name)")?.key
    default: return nil
    }
  }
}

extension TypeInfo {
  /// Whether a name is a case or a static property, not a type.
  fileprivate func hasStatic(named name: String) -> Bool {
    enumCase(name) != nil || stored.contains { $0.property.name == name && $0.property.isStatic }
      || computed.contains { $0.name == name && $0.isStatic }
  }
}

extension TryExprSyntax {
  var attemptKind: Expression.AttemptKind {
    .init(rawValue: "try\(questionOrExclamationMark?.text ?? "")") ?? .plain
  }
}

extension ExprSyntax {
  /// The first member of a chain.
  fileprivate var chainStart: ExprSyntax {
    let base: ExprSyntax? =
      switch self.as(ExprSyntaxEnum.self) {
      case .functionCallExpr(let node): node.calledExpression
      case .subscriptCallExpr(let node): node.calledExpression
      case .memberAccessExpr(let node): node.base
      case .optionalChainingExpr(let node): node.expression
      case .forceUnwrapExpr(let node): node.expression
      case .genericSpecializationExpr(let node): node.expression
      case .postfixOperatorExpr(let node): node.expression
      case .postfixIfConfigExpr(let node): node.base
      default: nil
      }
    return base?.chainStart ?? self
  }
}

extension Syntax {
  /// Whether the property or the function around it gives `some View`, or something else that is built.
  fileprivate var standsInOpaqueResult: Bool {
    for node in ancestors {
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause?.type.is(SomeOrAnyTypeSyntax.self) ?? false
      }
      if let type = node.as(PatternBindingSyntax.self)?.typeAnnotation?.type {
        return type.is(SomeOrAnyTypeSyntax.self)
      }
    }
    return false
  }
}
