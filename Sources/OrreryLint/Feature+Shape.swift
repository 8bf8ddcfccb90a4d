import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Feature {
  /// The properties of its state; none where that is an enum.
  var stateProperties: [StoredInfo] {
    state?.stored.filter { !$0.property.isStatic } ?? []
  }

  /// Whether its state and its action are its own: another reducer may answer for a state that
  /// several share.
  var ownsDomain: Bool { owns(state) && owns(action) }

  private func owns(_ type: TypeInfo?) -> Bool {
    type.map { $0.key.hasPrefix(info.key + ".") } ?? false
  }

  /// Whether it reduces what another reducer does: it keeps one, or is generic.
  var isHigherOrder: Bool {
    !info.genericNames.isEmpty
      || info.stored.contains { ["base", "parent", "reducer"].contains($0.property.name) }
  }
}

extension StoredProperty {
  /// The names of its attributes: `Presents` of `@Presents var alert`.
  var wrappers: [String] { attributes.map { Naming.typeName($0.attributeName.trimmedText) } }

  var attributes: [AttributeSyntax] {
    declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
  }
}

extension TypeInfo {
  /// Whether it says an attribute: `ObservableState` of `@ObservableState struct State`.
  func has(attribute name: String) -> Bool {
    attributes.contains { Naming.typeName($0) == name }
  }

  /// Whether its inheritance clause or that of an extension names a protocol.
  func conforms(to names: Set<String>) -> Bool {
    inherited.contains { names.contains(Naming.typeName($0)) }
  }

  var isReference: Bool { kind == .class || kind == .actor }

  /// Where its name stands: attributes may stand on lines before.
  var nameLocation: OrreryModel.SourceLocation {
    node.asProtocol((any NamedDeclSyntax).self).map { file.location(of: $0.name) }
      ?? file.location(of: node)
  }
}

extension TypeSyntax {
  /// What an optional, an array, a dictionary, a tuple or a generic type holds; others themselves.
  var elements: [TypeSyntax] {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType.elements
    case .implicitlyUnwrappedOptionalType(let type): type.wrappedType.elements
    case .arrayType(let type): type.element.elements
    case .dictionaryType(let type): type.key.elements + type.value.elements
    case .attributedType(let type): type.baseType.elements
    case .someOrAnyType(let type): type.constraint.elements
    case .tupleType(let type): type.elements.flatMap { $0.type.elements }
    case .identifierType(let type) where type.genericArgumentClause != nil:
      [self] + (type.genericArgumentClause?.arguments.types.flatMap(\.elements) ?? [])
    default: [self]
    }
  }

  /// The name without module, outer types and generic arguments.
  var lastName: String? { SourceIndex.parts(of: self)?.last }
}

extension Naming {
  /// Several names as a sentence has them: `a`, `b`.
  static func listed(_ names: [String], by separator: String = ", ") -> String {
    names.map { "`\($0)`" }.joined(separator: separator)
  }
}
