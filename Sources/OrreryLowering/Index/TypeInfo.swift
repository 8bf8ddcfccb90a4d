import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// A function or initializer that may be followed into.
package struct FunctionInfo {
  package var name: String
  package var parameters: FunctionParameterListSyntax
  package var body: CodeBlockSyntax?
  package var returnType: TypeSyntax?
  package var modifiers: DeclModifierListSyntax
  package var node: DeclSyntax
  package var file: SourceFile
  /// The key of the type that declares it; nothing for a global function.
  package var owner: String?
  /// For a setter or an observer: the name of the value that it is handed.
  package var accessorValue: String?
  /// The modifiers of the extension around it: who may call its members that say nothing themselves.
  var extensionModifiers: DeclModifierListSyntax?

  /// Whether a protocol gives it to the owner.
  package var isGiven = false
  /// Whether it does so for the owner's own calls alone: others call what that has itself.
  var isHelper = false

  /// The names of its own generic parameters.
  package var genericNames: [String] {
    let parameters = node.as(FunctionDeclSyntax.self)?.genericParameterClause?.parameters
    return parameters.map { $0.map(\.name.text) } ?? []
  }

  /// Whether it returns no value.
  package var answersNothing: Bool {
    !(returnType?.returnsValue ?? false)
  }

  package var isAccessor: Bool { accessorValue != nil }
  /// Whether it is called when a stored property changes.
  package var isObserver: Bool {
    node.as(AccessorDeclSyntax.self)?.isOne(of: .willSet, .didSet) ?? false
  }

  package var isStatic: Bool { has(.static) || has(.class) }
  package var isMutating: Bool { isAccessor || has(.mutating) || has(.consuming) }
  package var isPrivate: Bool { isHelper || access == .private || access == .fileprivate }

  /// Whether only its own type may call it.
  package var isOfTypeAlone: Bool { modifiers.access == .private }

  private var access: Keyword? {
    modifiers.access ?? extensionModifiers?.access
  }

  package func has(_ keyword: Keyword) -> Bool { modifiers.has(keyword) }

  package var neverReturns: Bool { returnType?.as(IdentifierTypeSyntax.self)?.name.text == "Never" }

  /// Whether it never returns and does nothing else: one that loops or waits may work for ever, and one
  /// that throws may have changed something before.
  package var endsAtOnce: Bool {
    guard neverReturns, !isAsync, !isThrowing else { return false }
    return body?.tokens(viewMode: .sourceAccurate).allSatisfy {
      ![.keyword(.while), .keyword(.for), .keyword(.repeat)].contains($0.tokenKind)
    } ?? true
  }

  package var isAsync: Bool { effects?.asyncSpecifier != nil }
  package var isThrowing: Bool { effects?.throwsClause != nil }

  private var effects: FunctionEffectSpecifiersSyntax? {
    node.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
  }

  /// Whether it is handed code that it runs before it returns.
  package var runsCode: Bool { parameters.contains { $0.type.isCode && $0.type.isLent } }

  /// Whether it is handed code that may outlive the call.
  var keepsCode: Bool { parameters.contains { $0.type.isCode && !$0.type.isLent } }
}

extension DeclModifierListSyntax {
  /// Whether only the file of a top-level declaration sees it.
  package var isFilePrivate: Bool { access == .private || access == .fileprivate }

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
package struct ComputedInfo {
  package var name: String
  package var body: CodeBlockItemListSyntax
  package var type: TypeSyntax?
  package var isStatic: Bool
  package var modifiers: DeclModifierListSyntax
  package var file: SourceFile
  package var owner: String?
  /// Whether the getter says that it may change the value that it is asked of.
  package var isMutating = false

  /// Whether subclasses in other modules may have another getter.
  package var isOpen: Bool { modifiers.has(.open) }
}

/// A stored property and the file that declares it.
package struct StoredInfo {
  package var property: StoredProperty
  package var file: SourceFile
}

/// A type with all that its declaration and its extensions in any file say.
package final class TypeInfo {
  /// `Module.Outer.Inner`; with the file at the module where others of its files have such a type too.
  package let key: String
  package let module: String
  /// What the key begins with.
  package let root: String
  package let path: [String]
  package var kind: Kind = .extensionOnly
  package var cases: [EnumCase] = []
  package var functions: [FunctionInfo] = []
  package var initializers: [FunctionInfo] = []
  package var computed: [ComputedInfo] = []
  /// Setters and observers, each named after its property.
  package var accessors: [FunctionInfo] = []
  /// The blocks that run where an element is assigned by a subscript of the type's own.
  package var elementSetters: [AccessorDeclSyntax] = []
  package var stored: [StoredInfo] = []
  package var aliases: [String: TypeSyntax] = [:]
  /// The names of the types that it inherits from or conforms to, as written.
  package var inherited: [String] = []
  package var attributes: [String] = []
  /// The keys of the superclasses whose members count as this class's, the nearest first.
  package var ancestors: [String] = []
  /// Methods of the superclass that the class overrides.
  package var overridden: [FunctionInfo] = []
  /// The properties, and the methods by their full names, that subclasses have their own of.
  package var overriddenBelow: Set<String> = []
  /// The declaration; an extension where that is all there is.
  package var node: DeclSyntax { didSet { genericNames = Self.genericNames(of: node) } }
  /// The names of its generic parameters.
  package private(set) var genericNames: [String]
  package var file: SourceFile
  /// The paths of all files that declare or extend it.
  package internal(set) var paths: Set<String> = []

  package init(path: [String], root: String, node: DeclSyntax, file: SourceFile) {
    key = ([root] + path).joined(separator: ".")
    self.root = root
    module = file.module
    self.path = path
    self.node = node
    self.file = file
    genericNames = Self.genericNames(of: node)
  }

  package var name: String { path.last ?? "" }

  /// Where it is declared, and where a case of it is.
  package var location: OrreryModel.SourceLocation { file.location(of: node) }

  package func location(of item: EnumCase) -> OrreryModel.SourceLocation {
    file.location(of: item.element)
  }

  package func enumCase(_ name: String) -> EnumCase? { cases.first { $0.name == name } }

  package func property(_ name: String) -> StoredInfo? {
    stored.first { $0.property.name == name && !$0.property.isStatic }
  }
}

extension TypeInfo {
  /// The properties that its own subscripts assign, as far as these name them; all that may be assigned
  /// where they call a method.
  package var changedByElements: Set<String> {
    guard !elementSetters.isEmpty else { return [] }
    let used = elementSetters.reduce(into: Set<String>()) { names, code in
      for token in code.tokens(viewMode: .sourceAccurate) {
        if case .identifier(let name) = token.tokenKind { names.insert(name) }
      }
    }
    let changing = Set(stored.map(\.property).filter { !$0.isLet && !$0.isStatic }.map(\.name))
    let isOpen = functions.contains { $0.isMutating && used.contains($0.name) }
    return isOpen ? changing : changing.intersection(used)
  }
}

/// How a function is called: by its name and the labels of its arguments.
package struct CallForm: Hashable {
  package var name: String
  /// Those between the parentheses, and how many closures follow.
  package var labels: [String]
  package var closures: Int

  /// Whether it is a call of a function, or of one that has its name and labels.
  package func calls(_ function: FunctionInfo) -> Bool {
    guard name == function.name else { return false }
    let own = function.parameters.map { $0.firstName.text }
    let isLoose = function.parameters.contains { $0.defaultValue != nil || $0.ellipsis != nil }
    return isLoose || own.starts(with: labels) && own.count == labels.count + closures
  }

  package init(_ node: FunctionCallExprSyntax) {
    name = node.calleeName
    labels = node.arguments.map { $0.label?.text ?? "_" }
    closures = (node.trailingClosure == nil ? 0 : 1) + node.additionalTrailingClosures.count
  }

  package static func calls(in node: some SyntaxProtocol) -> Set<CallForm> {
    Set(node.all(FunctionCallExprSyntax.self).map { CallForm($0) })
  }
}
