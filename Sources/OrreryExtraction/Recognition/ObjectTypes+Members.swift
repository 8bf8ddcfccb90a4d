import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What the members of an object are.
extension ObjectTypes {
  func member(_ name: String, of owner: Object, _ steps: Int) -> Object? {
    if name == "self" { return owner }
    if let part = owner.written?.partType(name) { return object(of: part, in: owner.scope) }
    if let found = given(name, of: owner) { return found }
    if let info = owner.info { return member(name, of: info, isType: owner.isType, steps) }
    if Self.same.contains(name) { return owner }
    return Self.choosers.contains(name) ? element(of: owner) : nil
  }

  private func member(
    _ name: String, of info: TypeInfo, isType: Bool, _ steps: Int
  ) -> Object? {
    guard steps < Self.mostSteps else { return nil }
    let stored = info.stored.filter { $0.property.name == name }
    if let found = stored.first(where: { $0.property.isStatic == isType }) ?? stored.first {
      if let written = found.property.type ?? found.property.injectedType {
        return object(of: written, in: info)
      }
      return found.property.initializer.flatMap {
        ObjectTypes(index: index, file: found.file, type: info).object($0, steps: steps + 1)
      }
    }
    if let written = info.computed.first(where: { $0.name == name })?.type
      ?? info.requirement(name)
    {
      return object(of: written, in: info)
    }
    if isType,
      let inner = index.info(index.resolve(name: "Self.\(name)", in: info, module: info.module))
    {
      return Object(info: inner, isType: true)
    }
    return bases(of: info).lazy.compactMap {
      member(name, of: $0, isType: isType, steps + 1)
    }.first
  }

  /// The types that a type inherits from or conforms to.
  func bases(of info: TypeInfo) -> [TypeInfo] {
    info.inherited.compactMap {
      index.info(
        index.resolve(
          name: Naming.typeName($0), in: index.type(around: info), module: info.module,
          file: info.file))
    }.filter { $0 !== info }
  }
}

extension StoredProperty {
  /// The type that an attribute names: `@Environment(Gate.self) var gate`.
  fileprivate var injectedType: TypeSyntax? {
    for case .attribute(let attribute) in declaration.attributes {
      guard case .argumentList(let arguments)? = attribute.arguments,
        let member = arguments.first?.expression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.tokenKind == .keyword(.self),
        let name = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      else { continue }
      return TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
    }
    return nil
  }
}

extension TypeInfo {
  /// The type of a property that a protocol requires.
  fileprivate func requirement(_ name: String) -> TypeSyntax? {
    let members = node.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
    return members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
      .first { $0.boundName == name }?.typeAnnotation?.type
  }
}
