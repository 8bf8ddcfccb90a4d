import SwiftSyntax

/// What typealiases stand for.
extension SourceIndex {
  /// A typealias, and the type that declares it.
  package struct Alias {
    package var target: TypeSyntax
    package var owner: TypeInfo?
  }

  /// The names of all typealiases whose targets pass a test.
  package func aliasNames(where test: (TypeSyntax) -> Bool) -> Set<String> {
    let all = [globalAliases] + keys.compactMap { info($0)?.aliases }
    return all.reduce(into: []) { names, aliases in
      for (name, target) in aliases where test(target) { names.insert(name) }
    }
  }

  /// The typealias that a name means at some place; nothing where a type of that name is nearer.
  package func alias(_ name: String, in scope: TypeInfo?, file: SourceFile) -> Alias? {
    for key in surroundings(of: scope, module: file.module, file: file, name: name) {
      if info(key + "." + name) != nil { return nil }
      guard let owner = info(key), let target = owner.aliases[name] else { continue }
      return Alias(target: target, owner: owner)
    }
    return globalAliases[name].map { Alias(target: $0, owner: nil) }
  }
}
