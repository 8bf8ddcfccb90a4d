import OrreryLowering
import OrreryModel
import OrreryProgram
import OrrerySyntax
import SwiftSyntax

/// A model whose state is worked out of the states of its parts: `KitchenState(oven: oven.state, …)`.
package struct CompositeModel {
  /// A property that holds a machine.
  package struct Part {
    package var property: String
    /// The keys of what the machine has to be: a type, or protocols that it conforms to.
    package var types: [String]
    /// What the property is declared as, as written.
    package var declared: String
    /// The key of the enum that its state is declared as; nothing where the source does not tell one.
    package var state: String?
  }

  /// The model as a machine: it has no handler, since it follows its parts.
  package var site: Site
  /// What works the state out.
  package var getter: ComputedInfo
  package var parts: [Part]
}

/// Types with a getter `state` that asks two or more of their properties for theirs.
package struct CompositeStyle {
  let index: SourceIndex

  private static let state = "state"

  package init(index: SourceIndex) { self.index = index }

  /// - Parameter sites: The machines that are known: a type with a state of its own is none of others.
  func models(beside sites: [Site]) -> [CompositeModel] {
    let known = Set(sites.filter { $0.path == $0.owner?.path }.compactMap { $0.owner?.key })
    let models = index.keys.filter { !known.contains($0) }.compactMap { index.info($0) }
      .compactMap(model)
    guard !models.isEmpty else { return [] }
    let named = SharedNames.told(apart: sites + models.map(\.site), in: index)
    return models.compactMap { model in
      var model = model
      guard let site = named.last(where: { $0.owner?.key == model.site.owner?.key }) else {
        return nil
      }
      model.site = site
      return model
    }
  }

  private func model(of info: TypeInfo) -> CompositeModel? {
    guard [.actor, .class, .struct].contains(info.kind), !info.file.isGenerated,
      let getter = info.computed.first(where: { $0.name == Self.state && !$0.isStatic }),
      let state = enumeration(getter.type, in: info), state.cases.count > 1
    else { return nil }
    let parts = properties(askedBy: getter).compactMap { part($0, of: info) }
    guard parts.count > 1 else { return nil }
    var site = Site(.actor, of: info, state: state)
    site.unread = parts.flatMap { replacements(of: $0.property, in: info) }
    return CompositeModel(site: site, getter: getter, parts: parts)
  }

  /// Where another machine takes the place of a part.
  private func replacements(of property: String, in info: TypeInfo) -> [Unresolved] {
    info.functions.filter { index.mentions(of: StateAccess(property), in: $0).writes > 0 }.map {
      Unresolved(
        location: $0.file.location(of: $0.node),
        reason: "no row shows that \($0.name) replaces \(property), whose state is part of this one"
      )
    }
  }

  /// What a getter asks for its state, by name: `oven` of `oven.state` and of `oven?.state`.
  private func properties(askedBy getter: ComputedInfo) -> [String] {
    var names: [String] = []
    index.withProgram { $0.getter(getter).body }?.visit { node in
      guard case .member(let base, Self.state) = node.form, let name = base.part,
        !names.contains(name)
      else { return }
      names.append(name)
    }
    return names
  }

  // MARK: Parts

  private func part(_ name: String, of info: TypeInfo) -> CompositeModel.Part? {
    guard let property = info.property(name)?.property else { return nil }
    let types =
      property.type.map { self.types(in: $0, of: info) }
      ?? [index.type(of: property, in: info)].compactMap(\.self)
    let states = types.compactMap { index.info($0) }.compactMap(state)
    return CompositeModel.Part(
      property: name, types: types, declared: (property.type?.folded ?? types.first) ?? "",
      state: states.first?.key)
  }

  /// The types of the files that a type is made of: one, several protocols, or what a generic parameter
  /// is to conform to.
  private func types(in type: TypeSyntax, of info: TypeInfo) -> [String] {
    // What may hold no machine has more states than that.
    if type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return []
    }
    if let some = type.as(SomeOrAnyTypeSyntax.self) { return types(in: some.constraint, of: info) }
    if let parts = type.as(CompositionTypeSyntax.self)?.elements {
      return parts.flatMap { types(in: $0.type, of: info) }
    }
    if let name = type.as(IdentifierTypeSyntax.self)?.name.text, info.genericNames.contains(name) {
      return info.constraints(of: name).flatMap { types(in: $0, of: info) }
    }
    return [index.resolve(type, in: info)].compactMap(\.self)
  }

  /// The enum that a type, or a protocol, declares as its state.
  package func state(of info: TypeInfo) -> TypeInfo? {
    let getter = info.computed.first { $0.name == Self.state && !$0.isStatic }
    let declared =
      getter?.type ?? info.property(Self.state)?.property.type ?? info.requirement(Self.state)
    if let declared { return enumeration(declared, in: info) }
    // `StateMachineProtocol<OvenState>`
    let base = ([info] + index.bases(of: info)).first { $0.aliases["State"] != nil }
    return base.flatMap { enumeration($0.aliases["State"], in: $0) }
  }

  private func enumeration(_ type: TypeSyntax?, in info: TypeInfo) -> TypeInfo? {
    guard let type, !type.is(OptionalTypeSyntax.self),
      let state = index.type(type, in: info),
      state.kind == .enum
    else { return nil }
    return state
  }
}

extension Expression {
  /// The property of `self` that it names, also one that may be absent: `oven?`.
  fileprivate var part: String? {
    switch form {
    case .chain(let base), .unwrap(let base): base.part
    default: ownProperty
    }
  }
}

extension TypeInfo {
  /// What one of its generic parameters is declared to conform to.
  fileprivate func constraints(of name: String) -> [TypeSyntax] {
    let generic = node.asProtocol((any WithGenericParametersSyntax).self)
    let inherited = generic?.genericParameterClause?.parameters.first { $0.name.text == name }?
      .inheritedType
    let required = (generic?.genericWhereClause?.requirements ?? []).compactMap {
      requirement -> TypeSyntax? in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedText == name
      else { return nil }
      return conformance.rightType
    }
    return [inherited].compactMap(\.self) + required
  }

  /// The type of a property that a protocol asks for.
  fileprivate func requirement(_ name: String) -> TypeSyntax? {
    guard let members = node.as(ProtocolDeclSyntax.self)?.memberBlock.members else { return nil }
    let bindings = members.compactMap { $0.decl.as(VariableDeclSyntax.self)?.bindings }
      .flatMap(\.self)
    return bindings.first { $0.boundName == name }?.typeAnnotation?.type
  }
}
