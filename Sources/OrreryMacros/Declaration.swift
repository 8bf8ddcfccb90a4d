import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What a macro sees of the type that it is attached to.
struct Declaration {
  let syntax: any DeclGroupSyntax
  let name: TokenSyntax
  let isGeneric: Bool

  /// Nothing for an extension or a protocol.
  init?(_ syntax: any DeclGroupSyntax) {
    self.syntax = syntax
    guard let named = syntax.asProtocol((any NamedDeclSyntax).self),
      !syntax.is(ProtocolDeclSyntax.self)
    else { return nil }
    name = named.name
    isGeneric =
      syntax.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil
  }

  /// The access that generated members need to be seen where the type is: `public ` or nothing.
  var access: String {
    for modifier in syntax.modifiers {
      switch modifier.name.tokenKind {
      case .keyword(.public), .keyword(.open): return "public "
      case .keyword(.package): return "package "
      default: continue
      }
    }
    return ""
  }

  func nestedEnum(_ name: String) -> EnumDeclSyntax? {
    nested(name)?.as(EnumDeclSyntax.self)
  }

  func nestedStruct(_ name: String) -> StructDeclSyntax? {
    nested(name)?.as(StructDeclSyntax.self)
  }

  /// The type that a member `typealias` of that name stands for, as written.
  func alias(_ name: String) -> String? {
    nested(name)?.as(TypeAliasDeclSyntax.self)?.initializer.value.trimmedDescription
  }

  func declares(_ name: String) -> Bool { nested(name) != nil }

  private func nested(_ name: String) -> DeclSyntax? {
    Members.all(in: syntax.memberBlock.members).first { member in
      guard let named = member.declaration.asProtocol((any NamedDeclSyntax).self) else {
        return false
      }
      return Naming.identifier(named.name.text) == name && !member.declaration.isCallable
    }?.declaration
  }
}

extension DeclSyntax {
  fileprivate var isCallable: Bool {
    self.is(FunctionDeclSyntax.self) || self.is(MacroDeclSyntax.self)
  }
}

extension WithAttributesSyntax {
  /// The attribute of that name.
  func attribute(_ name: String) -> AttributeSyntax? { allAttributes(named: name).first }

  /// The attributes of that name, in order.
  func allAttributes(named name: String) -> [AttributeSyntax] {
    attributes.compactMap { element in
      guard case .attribute(let attribute) = element, attribute.isNamed(name) else { return nil }
      return attribute
    }
  }
}

extension AttributeSyntax {
  /// Whether the attribute is of that name, in whatever module.
  func isNamed(_ name: String) -> Bool {
    attributeName.trimmedDescription.split(separator: ".").last.map(String.init) == name
  }
}

/// A string literal that spells a text, whatever it holds.
func literal(_ text: String) -> String {
  StringLiteralExprSyntax(content: text).description
}
