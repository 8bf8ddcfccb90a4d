import OrreryTrace
import SwiftSyntax

/// The names of the types around a declaration, outermost first, without generic arguments.
///
/// Functions do not count: a type inside a function is known by its own name.
public enum TypePath {
  /// The types that enclose a node, found by walking its parents; the node itself is left out.
  public static func enclosing(_ node: some SyntaxProtocol) -> [String] {
    var path: [String] = []
    var parent = node.parent
    while let current = parent {
      path = names(of: current) + path
      parent = current.parent
    }
    return path
  }

  /// The types that enclose a declaration, and its own name.
  public static func of(_ declaration: some SyntaxProtocol) -> [String] {
    enclosing(declaration) + names(of: Syntax(declaration))
  }

  /// The types of a macro's lexical context, which lists them innermost first.
  public static func lexical(_ context: [Syntax]) -> [String] {
    context.reversed().flatMap(names(of:))
  }

  /// The name that a node adds to the path: none for what is no type, several for
  /// `extension Outer.Inner`.
  public static func names(of node: Syntax) -> [String] {
    if let type = node.asProtocol((any NamedDeclSyntax).self), isType(node) {
      return [Naming.typeName(type.name.text)]
    }
    return node.as(ExtensionDeclSyntax.self).map { names(of: $0.extendedType) } ?? []
  }

  private static func isType(_ node: Syntax) -> Bool {
    switch node.kind {
    case .structDecl, .classDecl, .enumDecl, .actorDecl, .protocolDecl: true
    default: false
    }
  }

  private static func names(of type: TypeSyntax) -> [String] {
    if let member = type.as(MemberTypeSyntax.self) {
      return names(of: member.baseType) + [Naming.typeName(member.name.text)]
    }
    if let name = type.as(IdentifierTypeSyntax.self) { return [Naming.typeName(name.name.text)] }
    return [type.trimmedText]
  }
}
