import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// Typealiases of reducers: `typealias Reducer = Library.Reducer<State, Action, Environment>`.
struct ReducerAliases {
  private let index: SourceIndex
  /// Their names, wherever they stand.
  let names: Set<String>
  let words: Set<Word>

  init(index: SourceIndex) {
    self.index = index
    var names: Set<String> = []
    var count = -1
    while names.count != count {
      count = names.count
      names.formUnion(index.aliasNames { Self.mayReduce($0, beside: names) })
    }
    self.names = names
    words = Set(names.map { Word($0) })
  }

  private static func mayReduce(_ type: TypeSyntax, beside names: Set<String>) -> Bool {
    if let name = NamedType(type)?.name { return NamedType.reducers.union(names).contains(name) }
    guard let function = type.as(FunctionTypeSyntax.self), function.isReducer else { return false }
    // Many a function changes what it is given: one that takes an event is a reducer.
    return function.parameters.contains { parameter in
      let name = parameter.type.trimmedText
      return EventWords.types.contains(where: name.hasSuffix)
    }
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
