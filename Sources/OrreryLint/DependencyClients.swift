import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The types of the sources that stand for services: what keys of dependencies give.
struct DependencyClients {
  /// A struct of closures.
  struct Client {
    var node: StructDeclSyntax
    var file: SourceFile
    /// Whether a macro writes what tests run.
    var hasMacro: Bool
  }

  private(set) var clients: [String: Client] = [:]
  /// Protocols and classes that a key gives.
  private var others: Set<String> = []

  static let keys: Set = ["DependencyKey", "TestDependencyKey"]
  static let macro = "DependencyClient"

  init(in subject: LintSubject) {
    let files = subject.files(naming: Array(Self.keys) + [Self.macro])
    let groups = files.map { ($0, Groups(in: $0)) }
    let named = groups.reduce(into: Set<String>()) { $0.formUnion($1.1.keyed) }
    others = named
    for (file, found) in groups {
      for node in found.structs {
        let name = Naming.typeName(node.name.text)
        let hasMacro = node.attributes.contains {
          $0.as(AttributeSyntax.self)?.attributeName.trimmedText == Self.macro
        }
        guard hasMacro || named.contains(name), node.keepsClosures else {
          if node.isValue { others.remove(name) }
          continue
        }
        clients[name] = Client(node: node, file: file, hasMacro: hasMacro)
      }
    }
  }

  /// Whether a type is one of a service: a struct of closures, or a protocol that a key gives.
  func isClient(_ type: TypeSyntax, in index: SourceIndex, from scope: TypeInfo) -> Bool {
    guard let name = type.lastName else { return false }
    if clients[name] != nil { return true }
    guard others.contains(name),
      let info = index.info(index.resolve(type, in: scope, module: scope.module))
    else { return false }
    return info.kind == .protocol
  }
}

/// The declarations of a file that say something of dependencies.
private struct Groups {
  var structs: [StructDeclSyntax]
  /// The names of types that a key gives.
  var keyed: Set<String> = []

  init(in file: SourceFile) {
    structs = file.tree.descendants(StructDeclSyntax.self)
    let extensions = file.tree.descendants(ExtensionDeclSyntax.self)
    for node in extensions where node.inheritanceClause.isKey {
      keyed.insert(Naming.typeName(node.extendedType.trimmedText))
      keyed.formUnion(node.memberBlock.givenTypes)
    }
    for node in structs where node.inheritanceClause.isKey {
      keyed.insert(Naming.typeName(node.name.text))
      keyed.formUnion(node.memberBlock.givenTypes)
    }
    for node in file.tree.descendants(EnumDeclSyntax.self) where node.inheritanceClause.isKey {
      keyed.formUnion(node.memberBlock.givenTypes)
    }
  }
}

extension InheritanceClauseSyntax? {
  fileprivate var isKey: Bool {
    self?.inheritedTypes.contains {
      DependencyClients.keys.contains(Naming.typeName($0.type.trimmedText))
    } ?? false
  }
}

extension MemberBlockSyntax {
  /// The types of `liveValue` and `testValue`.
  fileprivate var givenTypes: [String] {
    members.compactMap { member in
      let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first
      guard let binding, ["liveValue", "testValue"].contains(binding.pattern.trimmedText) else {
        return nil
      }
      return binding.typeAnnotation?.type.lastName
    }
  }
}

extension StructDeclSyntax {
  /// Whether it stores a closure.
  fileprivate var keepsClosures: Bool {
    StoredProperty.all(in: memberBlock.members).contains {
      !$0.isStatic && $0.type?.isFunction ?? false
    }
  }

  /// Whether it stores values alone.
  fileprivate var isValue: Bool { !keepsClosures }
}

extension TypeSyntax {
  /// Whether it is a function type, be it optional or with attributes.
  var isFunction: Bool { elements.contains { $0.is(FunctionTypeSyntax.self) } }
}
