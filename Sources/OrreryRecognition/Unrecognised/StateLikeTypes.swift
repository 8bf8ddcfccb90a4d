import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What is told of a type that is named like a state: that it is part of a machine, or why it is not.
///
/// Found file by file, and put together once all are read: a type says nothing of who keeps it.
package struct StateLikeTypes {
  /// An enum or a struct by its key, and where it is declared.
  struct Named {
    var key: String
    var path: String
    var location: OrreryModel.SourceLocation
    /// Whether it has values to tell apart.
    var isDivided: Bool
    var isEnum: Bool
  }

  private(set) var named: [Named] = []
  /// The types that are part of a machine, or that another diagnostic tells of.
  var told: Set<String> = []
  /// The types that some property keeps.
  var kept: Set<String> = []
  /// What those are handed to of which a property keeps no more than a wrapper, by their keys.
  var handed: [String: String] = [:]
  /// The properties whose types name them in any other way, by their keys.
  var held: [String: String] = [:]

  package init() {}

  package mutating func add(_ other: StateLikeTypes) {
    named += other.named
    told.formUnion(other.told)
    kept.formUnion(other.kept)
    handed.merge(other.handed) { min($0, $1) }
    held.merge(other.held) { min($0, $1) }
  }

  mutating func add(_ info: TypeInfo) {
    guard Self.isNamedLikeState(info) else { return }
    named.append(
      Named(
        key: info.key, path: info.path.joined(separator: "."),
        location: info.file.location(of: info.node),
        isDivided: info.kind == .enum ? info.cases.count > 1 : !info.stored.isEmpty,
        isEnum: info.kind == .enum))
  }

  /// A note for each type of which nothing else is told.
  package var diagnostics: [Diagnostic] {
    named.filter { !told.contains($0.key) }.map { type in
      Diagnostic(
        noMachine: type.path, "belongs to no machine: \(reason(type))", at: type.location)
    }
  }

  private func reason(_ type: Named) -> String {
    if !type.isDivided {
      return type.isEnum ? "it has fewer than two cases" : "it has no stored property"
    }
    if let keeper = handed[type.key] {
      return "the source does not tell what '\(keeper)' does with it"
    }
    if kept.contains(type.key) {
      return
        "no type that stores it changes it itself, and what others change through one is not followed"
    }
    if type.isEnum, let holder = held[type.key] {
      return "what becomes of it in '\(holder)' is not followed"
    }
    return type.isEnum
      ? "no property stores it, and no function takes it with an event"
      : "no function takes it with an event and changes it"
  }

  // MARK: Names

  static let structWords = ["State", "Status"]

  /// The types that are named like states among those that a property's declaration names.
  static func named(in property: StoredProperty, of info: TypeInfo, _ index: SourceIndex)
    -> [String]
  {
    guard let node = property.typed else { return [] }
    let words = MutatingStyle.enumWords + structWords
    return node.typeNames.filter { words.contains(where: $0.hasSuffix) }
      .compactMap { index.resolve(name: $0, in: info, module: info.module) }
  }

  private static func isNamedLikeState(_ info: TypeInfo) -> Bool {
    switch info.kind {
    case .enum: MutatingStyle.enumWords.contains(where: info.name.hasSuffix)
    case .struct: structWords.contains(where: info.name.hasSuffix)
    default: false
    }
  }
}

/// The types of which machines are made; what a type holds is looked for once.
struct MachineParts {
  let index: SourceIndex
  private var held: [String: Set<String>] = [:]

  init(index: SourceIndex) { self.index = index }

  /// The types of a machine: its own, its state, and what that holds, however deep.
  mutating func parts(of site: Site) -> Set<String> {
    var found: Set = [site.state.key]
    if let owner = site.owner { found.insert(owner.key) }
    if let member = site.member { found.insert(member.type) }
    var open = [site.state]
    while let info = open.popLast() {
      let keys = held[info.key] ?? info.heldTypes(in: index)
      held[info.key] = keys
      for key in keys where found.insert(key).inserted {
        if let next = index.info(key) { open.append(next) }
      }
    }
    return found
  }
}

extension TypeInfo {
  /// The types that the stored properties or the cases name.
  fileprivate func heldTypes(in index: SourceIndex) -> Set<String> {
    let nodes =
      stored.compactMap(\.property.typed)
      + cases.compactMap { $0.element.parameterClause.map { Syntax($0) } }
    let names = nodes.reduce(into: Set<String>()) { $0.formUnion($1.typeNames) }
    return Set(names.compactMap { index.resolve(name: $0, in: self, module: module) })
  }
}

extension StoredProperty {
  /// What tells its type: as written, or what it starts as.
  fileprivate var typed: Syntax? { type.map { Syntax($0) } ?? initializer.map { Syntax($0) } }
}

extension Syntax {
  /// The dotted names that stand where a type may.
  fileprivate var typeNames: Set<String> {
    let types = all(TypeSyntax.self).filter { NamedType($0) != nil }
    let members = all(MemberAccessExprSyntax.self).flatMap { [ExprSyntax($0), $0.base] }
    return Set(
      types.compactMap { SourceIndex.parts(of: $0)?.joined(separator: ".") }
        + all(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) }
        + members.compactMap { $0?.trimmedDescription })
  }
}
