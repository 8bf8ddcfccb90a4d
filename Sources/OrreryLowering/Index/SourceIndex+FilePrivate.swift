import OrreryTrace
import SwiftSyntax

/// Types that only a part of the files sees, where others of the module declare the name as well.
extension SourceIndex {
  /// What the key of a type begins with in the files that see it.
  struct Hidden {
    var module: String
    var root: String
  }

  /// A declaration at the top of a file.
  private struct Declared {
    var name: String
    var file: SourceFile
    var isFilePrivate: Bool
    var isConditional: Bool
  }

  /// The names of those types, by the files that see them.
  static func hiddenNames(in files: [SourceFile]) -> [ObjectIdentifier: [String: Hidden]] {
    var declaring: [String: [Declared]] = [:]
    for file in files {
      for found in declared(in: file) {
        declaring[file.module + "." + found.name, default: []].append(found)
      }
    }
    let modules = Dictionary(files.map { (ObjectIdentifier($0), $0.module) }) { first, _ in first }
    var result: [ObjectIdentifier: [String: Hidden]] = [:]
    for (_, found) in declaring.sorted(by: { $0.key < $1.key })
    where Set(found.map { ObjectIdentifier($0.file) }).count > 1 {
      for (file, hidden) in folders(of: found, among: files) {
        // Of types of one name in several modules a file means its own.
        let known = result[file]?[found[0].name]
        guard known == nil || hidden.module == modules[file] else { continue }
        result[file, default: [:]][found[0].name] = hidden
      }
      for own in found where own.isFilePrivate {
        result[ObjectIdentifier(own.file), default: [:]][own.name] = Hidden(
          module: own.file.module, root: "\(own.file.module)(\(own.file.path))")
      }
    }
    return result
  }

  private static func declared(in file: SourceFile) -> [Declared] {
    declarations(in: file.tree.statements).compactMap { node in
      guard let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text,
        let group = node.asProtocol((any DeclGroupSyntax).self)
      else { return nil }
      return Declared(
        name: Naming.typeName(name), file: file, isFilePrivate: group.modifiers.isFilePrivate,
        isConditional: isConditional(node))
    }
  }

  /// Where programs stand side by side, each with a type of one name in a folder of its own.
  ///
  /// No file elsewhere extends it; those that name it mean the first.
  private static func folders(
    of declared: [Declared], among files: [SourceFile]
  ) -> [(ObjectIdentifier, Hidden)] {
    let open = declared.filter { !$0.isFilePrivate }
    guard let first = open.first, open.count > 1, !open.contains(where: \.isConditional) else {
      return []
    }
    let folders = open.compactMap { own in
      // Targets may list files of one folder.
      apart(own.file, from: open.map(\.file).filter { $0 !== own.file }) ?? own.file.path
    }
    let (module, name) = (first.file.module, Word(first.name))
    guard folders.count == open.count, Set(folders).count == folders.count else { return [] }
    var result: [(ObjectIdentifier, Hidden)] = []
    for file in files where file.words.contains(name) {
      let folder = folders.first(where: file.path.hasPrefix)
      guard folder != nil || file.module == module else { continue }
      if folder == nil, file.words.declared.contains(name) { return [] }
      let root = "\(module)(\(folder ?? folders[0]))"
      result.append((ObjectIdentifier(file), Hidden(module: module, root: root)))
    }
    return result
  }

  /// The outermost folder around a file in which no other one stands.
  private static func apart(_ file: SourceFile, from others: [SourceFile]) -> String? {
    var folder = ""
    for part in file.path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      folder += part + "/"
      if !others.contains(where: { $0.path.hasPrefix(folder) }) { return folder }
    }
    return nil
  }

  /// What the key of a type begins with that a file declares at its top, or in such a type.
  func root(of path: [String], in file: SourceFile) -> String {
    guard let hidden = path.first.flatMap({ hidden[ObjectIdentifier(file)]?[$0] }),
      hidden.module == file.module
    else { return file.module }
    return hidden.root
  }

  /// The type of a path as a file means it.
  package func type(_ path: [String], in file: SourceFile) -> TypeInfo? {
    info(([root(of: path, in: file)] + path).joined(separator: "."))
  }

  /// The type around a type.
  package func type(around info: TypeInfo) -> TypeInfo? {
    self.info(([info.root] + info.path.dropLast()).joined(separator: "."))
  }

  /// Whether a type, or one around it, is among some declarations.
  package func isIn(_ declarations: Set<SyntaxIdentifier>, _ info: TypeInfo) -> Bool {
    declarations.contains(info.node.id)
      || type(around: info).map { isIn(declarations, $0) } ?? false
  }

  /// What the key of a type may begin with that a name means at some place: nearest first.
  ///
  /// - Parameter name: The first part of the name.
  func surroundings(
    of scope: TypeInfo?, module: String, file: SourceFile?, name: String
  ) -> [String] {
    let own = scope.map { $0.root == $0.module ? module : $0.root } ?? module
    let path = [own] + (scope?.path ?? [])
    var result = path.indices.dropFirst().reversed().map { path[...$0].joined(separator: ".") }
    if let file = file ?? scope?.file, let hidden = hidden[ObjectIdentifier(file)]?[name] {
      result.append(hidden.root)
    }
    return result + [module]
  }
}
