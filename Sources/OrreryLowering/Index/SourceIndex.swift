import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// All types of all files by name: a type split over several files is one entry.
package final class SourceIndex {
  package private(set) var types: [String: TypeInfo] = [:]
  /// Keys in order of declaration, so that nothing depends on hashing.
  package private(set) var keys: [String] = []
  /// Types of one name that are declared twice: the place that is read, and the one that is not.
  package private(set) var duplicates: [(kept: TypeInfo, dropped: DeclSyntax, file: SourceFile)] =
    []
  package internal(set) var globals: [String: [FunctionInfo]] = [:]
  private(set) var byName: [String: [String]] = [:]
  /// The operators that are declared in the files.
  var operators: Set<String> = []
  /// Their functions, by their names.
  package private(set) var operatorFunctions: [String: [FunctionInfo]] = [:]
  /// Those of them that no function makes change what they stand behind.
  package private(set) var harmlessOperators: Set<String> = []
  var globalAliases: [String: TypeSyntax] = [:]
  /// The types that only some files see, where other files have types of these names.
  let hidden: [ObjectIdentifier: [String: Hidden]]
  /// The functions whose signatures say what a call does that is not walked, by their names.
  private(set) var signatures: [CallKind: [String: [FunctionInfo]]] = [:]
  package let files: [SourceFile]
  private let filesByPath: [String: SourceFile]
  /// The types of each file, by its path, in order of declaration.
  package private(set) var typesOfFiles: [String: [TypeInfo]] = [:]
  /// The keys of the types that stand in others, by the keys of these.
  private var inner: [String: [String]] = [:]
  /// The place of each file among all.
  let placesOfFiles: [ObjectIdentifier: Int]
  /// What is known of all files, also of those that are not parsed.
  package let names: Screening.Names

  /// Tells what becomes of a closure.
  let fate: @Sendable (ClosureExprSyntax) -> ClosureFate
  /// The lowered programs of the index that no thread works with.
  let idle = Lock<[AnyObject]>([])
  /// What is known of what functions do.
  let knownUses = Lock<[MemberKey: Recorded<Uses>]>([:])

  /// - Parameters:
  ///   - library: Declares types that the files use, where they do not declare one of that name.
  ///   - fate: Tells what becomes of a closure, by its syntax.
  package init(
    _ files: [SourceFile], library: [SourceFile] = [], names: Screening.Names,
    fate: @escaping @Sendable (ClosureExprSyntax) -> ClosureFate = { _ in ClosureFate() }
  ) {
    (self.files, self.names, self.fate) = (files, names, fate)
    filesByPath = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    placesOfFiles = Dictionary(
      zip(files.map { ObjectIdentifier($0) }, 1...), uniquingKeysWith: { first, _ in first })
    hidden = Self.hiddenNames(in: files)
    for file in files { declare(file) }
    for file in library { declare(file, onlyMissing: true) }
    for file in files { extend(file) }
    give()
    inherit()
    // What was lowered for that knows nothing of what types are given and inherit.
    forgetPrograms()
    conform()
    let functions =
      keys.flatMap { types[$0]?.functions ?? [] }
      + globals.sorted { $0.key < $1.key }.flatMap(\.value)
    noteSignatures(of: functions)
    judgeOperators(functions)
  }

  private func noteSignatures(of functions: [FunctionInfo]) {
    for (name, all) in Dictionary(grouping: functions.filter { !$0.isAccessor }, by: \.name) {
      let runAll = !all.contains { $0.isAsync || $0.keepsCode }
      let found: [CallKind: [FunctionInfo]] = [
        .endless: all.allSatisfy(\.endsAtOnce) ? all : [],
        .running: runAll ? all.filter(\.runsCode) : [],
        .keeping: all.filter { !$0.isAsync && $0.keepsCode && !$0.runsCode },
        .lending: all.filter { $0.isAsync && $0.runsCode },
      ]
      for (kind, functions) in found where !functions.isEmpty {
        signatures[kind, default: [:]][name] = functions
      }
    }
  }

  package func file(at path: String) -> SourceFile? { filesByPath[path] }

  package func info(_ key: String?) -> TypeInfo? {
    guard let key else { return nil }
    Dependencies.note(type: key)
    return types[key]
  }

  /// All types, in order of declaration.
  package var infos: [TypeInfo] { keys.compactMap { info($0) } }

  /// The functions of a name that are declared in no type.
  func globals(named name: String) -> [FunctionInfo] { Self.read(globals[name] ?? []) }

  /// Notes that functions were found.
  static func read(_ functions: [FunctionInfo]) -> [FunctionInfo] {
    for function in functions { Dependencies.note(codeIn: function.file.path, of: function.owner) }
    return functions
  }

  func insert(_ info: TypeInfo) {
    guard types[info.key] == nil else { return }
    types[info.key] = info
    keys.append(info.key)
    byName[info.name, default: []].append(info.key)
    typesOfFiles[info.file.path, default: []].append(info)
    nest(info.key)
  }

  private func nest(_ key: String) {
    guard let dot = key.lastIndex(of: ".") else { return }
    let outer = String(key[..<dot])
    if inner[outer] == nil { nest(outer) }
    inner[outer, default: []].append(key)
  }

  /// The keys of the types that stand in a type, however deep.
  package func keys(within key: String) -> [String] {
    (inner[key] ?? []).flatMap { [$0] + keys(within: $0) }
  }

  package func add(duplicate node: DeclSyntax, of kept: TypeInfo, in file: SourceFile) {
    duplicates.append((kept, node, file))
  }

  private func judgeOperators(_ functions: [FunctionInfo]) {
    operatorFunctions = Dictionary(
      grouping: functions.filter { operators.contains($0.name) }, by: \.name)
    let harmless = operatorFunctions.filter { _, functions in
      !functions.flatMap(\.parameters).contains { $0.type.inOutBase != nil }
    }
    harmlessOperators = Set(harmless.keys)
  }
}

/// A function as a member of a type: one that is inherited is one for each type that has it.
struct MemberKey: Hashable {
  private let node: SyntaxIdentifier
  private let owner: String?

  init(_ node: some SyntaxProtocol, of owner: String?) {
    (self.node, self.owner) = (node.id, owner)
  }
}

extension TypeInfo {
  package typealias Kind = NominalType.Kind
}

// MARK: - Resolving names

extension SourceIndex {
  /// The key of the type that a type expression means at some place.
  package func resolve(_ type: TypeSyntax?, in scope: TypeInfo?, module: String) -> String? {
    guard let type, let parts = Self.parts(of: type) else { return nil }
    return resolve(parts, in: scope, module: module, depth: 0)
  }

  /// The key of the type that a dotted name means at some place.
  ///
  /// - Parameter file: The file of the place, where that is in no type.
  package func resolve(
    name: String, in scope: TypeInfo?, module: String, file: SourceFile? = nil
  ) -> String? {
    resolve(
      name.split(separator: ".").map(String.init), in: scope, module: module, file: file, depth: 0)
  }

  /// The key of the type that a type expression, or a dotted name, means in a type.
  package func resolve(_ type: TypeSyntax?, in scope: TypeInfo) -> String? {
    resolve(type, in: scope, module: scope.module)
  }

  package func resolve(name: String, in scope: TypeInfo) -> String? {
    resolve(name: name, in: scope, module: scope.module)
  }

  /// The type itself.
  package func type(_ type: TypeSyntax?, in scope: TypeInfo) -> TypeInfo? {
    info(resolve(type, in: scope))
  }

  package func type(named name: String, in scope: TypeInfo) -> TypeInfo? {
    info(resolve(name: name, in: scope))
  }

  /// The reducer whose state a type is, as a macro writes it: `Destination` of `Destination.State`.
  package func reducer(ofState type: TypeSyntax?, in scope: TypeInfo) -> String? {
    guard let parts = type.flatMap(Self.parts), parts.count > 1, parts.last == "State" else {
      return nil
    }
    return resolve(name: parts.dropLast().joined(separator: "."), in: scope)
  }

  /// A type with the typealias that names it, where there is one, written out.
  package func expanded(_ type: TypeSyntax, in scope: TypeInfo?) -> TypeSyntax {
    guard let name = type.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil else {
      return type
    }
    let around =
      scope.map { surroundings(of: $0, module: $0.module, file: nil, name: name.name.text) } ?? []
    for key in around {
      if let alias = types[key]?.aliases[name.name.text] { return alias }
    }
    return globalAliases[name.name.text] ?? type
  }

  private func resolve(
    _ parts: [String], in scope: TypeInfo?, module: String, file: SourceFile? = nil, depth: Int
  ) -> String? {
    guard depth < 8, let first = parts.first else { return nil }
    let rest = Array(parts.dropFirst())
    if first == "Self" { return scope.flatMap { member(rest, of: $0, depth: depth) } }
    for around in surroundings(of: scope, module: module, file: file, name: first) {
      if let found = types[around + "." + first] { return member(rest, of: found, depth: depth) }
      guard let owner = types[around] else { continue }
      // A generic parameter is not the type that goes by its name elsewhere.
      if owner.genericNames.contains(first) { return nil }
      if let alias = owner.aliases[first], let target = Self.parts(of: alias), target != parts {
        return resolve(target + rest, in: owner, module: module, depth: depth + 1)
      }
      let inherited = owner.ancestors.lazy.compactMap { self.types["\($0).\(first)"] }.first
      if let found = inherited ?? inheritedAlias(first, of: owner, depth: depth) {
        return member(rest, of: found, depth: depth)
      }
    }
    if let alias = globalAliases[first], let target = Self.parts(of: alias), target != parts {
      return resolve(target + rest, in: nil, module: module, depth: depth + 1)
    }
    let elsewhere = (byName[first] ?? []).filter {
      types[$0].map { $0.path.count == 1 && $0.root == $0.module } ?? false
    }
    guard elsewhere.count == 1, let found = types[elsewhere[0]] else { return nil }
    return member(rest, of: found, depth: depth)
  }

  /// A type that a protocol in the inheritance clause says the name stands for.
  private func inheritedAlias(_ name: String, of info: TypeInfo, depth: Int) -> TypeInfo? {
    for inherited in info.inherited {
      let base = Naming.typeName(inherited)
      guard base != info.name,
        let key = resolve([base], in: nil, module: info.module, depth: depth + 1),
        let type = types[key], type.kind == .protocol, let alias = type.aliases[name],
        let parts = Self.parts(of: alias),
        let target = resolve(parts, in: type, module: type.module, depth: depth + 1)
      else { continue }
      return types[target]
    }
    return nil
  }

  private func member(_ parts: [String], of info: TypeInfo, depth: Int) -> String? {
    guard let first = parts.first else { return info.key }
    let rest = Array(parts.dropFirst())
    if let nested = types[info.key + "." + first] { return member(rest, of: nested, depth: depth) }
    guard let alias = info.aliases[first], let target = Self.parts(of: alias) else { return nil }
    return resolve(target + rest, in: info, module: info.module, depth: depth + 1)
  }

  /// The dotted name of a type without optionality, generic arguments and attributes.
  package static func parts(of type: TypeSyntax) -> [String]? {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): [Naming.identifier(type.name.text)]
    case .memberType(let type):
      parts(of: type.baseType).map { $0 + [Naming.identifier(type.name.text)] }
    case .optionalType(let type): parts(of: type.wrappedType)
    case .implicitlyUnwrappedOptionalType(let type): parts(of: type.wrappedType)
    case .attributedType(let type): parts(of: type.baseType)
    case .someOrAnyType(let type): parts(of: type.constraint)
    case .tupleType(let type) where type.elements.count == 1:
      type.elements.first.flatMap { parts(of: $0.type) }
    default: nil
    }
  }
}

// MARK: - Typealiases

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
