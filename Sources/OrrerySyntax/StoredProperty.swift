import OrreryTrace
import SwiftSyntax

/// A stored property, as it is declared.
public struct StoredProperty {
  /// The name without backticks.
  public var name: String
  /// The name as it has to be written in code, with its backticks.
  public var spelling: String
  /// The annotation, also where a later binding of the same line carries it: `var a, b: Bool`.
  public var type: TypeSyntax?
  public var initializer: ExprSyntax?
  /// Whether it belongs to the type (`static`, `class`).
  public var isStatic: Bool
  public var isLet: Bool
  public var isLazy: Bool
  /// Whether only the declaring type may read it.
  public var isPrivate: Bool
  /// Whether only its file may change it: `private`, `fileprivate(set)`.
  public var isWrittenPrivately: Bool
  /// Whether it stands inside an `#if`, and so may not exist.
  public var isConditional: Bool
  /// The doc comment, without comment marks.
  public var documentation: String?
  public var declaration: VariableDeclSyntax
}

extension StoredProperty {
  /// The stored properties of a type in source order; computed ones are left out.
  public static func all(in list: MemberBlockItemListSyntax) -> [StoredProperty] {
    Members.all(in: list).flatMap { member in
      guard let variable = member.declaration.as(VariableDeclSyntax.self) else {
        return [StoredProperty]()
      }
      return all(in: variable, isConditional: member.isConditional)
    }
  }

  private static func all(
    in variable: VariableDeclSyntax, isConditional: Bool
  ) -> [StoredProperty] {
    var result: [StoredProperty] = []
    var annotation: TypeSyntax?
    // Right to left, because an annotation holds for the bindings before it as well.
    for binding in variable.bindings.reversed() {
      if let written = binding.typeAnnotation?.type { annotation = written }
      if binding.typeAnnotation == nil, binding.initializer != nil { annotation = nil }
      guard isStored(binding) else { continue }
      for name in names(in: binding.pattern).reversed() {
        let isOnlyName = binding.pattern.is(IdentifierPatternSyntax.self)
        result.append(
          StoredProperty(
            name: Naming.identifier(name.text), spelling: name.text,
            type: isOnlyName ? annotation ?? variable.environmentType : nil,
            initializer: isOnlyName ? binding.initializer?.value : nil,
            isStatic: variable.has(.static) || variable.has(.class),
            isLet: variable.bindingSpecifier.tokenKind == .keyword(.let),
            isLazy: variable.has(.lazy), isPrivate: variable.isReadPrivate,
            isWrittenPrivately: variable.has(.private) || variable.has(.fileprivate),
            isConditional: isConditional, documentation: DocComment.text(of: variable),
            declaration: variable))
      }
    }
    return result.reversed()
  }

  /// A binding stores where it has no accessors, or only observers.
  private static func isStored(_ binding: PatternBindingSyntax) -> Bool {
    switch binding.accessorBlock?.accessors {
    case nil: true
    case .getter: false
    case .accessors(let accessors):
      accessors.allSatisfy {
        [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }

  private static func names(in pattern: PatternSyntax) -> [TokenSyntax] {
    if let name = pattern.as(IdentifierPatternSyntax.self) { return [name.identifier] }
    guard let tuple = pattern.as(TuplePatternSyntax.self) else { return [] }
    return tuple.elements.flatMap { names(in: $0.pattern) }
  }
}

extension VariableDeclSyntax {
  fileprivate func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// `private`, but not `private(set)`.
  fileprivate var isReadPrivate: Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }

  /// `Model` of `@Environment(Model.self) var model`.
  fileprivate var environmentType: TypeSyntax? {
    let attribute = attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
      .first { $0.attributeName.trimmedText == "Environment" }
    guard case .argumentList(let arguments)? = attribute?.arguments,
      let object = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      object.declName.baseName.tokenKind == .keyword(.self)
    else { return nil }
    return object.base.flatMap(Self.type)
  }

  /// The type that an expression names.
  private static func type(_ node: ExprSyntax) -> TypeSyntax? {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return TypeSyntax(IdentifierTypeSyntax(name: name.baseName.trimmed))
    }
    guard let member = node.as(MemberAccessExprSyntax.self), let outer = member.base.flatMap(type)
    else { return nil }
    return TypeSyntax(
      MemberTypeSyntax(baseType: outer, name: member.declName.baseName.trimmed))
  }
}
