import OrreryTrace
import SwiftSyntax

/// Which files a file can come to: those that declare a name which stands in it, and so on.
///
/// What a handler does is decided by declarations that its file names, or that a file which it names
/// names; nothing else is ever looked up. A name that stands there for something else only makes the
/// answer larger.
struct NameGraph {
  private struct Names {
    var file: SourceFile
    /// The types, extended types, functions, variables and aliases at the top level.
    var declared: Set<String>
    var mentioned: Set<String>
  }

  private var names: [ObjectIdentifier: Names] = [:]
  private var mentions: [String: Set<ObjectIdentifier>] = [:]
  private var declarations: [String: Set<ObjectIdentifier>] = [:]

  mutating func add(_ files: [SourceFile]) {
    let found = files.concurrentMap { file in
      Names(
        file: file, declared: Self.declared(in: file.tree.statements),
        mentioned: Self.mentioned(in: file.tree))
    }
    for names in found {
      let id = ObjectIdentifier(names.file)
      self.names[id] = names
      for name in names.mentioned { mentions[name, default: []].insert(id) }
      for name in names.declared { declarations[name, default: []].insert(id) }
    }
  }

  mutating func remove(_ file: SourceFile) {
    let id = ObjectIdentifier(file)
    guard let known = names.removeValue(forKey: id) else { return }
    for name in known.mentioned { mentions[name]?.remove(id) }
    for name in known.declared { declarations[name]?.remove(id) }
  }

  /// The files that come to one of some files, and these themselves.
  ///
  /// - Complexity: Linear in the number of the files that are found and of their declarations.
  func files(reaching targets: [SourceFile]) -> Set<ObjectIdentifier> {
    var found = Set(targets.map { ObjectIdentifier($0) })
    var open = Array(found)
    var seen: Set<String> = []
    while let next = open.popLast() {
      for name in names[next]?.declared ?? [] where seen.insert(name).inserted {
        for file in mentions[name] ?? [] where found.insert(file).inserted { open.append(file) }
      }
    }
    return found
  }

  /// The files that some files come to, and these themselves.
  func files(reachedFrom start: Set<ObjectIdentifier>) -> Set<ObjectIdentifier> {
    var found = start
    var open = Array(start)
    var seen: Set<String> = []
    while let next = open.popLast() {
      for name in names[next]?.mentioned ?? [] where seen.insert(name).inserted {
        for file in declarations[name] ?? [] where found.insert(file).inserted {
          open.append(file)
        }
      }
    }
    return found
  }

  // MARK: Names in a file

  private static func mentioned(in tree: SourceFileSyntax) -> Set<String> {
    var names: Set<String> = []
    for token in tree.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let text) = token.tokenKind { names.insert(Naming.identifier(text)) }
    }
    return names
  }

  private static func declared(in items: CodeBlockItemListSyntax) -> Set<String> {
    var names: Set<String> = []
    for case .decl(let node) in items.lazy.map(\.item) { names.formUnion(declared(by: node)) }
    return names
  }

  private static func declared(by node: DeclSyntax) -> Set<String> {
    if let node = node.as(ExtensionDeclSyntax.self) {
      // `extension Outer.Inner` adds to what is found through `Outer`.
      return node.extendedType.firstToken(viewMode: .sourceAccurate)
        .map { [Naming.identifier($0.text)] } ?? []
    }
    if let branches = node.as(IfConfigDeclSyntax.self) {
      return branches.clauses.reduce(into: []) { names, clause in
        guard case .statements(let inner) = clause.elements else { return }
        names.formUnion(declared(in: inner))
      }
    }
    if let variable = node.as(VariableDeclSyntax.self) {
      return Set(
        variable.bindings.compactMap {
          $0.pattern.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
        })
    }
    return node.asProtocol((any NamedDeclSyntax).self)
      .map { [Naming.identifier($0.name.text)] } ?? []
  }
}
