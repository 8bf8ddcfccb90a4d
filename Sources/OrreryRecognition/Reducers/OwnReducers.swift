import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Types of reducers that the files declare themselves: a typealias of a library's reducer or of a
/// function type, or a struct that keeps such a function.
///
/// What their functions are handed and answer with is written there, whatever a library's type of the
/// same name does.
struct OwnReducers {
  private let index: SourceIndex
  /// The names of typealiases that say all types:
  /// `typealias Reducer = Library.Reducer<State, Action, Environment>`.
  private let aliases: Set<String>
  /// What the others are called, where that is no library's name.
  private let forms: Set<String>

  init(index: SourceIndex) {
    self.index = index
    var aliases: Set<String> = []
    var count = -1
    while aliases.count != count {
      count = aliases.count
      aliases.formUnion(index.aliasNames { Self.mayReduce($0, beside: aliases) })
    }
    self.aliases = aliases
    let generic = index.aliasNames { ReducerForm($0)?.generics.isEmpty == false }
    let types = index.infos.filter { ReducerForm(of: $0, index) != nil }.map(\.name)
    forms = generic.union(types).subtracting(NamedType.reducers)
  }

  /// What all of them are called, wherever they stand.
  var names: Set<String> { aliases.union(forms) }

  /// Whether the declaration of a closure's type alone says what it is handed.
  func declares(_ closure: ReduceClosure) -> Bool { forms.contains(closure.typeName ?? "") }

  private static func mayReduce(_ type: TypeSyntax, beside names: Set<String>) -> Bool {
    if let name = NamedType(type)?.name { return NamedType.reducers.union(names).contains(name) }
    // Many a function changes what it is given: one that takes an event is a reducer.
    return type.as(FunctionTypeSyntax.self).map { $0.isReducer && $0.takesEvent } ?? false
  }

  /// A closure with the types that the typealias of its type says, and the scope that they are seen
  /// from; nothing where no typealias says any.
  func expanded(
    _ closure: ReduceClosure, in scope: TypeInfo?, _ file: SourceFile
  ) -> (closure: ReduceClosure, scope: TypeInfo?)? {
    guard let name = closure.typeName else { return nil }
    return index.aliases(of: name, in: scope, file: file).lazy.compactMap { found in
      ReduceClosure(closure.node, names: closure.names, found.alias.target)
        .map { ($0, found.scope) }
    }.first
  }

  /// A closure with what the declaration of its type says of its parameters and its answer, and the
  /// scope that their types are seen from; nothing where no declaration does.
  func refined(
    _ closure: ReduceClosure, in scope: TypeInfo?, _ file: SourceFile
  ) -> (closure: ReduceClosure, scope: TypeInfo?)? {
    guard let name = closure.typeName, let (form, owner) = form(of: name, in: scope, file),
      form.generics.count == closure.types.count
    else { return nil }
    let given = Dictionary(zip(form.generics, closure.types)) { first, _ in first }
    let types = form.parameters.map { given[$0.trimmedText] ?? $0 }
    guard NamedType.reducers.contains(name) || form.isTold(by: name, types) else { return nil }
    var closure = closure
    (closure.types, closure.place) = (types, form.place)
    closure.result = form.answer == .state ? types[form.place] : nil
    closure.isPair = form.answer == .pair
    return (closure, form.generics.isEmpty ? owner : scope)
  }

  /// A closure without types in an extension that says them:
  /// `extension Reducer where State == Call, Action == CallAction`.
  func required(
    _ closure: ReduceClosure, at node: DeclSyntax, in scope: TypeInfo?, _ file: SourceFile
  ) -> ReduceClosure? {
    guard let around = node.around(ExtensionDeclSyntax.self),
      let extended = NamedType(around.extendedType), extended.name == closure.typeName
    else { return nil }
    var closure = closure
    closure.types = extended.types
    if !extended.types.isEmpty { return closure }
    let required = Self.requirements(of: around)
    guard !required.isEmpty else { return nil }
    if let (form, _) = form(of: extended.name, in: scope, file), !form.generics.isEmpty {
      let unknown = TypeSyntax(IdentifierTypeSyntax(name: .wildcardToken()))
      closure.types = form.generics.map { name in
        required.first { $0.name == name }?.type ?? unknown
      }
    } else {
      let states = required.filter { $0.name == "State" }
      closure.types = (states + required.filter { $0.name != "State" }).map(\.type)
    }
    return closure
  }

  private static func requirements(
    of node: ExtensionDeclSyntax
  ) -> [(name: String, type: TypeSyntax)] {
    (node.genericWhereClause?.requirements ?? []).compactMap { requirement in
      guard case .sameTypeRequirement(let same) = requirement.requirement,
        let left = same.leftType.as(TypeSyntax.self),
        let name = SourceIndex.parts(of: left)?.last,
        let type = same.rightType.as(TypeSyntax.self)
      else { return nil }
      return (name, type)
    }
  }

  private func form(
    of name: String, in scope: TypeInfo?, _ file: SourceFile
  ) -> (form: ReducerForm, owner: TypeInfo?)? {
    let aliases = index.aliases(of: name, in: scope, file: file)
    if !aliases.isEmpty {
      return aliases.lazy.compactMap { found in
        ReducerForm(found.alias.target).map { ($0, found.alias.owner) }
      }.first
    }
    let key = index.resolve(name: name, in: scope, module: file.module, file: file)
    guard let info = index.info(key) else { return nil }
    return ReducerForm(of: info, index).map { ($0, info) }
  }
}

extension SourceIndex {
  /// The typealias that a name means, those that its target names in turn, and the scope that the
  /// types of each are seen from.
  func aliases(
    of name: String, in scope: TypeInfo?, file: SourceFile
  ) -> [(alias: Alias, scope: TypeInfo?)] {
    var (name, scope) = (name, scope)
    var found: [(alias: Alias, scope: TypeInfo?)] = []
    while found.count < 4, let alias = alias(name, in: scope, file: file) {
      scope = alias.owner ?? scope
      found.append((alias, scope))
      guard let next = NamedType(alias.target), next.types.isEmpty, next.name != name else {
        break
      }
      name = next.name
    }
    return found
  }
}
