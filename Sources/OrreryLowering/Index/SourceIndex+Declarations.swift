import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Filling the index: first declarations, then extensions, so that the order of files is nothing.
extension SourceIndex {
  /// - Parameter onlyMissing: Whether only what has a name is declared of which there is no type.
  func declare(_ file: SourceFile, onlyMissing: Bool = false) {
    for node in Self.declarations(in: file.tree.statements) {
      let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text
      if !onlyMissing || name.map({ byName[$0] == nil }) ?? false {
        declare(node, outer: [], in: file)
      }
    }
  }

  func extend(_ file: SourceFile) {
    for node in Self.declarations(in: file.tree.statements) {
      if let node = node.as(ExtensionDeclSyntax.self) { extend(node, in: file) }
    }
  }

  /// The declarations at the top level of a file or of a block, those of every `#if` branch included.
  package static func declarations(in items: CodeBlockItemListSyntax) -> [DeclSyntax] {
    items.flatMap { item -> [DeclSyntax] in
      guard case .decl(let node) = item.item else { return [] }
      guard let branches = node.as(IfConfigDeclSyntax.self) else { return [node] }
      return branches.clauses.flatMap { clause -> [DeclSyntax] in
        guard case .statements(let inner) = clause.elements else { return [] }
        return declarations(in: inner)
      }
    }
  }

  private func declare(_ node: DeclSyntax, outer: [String], in file: SourceFile) {
    if let function = node.as(FunctionDeclSyntax.self), outer.isEmpty {
      let made = FunctionInfo(function, file: file, owner: nil)
      globals[made.name, default: []].append(made)
    }
    if let node = node.as(OperatorDeclSyntax.self) { operators.insert(node.name.text) }
    if let alias = node.as(TypeAliasDeclSyntax.self), outer.isEmpty {
      globalAliases[Naming.identifier(alias.name.text)] = alias.initializer.value
    }
    guard let group = node.asProtocol((any DeclGroupSyntax).self),
      let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text
    else { return }
    let path = outer + [Naming.typeName(name)]
    let info = TypeInfo(path: path, root: root(of: path, in: file), node: node, file: file)
    if let known = self.info(info.key) {
      // Met before: in an extension, or in another branch of an `#if`. One type.
      if known.kind != .extensionOnly, !isAlternative(node, in: file, to: known) {
        return add(duplicate: node, of: known, in: file)
      }
      if known.kind == .extensionOnly {
        (known.kind, known.node, known.file) = (Self.kind(of: node), node, file)
      }
      fill(known, from: group, in: file)
    } else {
      info.kind = Self.kind(of: node)
      insert(info)
      fill(info, from: group, in: file)
    }
  }

  /// Whether a type stands in one branch of an `#if` and a known one in another.
  private func isAlternative(
    _ node: DeclSyntax, in file: SourceFile, to known: TypeInfo
  ) -> Bool {
    let conditional = [Self.isConditional(node), Self.isConditional(known.node)]
    return file === known.file ? conditional.contains(true) : !conditional.contains(false)
  }

  static func isConditional(_ node: DeclSyntax) -> Bool {
    node.around(IfConfigDeclSyntax.self) != nil
  }

  private func extend(_ node: ExtensionDeclSyntax, in file: SourceFile) {
    let path = TypePath.names(of: Syntax(node))
    let name = path.joined(separator: ".")
    let key = resolve(name: name, in: nil, module: file.module, file: file)
    let info =
      info(key) ?? TypeInfo(path: path, root: file.module, node: DeclSyntax(node), file: file)
    insert(info)
    fill(info, from: node, in: file)
  }

  private func fill(_ info: TypeInfo, from group: some DeclGroupSyntax, in file: SourceFile) {
    info.paths.insert(file.path)
    info.attributes += group.attributes.types.map(\.trimmedText)
    if let node = group.as(ProtocolDeclSyntax.self) { addRequirements(of: node, to: info) }
    info.inherited +=
      group.inheritanceClause?.inheritedTypes.map(\.type.trimmedText) ?? []
    info.stored += StoredProperty.all(in: group.memberBlock.members).map {
      StoredInfo(property: $0, file: file)
    }
    if let node = group.as(EnumDeclSyntax.self) { info.cases += EnumCase.all(in: node) }
    let outer = group.as(ExtensionDeclSyntax.self)?.modifiers
    for member in Members.all(in: group.memberBlock.members) {
      fill(info, with: member.declaration, within: outer, in: file)
    }
  }

  private func fill(
    _ info: TypeInfo, with node: DeclSyntax, within outer: DeclModifierListSyntax?,
    in file: SourceFile
  ) {
    switch node.as(DeclSyntaxEnum.self) {
    case .functionDecl(let function):
      var made = FunctionInfo(function, file: file, owner: info.key)
      made.extensionModifiers = outer
      info.functions.append(made)
    case .initializerDecl(let initializer):
      var made = FunctionInfo(initializer, file: file, owner: info.key)
      made.extensionModifiers = outer
      info.initializers.append(made)
    case .deinitializerDecl(let deinitializer):
      info.functions.append(FunctionInfo(deinitializer, file: file, owner: info.key))
    case .variableDecl(let variable):
      info.computed += ComputedInfo.all(in: variable, file: file, owner: info.key)
      info.accessors += FunctionInfo.accessors(of: variable, file: file, owner: info.key)
    case .subscriptDecl(let node):
      info.elementSetters += node.setters
    case .typeAliasDecl(let alias):
      info.aliases[Naming.identifier(alias.name.text)] = alias.initializer.value
    case .extensionDecl(let inner): extend(inner, in: file)
    default: declare(node, outer: info.path, in: file)
    }
  }

  /// `protocol P: Q<X> where State == X`: what conforming types mean by `State`.
  private func addRequirements(of node: ProtocolDeclSyntax, to info: TypeInfo) {
    for requirement in node.genericWhereClause?.requirements ?? [] {
      guard case .sameTypeRequirement(let same) = requirement.requirement,
        let name = same.leftType.as(TypeSyntax.self)?.as(IdentifierTypeSyntax.self)?.name.text,
        let type = same.rightType.as(TypeSyntax.self)
      else { continue }
      info.aliases[name.replacing("Self.", with: "")] = type
    }
    for inherited in node.inheritanceClause?.inheritedTypes ?? [] {
      guard let type = inherited.type.as(IdentifierTypeSyntax.self),
        let argument = type.genericArgumentClause?.arguments.first?.type
      else { continue }
      info.aliases["State"] = argument
    }
  }

  private static func kind(of node: DeclSyntax) -> TypeInfo.Kind {
    switch node.kind {
    case .structDecl: .struct
    case .classDecl: .class
    case .enumDecl: .enum
    case .actorDecl: .actor
    case .protocolDecl: .protocol
    default: .extensionOnly
    }
  }
}

extension FunctionInfo {
  package init(_ node: FunctionDeclSyntax, file: SourceFile, owner: String?) {
    self.init(
      name: Naming.identifier(node.name.text),
      parameters: node.signature.parameterClause.parameters, body: node.body,
      returnType: node.signature.returnClause?.type, modifiers: node.modifiers,
      node: DeclSyntax(node), file: file, owner: owner)
  }

  package init(_ node: InitializerDeclSyntax, file: SourceFile, owner: String?) {
    self.init(
      name: "init", parameters: node.signature.parameterClause.parameters, body: node.body,
      returnType: nil, modifiers: node.modifiers, node: DeclSyntax(node), file: file, owner: owner)
  }

  /// What an object does when nothing refers to it any more.
  package init(_ node: DeinitializerDeclSyntax, file: SourceFile, owner: String?) {
    self.init(
      name: "deinit", parameters: [], body: node.body, returnType: nil, modifiers: node.modifiers,
      node: DeclSyntax(node), file: file, owner: owner)
  }

  package var isDeinitializer: Bool { node.is(DeinitializerDeclSyntax.self) }

  /// The setters and observers of a `var` line, each named after its property.
  package static func accessors(
    of variable: VariableDeclSyntax, file: SourceFile, owner: String?
  ) -> [FunctionInfo] {
    variable.bindings.flatMap { binding -> [FunctionInfo] in
      guard let name = binding.boundName, let list = binding.accessorBlock?.list else { return [] }
      let hasSetter = list.contains { $0.isOne(of: .set) }
      return list.compactMap { accessor in
        guard let value = implicitValue(of: accessor, beside: hasSetter) else { return nil }
        return FunctionInfo(
          name: name, parameters: [], body: accessor.body, returnType: nil,
          modifiers: variable.modifiers, node: DeclSyntax(accessor), file: file, owner: owner,
          accessorValue: accessor.parameters.map { Naming.identifier($0.name.text) } ?? value)
      }
    }
  }

  /// What the value that an accessor is handed is called where it is not named.
  private static func implicitValue(
    of accessor: AccessorDeclSyntax, beside hasSetter: Bool
  ) -> String? {
    switch accessor.accessorSpecifier.tokenKind {
    case .keyword(.set), .keyword(.willSet): "newValue"
    case .keyword(.didSet): "oldValue"
    case .keyword(._modify): hasSetter ? nil : "newValue"
    default: nil
    }
  }
}

extension SubscriptDeclSyntax {
  /// The blocks that run where an element is assigned.
  fileprivate var setters: [AccessorDeclSyntax] {
    accessorBlock?.list.filter { $0.isOne(of: .set, ._modify) } ?? []
  }
}

extension ComputedInfo {
  /// The properties of a `var` line that have a getter.
  package static func all(
    in variable: VariableDeclSyntax, file: SourceFile, owner: String?
  ) -> [ComputedInfo] {
    variable.bindings.compactMap { binding in
      guard let name = binding.boundName, let accessors = binding.accessorBlock,
        let body = accessors.getter
      else { return nil }
      let modifiers = variable.modifiers
      return ComputedInfo(
        name: name, body: body, type: binding.typeAnnotation?.type,
        isStatic: modifiers.has(.static) || modifiers.has(.class), modifiers: modifiers, file: file,
        owner: owner,
        isMutating: accessors.list.contains {
          $0.isOne(of: .get) && $0.modifier?.name.tokenKind == .keyword(.mutating)
        })
    }
  }
}

extension AccessorBlockSyntax {
  /// What a property gives: what its getter returns, or its `_read` yields.
  fileprivate var getter: CodeBlockItemListSyntax? {
    if case .getter(let body) = accessors { return body }
    let body = list.first { $0.isOne(of: .get) }?.body ?? list.first { $0.isOne(of: ._read) }?.body
    return body?.statements
  }
}
