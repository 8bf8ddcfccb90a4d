import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// What is declared inside of a function.
extension FunctionLowering {
  func lower(_ node: DeclSyntax) {
    switch node.as(DeclSyntaxEnum.self) {
    case .variableDecl(let node): lower(node)
    case .ifConfigDecl(let node): lower(node)
    case .functionDecl(let node): innerNames[context.id(node)]?.names = names
    case .macroExpansionDecl(let node):
      let values = arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures)
      emit(.evaluate(suspending(make(.opaque(values.map(\.value)), node))))
    case .missingDecl: skip("what the parser could not read")
    default: break
    }
  }

  private func lower(_ node: VariableDeclSyntax) {
    let types = node.bindings.annotations
    for (binding, type) in zip(node.bindings, types) {
      if let accessors = binding.accessorBlock {
        lower(binding, accessors)
      } else {
        lower(binding, of: node, as: type.map { context.reference($0, names) })
      }
    }
  }

  private func lower(
    _ binding: PatternBindingSyntax, of node: VariableDeclSyntax, as type: TypeReference?
  ) {
    let pattern = { self.pattern(binding.pattern, behind: node.bindingSpecifier) }
    guard let value = binding.initializer?.value else {
      return emit(.declare(pattern(), nil, type))
    }
    if node.isAsync {
      let function = context.function(
        giving: value, at: binding, names: names, level: level + 1, isBeside: true)
      let pattern = pattern()
      besides.formUnion(pattern.variables.map(\.slot))
      return emit(.start(pattern, function, type))
    }
    guard value.isChoice else {
      // What is declared is not known to what it starts as.
      let value = suspending(lower(value), as: type)
      return emit(.declare(pattern(), value, type))
    }
    declare(pattern, at: binding.pattern, as: type, choosing: value)
  }

  /// `let x = if …`, `let x = switch …`: each branch assigns what has been declared before.
  private func declare(
    _ pattern: () -> Pattern, at node: PatternSyntax, as type: TypeReference?,
    choosing value: ExprSyntax
  ) {
    let known = names
    let pattern = pattern()
    let bound = names
    emit(.declare(pattern, nil, type))
    names = known
    let place = place(of: pattern, at: node)
    lower(
      statement: value,
      to: .assignment(
        place: place, op: "=", id: context.id(value.parent ?? Syntax(value)), statement: statement))
    names = bound
  }

  /// The variables of a pattern as what is assigned.
  private func place(of pattern: Pattern, at node: PatternSyntax) -> Expression {
    switch pattern {
    case .bind(let variable): make(.variable(variable), node)
    case .tuple(let elements):
      make(
        .tuple(
          elements.map { Argument(label: $0.label, value: place(of: $0.pattern, at: node)) }),
        node)
    default: make(.name("_"), node)
    }
  }

  /// A variable that is worked out whenever it is read.
  private func lower(_ binding: PatternBindingSyntax, _ accessors: AccessorBlockSyntax) {
    guard let name = binding.boundName, let items = accessors.onlyGetter else {
      if let value = binding.initializer?.value {
        emit(.declare(pattern(binding.pattern), lower(value), nil))
      }
      return skip("a variable of a function that has a setter or an observer")
    }
    let known = names
    let type = binding.typeAnnotation.map { context.reference($0.type, known) }
    let function = Function(
      id: context.id(items), name: name, kind: .getter,
      owner: context.owner?.key, returnType: type, location: context.location(items)
    ) { [context, level] in
      let lowering = FunctionLowering(
        context, names: known, level: level + 1, statement: context.statement(items))
      lowering.lower(items, to: .result)
      return ([], lowering.finished())
    }
    names.declare(name, .computed(function), level: level)
  }
}

// MARK: - Functions and types

extension FunctionLowering {
  /// Declares the functions and the types of a block, which are known in all of it.
  func declareAhead(_ items: CodeBlockItemListSyntax) {
    let declared = SourceIndex.declarations(in: items)
    for node in declared { declareAhead(type: node) }
    declareAhead(declared.compactMap { $0.as(FunctionDeclSyntax.self) })
  }

  /// Declares functions, each of which is known to the others.
  func declareAhead(_ declared: [FunctionDeclSyntax]) {
    let functions = declared.filter { innerNames[context.id($0)] == nil }
    guard !functions.isEmpty else { return }
    if Set(functions.map(\.name.text)).count < functions.count {
      note(unsupported: "functions of one name inside of a function")
    }
    for node in functions {
      let box = NamesBox()
      innerNames[context.id(node)] = box
      let info = FunctionInfo(node, file: context.file, owner: context.owner?.key)
      let function = context.inside(info).function(info, level: level + 1) { box.names }
      names.declare(info.name, .function(function), level: level)
    }
    for node in functions { innerNames[context.id(node)]?.names = names }
  }

  private func declareAhead(type node: DeclSyntax) {
    if let alias = node.as(TypeAliasDeclSyntax.self) {
      names.declare(
        Naming.identifier(alias.name.text), .type(alias.initializer.value), level: level)
    } else if node.asProtocol((any DeclGroupSyntax).self) != nil,
      let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text
    {
      names.declare(Naming.typeName(name), .type(nil), level: level)
    }
  }
}

extension LoweringContext {
  /// A function without parameters that gives what an expression is.
  ///
  /// - Parameters:
  ///   - node: What the function is numbered by.
  ///   - isBeside: Whether it may wait and throw, without a word that says so.
  func function(
    giving value: ExprSyntax, at node: some SyntaxProtocol, name: String = "",
    names: Names = Names(), level: Int = 0, isBeside: Bool = false
  ) -> Function {
    let statement = Statement(id: id(node), location: location(value))
    return Function(
      id: statement.id, name: name, kind: .closure, owner: owner?.key, isAsync: isBeside,
      isThrowing: isBeside, location: statement.location
    ) {
      let lowering = FunctionLowering(self, names: names, level: level, statement: statement)
      (lowering.isTried, lowering.isAwaited) = (isBeside, isBeside)
      if isBeside, !value.isChoice {
        lowering.finish(.return(lowering.suspendingBeside(value)), statement)
      } else {
        lowering.lower(statement: value, to: .result)
      }
      return ([], lowering.finished())
    }
  }
}

extension PatternBindingListSyntax {
  /// The type of each binding: that of a later one where none is written, as in `var a, b: Bool`.
  fileprivate var annotations: [TypeSyntax?] {
    var result: [TypeSyntax?] = []
    var type: TypeSyntax?
    for binding in reversed() {
      if let written = binding.typeAnnotation?.type { type = written }
      if binding.typeAnnotation == nil, binding.initializer != nil { type = nil }
      result.append(type)
    }
    return result.reversed()
  }
}

extension AccessorBlockSyntax {
  /// What the variable is worked out by, where that is all that happens to it.
  fileprivate var onlyGetter: CodeBlockItemListSyntax? {
    if case .getter(let items) = accessors { return items }
    guard list.count == 1, let only = list.first, only.isOne(of: .get) else { return nil }
    return only.body?.statements
  }
}

// MARK: - Builds

/// Code of which builds have different parts.
extension FunctionLowering {
  func lower(_ node: IfConfigDeclSyntax) {
    guard alternatives == nil else { return lower(Array(node.clauses)[...], of: statement) }
    let (own, start) = (statement, open())
    alternatives = [:]
    lower(Array(node.clauses)[...], of: own)
    // What each build declares is known behind all of them.
    statement = own
    for (name, slot) in (alternatives ?? [:]).sorted(by: { $0.value < $1.value }) {
      emit(.declare(.bind(Variable(slot: slot, name: name)), nil, nil), in: start)
    }
    alternatives = nil
  }

  private func lower(_ clauses: ArraySlice<IfConfigClauseSyntax>, of own: Statement) {
    guard let clause = clauses.first else { return }
    guard let condition = clause.condition else { return build(clause) }
    let start = open()
    let (then, otherwise, behind) = (block(in: start), block(in: start), block())
    finish(
      .branch(
        [.unknown(text: "#if \(condition.folded)")], then: then, otherwise: otherwise,
        behind: behind),
      own)
    fill(then, then: .jump(behind), scoped: false) { build(clause) }
    fill(otherwise, then: .jump(behind), scoped: false) {
      lower(clauses.dropFirst(), of: own)
    }
    resume(behind)
  }

  /// What one build has.
  private func build(_ clause: IfConfigClauseSyntax) {
    guard case .statements(let items)? = clause.elements else { return }
    if items.stopsBuilds { return finish(.unreachable, nil) }
    // At the end of its scope a `defer` of the branch is one of the scope.
    if !endsScope, items.contains(where: { $0.item.is(DeferStmtSyntax.self) }) {
      note(unsupported: "a `defer` that only some builds have")
    }
    lower(items)
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a build that has the statements does not come to an end: `#error("…")`.
  fileprivate var stopsBuilds: Bool {
    contains { item in
      let name =
        item.item.as(MacroExpansionExprSyntax.self)?.macroName
        ?? item.item.as(MacroExpansionDeclSyntax.self)?.macroName
      return name?.text == "error"
    }
  }
}
