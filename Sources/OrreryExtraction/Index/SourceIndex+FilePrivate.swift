import OrreryTrace
import SwiftSyntax

/// Types that only their file sees, where other files of the module declare the name as well.
extension SourceIndex {
  /// The names of those types, by the files that declare them.
  static func hiddenNames(in files: [SourceFile]) -> [ObjectIdentifier: Set<String>] {
    var declaring: [String: Set<ObjectIdentifier>] = [:]
    var hidden: [(name: String, file: SourceFile)] = []
    for file in files {
      for node in declarations(in: file.tree.statements) {
        guard let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text,
          let group = node.asProtocol((any DeclGroupSyntax).self)
        else { continue }
        declaring[file.module + "." + Naming.typeName(name), default: []].insert(
          ObjectIdentifier(file))
        if group.modifiers.isFilePrivate { hidden.append((Naming.typeName(name), file)) }
      }
    }
    return hidden.reduce(into: [:]) { result, found in
      guard declaring[found.file.module + "." + found.name, default: []].count > 1 else { return }
      result[ObjectIdentifier(found.file), default: []].insert(found.name)
    }
  }

  /// What the key of a type begins with that a file declares at its top, or in such a type.
  func root(of path: [String], in file: SourceFile) -> String {
    guard let first = path.first, hidden[ObjectIdentifier(file)]?.contains(first) == true else {
      return file.module
    }
    return Self.root(of: file)
  }

  static func root(of file: SourceFile) -> String { "\(file.module)(\(file.path))" }

  /// The type of a path as a file means it.
  func type(_ path: [String], in file: SourceFile) -> TypeInfo? {
    info(([root(of: path, in: file)] + path).joined(separator: "."))
  }

  /// The type around a type.
  func type(around info: TypeInfo) -> TypeInfo? {
    self.info(([info.root] + info.path.dropLast()).joined(separator: "."))
  }

  /// Whether a type, or one around it, is among some declarations.
  func isIn(_ declarations: Set<SyntaxIdentifier>, _ info: TypeInfo) -> Bool {
    declarations.contains(info.node.id)
      || type(around: info).map { isIn(declarations, $0) } ?? false
  }

  /// What the key of a type may begin with that a name means at some place: nearest first.
  func surroundings(of scope: TypeInfo?, module: String, file: SourceFile?) -> [String] {
    var result: [String] = []
    let own = scope.map { $0.root == $0.module ? module : $0.root } ?? module
    var path = scope?.path ?? []
    while !path.isEmpty {
      result.append(([own] + path).joined(separator: "."))
      path.removeLast()
    }
    if let file = file ?? scope?.file, hidden[ObjectIdentifier(file)] != nil {
      result.append(Self.root(of: file))
    }
    return result + [module]
  }
}
