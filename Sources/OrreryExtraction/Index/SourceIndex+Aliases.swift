import SwiftSyntax

/// What typealiases stand for.
extension SourceIndex {
  /// A typealias, and the type that declares it.
  struct Alias {
    var target: TypeSyntax
    var owner: TypeInfo?
  }

  /// The names of all typealiases whose targets pass a test.
  func aliasNames(where test: (TypeSyntax) -> Bool) -> Set<String> {
    let all = [globalAliases] + keys.compactMap { info($0)?.aliases }
    return all.reduce(into: []) { names, aliases in
      for (name, target) in aliases where test(target) { names.insert(name) }
    }
  }

  /// The typealias that a name means at some place.
  func alias(_ name: String, in scope: TypeInfo?, file: SourceFile) -> Alias? {
    for key in surroundings(of: scope, module: file.module, file: file, name: name) {
      guard let owner = info(key), let target = owner.aliases[name] else { continue }
      return Alias(target: target, owner: owner)
    }
    return globalAliases[name].map { Alias(target: $0, owner: nil) }
  }

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
      guard let next = ReducerType(alias.target), next.types.isEmpty, next.name != name else {
        break
      }
      name = next.name
    }
    return found
  }
}
