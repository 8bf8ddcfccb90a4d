import OrreryModel
import OrreryProgram
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// All code of a file, and where its parts stand.
extension LoweredProgram {
  /// The functions, accessors, initializers and starting values that a file has, in their order.
  package func functions(in file: SourceFile) -> [Function] {
    SourceIndex.declarations(in: file.tree.statements).flatMap { functions(of: $0, nil, in: file) }
  }

  /// - Parameter outer: What the extension around says of its members.
  private func functions(
    of node: DeclSyntax, _ outer: DeclModifierListSyntax?, in file: SourceFile
  ) -> [Function] {
    let lowered = { (info: FunctionInfo) in
      var info = info
      info.extensionModifiers = outer
      return self.function(info)
    }
    let path = TypePath.enclosing(node).joined(separator: ".")
    let owner = index.info(index.resolve(name: path, in: nil, module: file.module, file: file))
    switch node.as(DeclSyntaxEnum.self) {
    case .functionDecl(let node): return [lowered(.init(node, file: file, owner: owner?.key))]
    case .initializerDecl(let node): return [lowered(.init(node, file: file, owner: owner?.key))]
    case .deinitializerDecl(let node): return [lowered(.init(node, file: file, owner: owner?.key))]
    case .subscriptDecl(let node):
      return (node.accessorBlock?.bodies ?? []).map { body, value in
        function(
          body: body, name: "subscript", kind: value == nil ? .getter : .setter,
          parameters: [value].compactMap(\.self), owner: owner, file: file)
      }
    case .variableDecl(let node):
      let getters = ComputedInfo.all(in: node, file: file, owner: owner?.key).map(getter)
      let setters = FunctionInfo.accessors(of: node, file: file, owner: owner?.key)
      return getters + setters.map(lowered) + starts(of: node, owner, file)
    default:
      guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return [] }
      return Members.all(in: group.memberBlock.members).flatMap {
        functions(of: $0.declaration, node.as(ExtensionDeclSyntax.self)?.modifiers, in: file)
      }
    }
  }

  private func starts(
    of node: VariableDeclSyntax, _ owner: TypeInfo?, _ file: SourceFile
  ) -> [Function] {
    node.bindings.compactMap { binding in
      guard let value = binding.initializer?.value else { return nil }
      return context(of: owner?.key, in: file).function(
        giving: value, at: value.parent ?? Syntax(value), name: binding.boundName ?? "")
    }
  }

  /// A variable outside of all types.
  package func global(_ name: String) -> NominalType.Property? {
    let word = Word(name)
    let found =
      globalVariables[name]
      ?? index.files.lazy.filter { $0.words.declared.contains(word) }
      .compactMap { file in self.global(name, in: file).map { ($0, file.path) } }.first
    globalVariables[name] = .some(found)
    if let path = found?.path { Dependencies.note(codeIn: path, of: nil) }
    return found?.variable
  }

  private func global(_ name: String, in file: SourceFile) -> NominalType.Property? {
    for node in SourceIndex.declarations(in: file.tree.statements) {
      guard let variable = node.as(VariableDeclSyntax.self),
        let binding = variable.bindings.first(where: { $0.boundName == name })
      else { continue }
      let context = context(of: nil, in: file)
      let start = binding.initializer.map { context.function(giving: $0.value, at: $0) }
      return NominalType.Property(
        name: name, type: binding.typeAnnotation.map { context.reference($0.type) }, key: nil,
        isLet: variable.bindingSpecifier.tokenKind == .keyword(.let), isStatic: true,
        isLazy: true, start: start)
    }
    return nil
  }
}

extension AccessorBlockSyntax {
  /// The code of each accessor, with the name of the value that it is handed.
  fileprivate var bodies: [(CodeBlockItemListSyntax, String?)] {
    if case .getter(let items) = accessors { return [(items, nil)] }
    return list.compactMap { accessor in
      let name = accessor.parameters.map { Naming.identifier($0.name.text) } ?? "newValue"
      return accessor.body.map { ($0.statements, accessor.isOne(of: .get, ._read) ? nil : name) }
    }
  }
}

// MARK: - Places

extension LoweredProgram {
  /// The number of the function that has a body, as far as it is one of the program's functions and
  /// closures.
  package func function(ofBody body: CodeBlockItemListSyntax, in file: SourceFile) -> NodeID {
    let outer = body.parent?.is(CodeBlockSyntax.self) ?? false ? body.parent?.parent : body.parent
    switch outer?.as(SyntaxEnum.self) {
    case .closureExpr(let node): return id(of: node.leftBrace, in: file)
    case .accessorDecl(let node) where !node.isOne(of: .get, ._read):
      return id(of: node, in: file)
    case .functionDecl(let node): return id(of: node, in: file)
    case .initializerDecl(let node): return id(of: node, in: file)
    default: return id(of: body, in: file)
    }
  }

  /// A statement as written, on one line.
  package func text(of statement: NodeID) -> String { item(of: statement)?.item.folded ?? "" }

  /// The lines that a statement stands on.
  package func lines(of statement: Statement) -> ClosedRange<Int> {
    let first = statement.location.line
    guard let item = item(of: statement.id),
      let file = index.file(at: statement.location.file)
    else { return first...first }
    return first...max(first, file.endLine(of: item))
  }
}
