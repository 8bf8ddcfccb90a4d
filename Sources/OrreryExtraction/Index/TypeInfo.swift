import OrrerySyntax
import SwiftSyntax

/// A function or initializer that may be followed into.
struct FunctionInfo {
  var name: String
  var parameters: FunctionParameterListSyntax
  var body: CodeBlockSyntax?
  var returnType: TypeSyntax?
  var modifiers: DeclModifierListSyntax
  var node: DeclSyntax
  var file: SourceFile
  /// The key of the type that declares it; nothing for a global function.
  var owner: String?
  /// For a setter or an observer: the name of the value that it is handed.
  var accessorValue: String?
  /// The modifiers of the extension around it: who may call its members that say nothing themselves.
  var extensionModifiers: DeclModifierListSyntax?

  /// Whether a protocol gives it to the owner.
  var isGiven = false

  /// The names of its own generic parameters.
  var genericNames: [String] {
    let parameters = node.as(FunctionDeclSyntax.self)?.genericParameterClause?.parameters
    return parameters.map { $0.map(\.name.text) } ?? []
  }

  /// Whether it returns no value.
  var answersNothing: Bool {
    returnType.map { ["Void", "()"].contains($0.trimmedText) } ?? true
  }

  var isAccessor: Bool { accessorValue != nil }
  var isStatic: Bool { has(.static) || has(.class) }
  var isMutating: Bool { isAccessor || has(.mutating) || has(.consuming) }
  var isPrivate: Bool { access == .private || access == .fileprivate }

  /// Whether only its own type may call it.
  var isOfTypeAlone: Bool { modifiers.access == .private }

  /// Whether other modules may call it.
  var isExported: Bool { access == .public || access == .open || access == .package }

  private var access: Keyword? {
    modifiers.access ?? extensionModifiers?.access
  }

  func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }
}

extension DeclModifierListSyntax {
  /// Whether only the file of a top-level declaration sees it.
  var isFilePrivate: Bool { access == .private || access == .fileprivate }

  /// The access level that is written; nothing where none is.
  fileprivate var access: Keyword? {
    for modifier in self where modifier.detail == nil {
      guard case .keyword(let word) = modifier.name.tokenKind else { continue }
      switch word {
      case .private, .fileprivate, .internal, .package, .public, .open: return word
      default: continue
      }
    }
    return nil
  }
}

/// A property with a getter that may be followed into.
struct ComputedInfo {
  var name: String
  var body: CodeBlockItemListSyntax
  var type: TypeSyntax?
  var isStatic: Bool
  var modifiers: DeclModifierListSyntax
  var file: SourceFile
  var owner: String?
  /// Whether the getter says that it may change the value that it is asked of.
  var isMutating = false

  /// Whether subclasses in other modules may have another getter.
  var isOpen: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.open) } }
  var isOverride: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.override) } }
}

/// A stored property and the file that declares it.
struct StoredInfo {
  var property: StoredProperty
  var file: SourceFile
}

/// A type with all that its declaration and its extensions in any file say.
final class TypeInfo {
  enum Kind { case `struct`, `class`, `enum`, `actor`, `protocol`, extensionOnly }

  /// `Module.Outer.Inner`; with the file at the module where others of its files have such a type too.
  let key: String
  let module: String
  /// What the key begins with.
  let root: String
  let path: [String]
  var kind: Kind = .extensionOnly
  var cases: [EnumCase] = []
  var functions: [FunctionInfo] = []
  var initializers: [FunctionInfo] = []
  var computed: [ComputedInfo] = []
  /// Setters and observers, each named after its property.
  var accessors: [FunctionInfo] = []
  /// The blocks that run where an element is assigned by a subscript of the type's own.
  var elementSetters: [AccessorDeclSyntax] = []
  var stored: [StoredInfo] = []
  /// The operators that change no value they stand behind.
  var harmlessOperators: Set<String> = []
  var aliases: [String: TypeSyntax] = [:]
  /// The names of the types that it inherits from or conforms to, as written.
  var inherited: [String] = []
  var attributes: [String] = []
  /// The keys of the superclasses whose members count as this class's, the nearest first.
  var ancestors: [String] = []
  /// Methods of the superclass that the class overrides.
  var overridden: [FunctionInfo] = []
  /// The properties that subclasses have getters of their own for.
  var overriddenBelow: Set<String> = []
  /// The declaration; an extension where that is all there is.
  var node: DeclSyntax { didSet { genericNames = Self.genericNames(of: node) } }
  /// The names of its generic parameters.
  private(set) var genericNames: [String]
  var file: SourceFile

  init(path: [String], root: String, node: DeclSyntax, file: SourceFile) {
    key = ([root] + path).joined(separator: ".")
    self.root = root
    module = file.module
    self.path = path
    self.node = node
    self.file = file
    genericNames = Self.genericNames(of: node)
  }

  var name: String { path.last ?? "" }

  func enumCase(_ name: String) -> EnumCase? { cases.first { $0.name == name } }

  func property(_ name: String) -> StoredInfo? {
    stored.first { $0.property.name == name && !$0.property.isStatic }
  }
}
