import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What names mean, and what collections have.
extension ObjectTypes {
  func named(_ node: DeclReferenceExprSyntax, _ steps: Int) -> Object? {
    let name = Naming.identifier(node.baseName.text)
    switch node.baseName.tokenKind {
    case .keyword(.self), .keyword(.super):
      return type.map { Object(info: $0, scope: $0, isSelf: true) }
    case .keyword(.Self): return type.map { Object(info: $0, scope: $0, isType: true) }
    case .dollarIdentifier(let text):
      guard let offset = Int(text.dropFirst()) else { return nil }
      return node.closureAround { $0.signature?.parameterClause == nil }.flatMap {
        handed(offset, to: $0, steps)
      }
    default: break
    }
    switch LocalDeclaration.find(name, at: node) {
    case .type(let written): return object(of: written, in: type)
    case .value(let value, _): return object(value, steps: steps + 1)
    case .element(let list): return object(list, steps: steps + 1).flatMap(element)
    case .elementPart(let offset, let list): return part(offset, ofEachOf: list, steps + 1)
    case .unknown:
      return node.closureAround { $0.parameterNames.contains(name) }.flatMap { closure in
        closure.parameterNames.firstIndex(of: name).flatMap { handed($0, to: closure, steps) }
      }
    case nil: return property(name, steps) ?? typed(name)
    }
  }

  private func property(_ name: String, _ steps: Int) -> Object? {
    type.flatMap { member(name, of: Object(info: $0), steps) } ?? global(name, steps)
  }

  private func typed(_ name: String) -> Object? {
    let key = index.resolve(name: name, in: type, module: file.module, file: file)
    return index.info(key).map { Object(info: $0, isType: true) }
  }

  private func global(_ name: String, _ steps: Int) -> Object? {
    if let found = global(name, in: file, steps) { return found }
    let word = Word(name)
    return index.files.lazy.filter { $0 !== file && $0.words.declared.contains(word) }
      .compactMap { global(name, in: $0, steps) }.first
  }

  private func global(_ name: String, in file: SourceFile, _ steps: Int) -> Object? {
    let types = ObjectTypes(index: index, file: file, type: nil)
    for item in file.tree.statements {
      for binding in item.item.as(VariableDeclSyntax.self)?.bindings ?? []
      where binding.boundName == name {
        return binding.typeAnnotation.flatMap { types.object(of: $0.type, in: nil) }
          ?? binding.initializer.flatMap { types.object($0.value, steps: steps + 1) }
      }
    }
    return nil
  }

  /// What a collection that an expression names has.
  func element(of list: Object) -> Object? {
    list.written?.elementType.flatMap { object(of: $0, in: list.scope) }
  }

  /// Properties and methods of collections that give an element.
  static let choosers: Set = [
    "first", "last", "randomElement", "popFirst", "popLast", "removeFirst", "removeLast", "remove",
    "removeValue", "min", "max",
  ]
  /// Those that give a collection of the same.
  static let same: Set = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "values",
    "shuffled",
  ]
}

extension DeclReferenceExprSyntax {
  /// The nearest closure around it, inside of its function, that passes a test.
  fileprivate func closureAround(_ test: (ClosureExprSyntax) -> Bool) -> ClosureExprSyntax? {
    var current = parent
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if let closure = node.as(ClosureExprSyntax.self), test(closure) { return closure }
      current = node.parent
    }
    return nil
  }
}
