import SwiftSyntax

// What changed between the versions of swift-syntax that this package builds with, 600 to 603.

extension GenericArgumentSyntax {
  /// The type; nothing where the argument is a value, which 601 brought.
  public var type: TypeSyntax? { argument.as(TypeSyntax.self) }
}

extension GenericArgumentListSyntax {
  /// The arguments that are types.
  public var types: [TypeSyntax] { compactMap(\.type) }
}

extension ClosureCaptureSyntax {
  #if canImport(SwiftSyntax601)
  /// The name by which the closure knows what it keeps.
  public var keptName: TokenSyntax? { name }
  /// What is kept, where it is not what the name means.
  public var keptValue: ExprSyntax? { initializer?.value }
  #else
  /// The name by which the closure knows what it keeps.
  public var keptName: TokenSyntax? {
    name ?? expression.as(DeclReferenceExprSyntax.self)?.baseName
  }
  /// What is kept, where it is not what the name means.
  public var keptValue: ExprSyntax? { name == nil ? nil : expression }
  #endif
}
