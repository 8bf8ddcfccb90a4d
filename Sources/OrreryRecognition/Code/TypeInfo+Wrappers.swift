import OrreryLowering
import SwiftSyntax

/// Properties that a wrapper keeps.
extension TypeInfo {
  /// Whether a wrapper keeps a property.
  private func isWrapped(_ name: String) -> Bool {
    wrappers(of: name).contains {
      $0.trimmedText.split(separator: ".").last?.first?.isUppercase ?? false
    }
  }

  /// The types by whose names a property has attributes.
  func wrappers(of name: String) -> [TypeSyntax] {
    property(name)?.property.declaration.attributes.types ?? []
  }

  /// The property that a name means which its wrapper is kept under: `mode` of `_mode`.
  package func wrapped(by name: String) -> String? {
    guard name.hasPrefix("_"), case let own = String(name.dropFirst()), property(name) == nil,
      isWrapped(own)
    else { return nil }
    return own
  }

  /// Whether what nobody else changes is of the type.
  var isValue: Bool { kind == .struct || kind == .enum }

  /// Whether all that refer to a value of the type see what is changed.
  var isObject: Bool { kind == .class || kind == .actor }
}

extension FunctionInfo {
  /// Whether a `_modify` has one statement alone.
  var lendsAtOnce: Bool {
    node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(._modify)
      && body?.statements.count == 1
  }
}
