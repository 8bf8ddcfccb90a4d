import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Types that keep a state which methods of a protocol's extensions change: those methods are theirs.
extension SourceIndex {
  func give() {
    let written = infos.reduce(into: [String: Set<String>]()) {
      if $1.kind == .protocol, case let names = writtenRequirements(of: $1), !names.isEmpty {
        $0[$1.key] = names
      }
    }
    for info in infos {
      guard [.class, .struct, .actor].contains(info.kind), !info.inherited.isEmpty else { continue }
      let kept = Set(info.stored.map(\.property).filter { isPhase($0, of: info) }.map(\.name))
      let bases = bases(of: info).filter { $0.kind == .protocol }
      let isKeeper = bases.contains { base in
        written[base.key].map { !$0.isDisjoint(with: kept) } ?? false
      }
      if isKeeper {
        adopt(bases, by: info)
      } else if !kept.isEmpty {
        adoptCallers(from: bases, by: info)
      }
    }
  }

  /// Gives a type the methods of its protocols that it calls and that call its own in turn: an overload
  /// that leaves an argument out.
  private func adoptCallers(from bases: [TypeInfo], by info: TypeInfo) {
    let own = Set(info.functions.map(\.name))
    let words = Set(bases.flatMap(\.functions).filter { $0.body != nil }.map { Word($0.name) })
    guard !words.isEmpty else { return }
    let called = info.functions.filter { $0.file.words.containsAny(of: words) }
      .reduce(into: Set<String>()) { $0.formUnion(ownCalls(in: $1)) }
    adopt(bases, by: info) { given in
      called.contains(given.name) && !self.ownCalls(in: given).isDisjoint(with: own)
    }
  }

  /// The properties that a protocol has others keep, and that its own methods assign.
  private func writtenRequirements(of info: TypeInfo) -> Set<String> {
    let given = (info.functions + info.accessors).filter { $0.body != nil }
    guard !given.isEmpty, !Self.reducerProtocols.contains(info.name) else { return [] }
    return Self.settableRequirements(of: info).filter { name in
      given.contains { changes([name], in: $0) }
    }
  }

  private static func settableRequirements(of info: TypeInfo) -> Set<String> {
    let members = info.node.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
    let bindings = members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
    return bindings.reduce(into: []) { names, binding in
      guard let list = binding.accessorBlock?.list, list.contains(where: { $0.isOne(of: .set) }),
        let name = binding.boundName
      else { return }
      names.insert(name)
    }
  }

  /// Whether a property holds one of the cases of an enum.
  private func isPhase(_ property: StoredProperty, of info: TypeInfo) -> Bool {
    guard !property.isLet, !property.isStatic else { return false }
    return self.info(type(of: property, in: info))?.kind == .enum
  }
}

/// Features whose reducers stand in a protocol of their app: what it gives by default is theirs.
extension SourceIndex {
  /// The names of the protocols that make a type a feature.
  package static let reducerProtocols: Set = [
    "Reducer", "ReducerProtocol", "ComposableArchitecture.Reducer",
  ]

  func conform() {
    for info in infos where info.kind != .protocol {
      let protocols = featureProtocols(of: info)
      guard !protocols.isEmpty else { continue }
      adopt(protocols, by: info)
      // What all reducers have is the library's: of that only what is for the app's own counts.
      let reducers = bases(of: info).filter { Self.reducerProtocols.contains($0.name) }
      adopt(reducers, by: info, needing: Set(protocols.map(\.name)))
    }
  }

  /// The protocols of an app that refine a reducer's, and that a type conforms to.
  package func featureProtocols(of info: TypeInfo) -> [TypeInfo] {
    bases(of: info).filter { base in
      base.kind == .protocol && !Self.reducerProtocols.contains(base.name)
        && !inheritedNames(of: base).isDisjoint(with: Self.reducerProtocols)
    }
  }

  /// What a protocol takes an associated type for that a conforming type does not declare.
  package func defaultType(_ name: String, of info: TypeInfo) -> TypeSyntax? {
    if let written = info.aliases[name] { return written }
    return featureProtocols(of: info).lazy.flatMap { self.bases(of: $0) + [$0] }.compactMap {
      base in
      base.node.as(ProtocolDeclSyntax.self)?.memberBlock.members.lazy
        .compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
        .first { Naming.identifier($0.name.text) == name }?.initializer?.value
    }.first
  }

  /// Gives a type what extensions of protocols have for it, but for what it has itself.
  ///
  /// - Parameters:
  ///   - needed: Protocols of which an extension has to require one; none where any will do.
  ///   - isWanted: Which methods alone it is given, as helpers; nothing for all members.
  func adopt(
    _ protocols: [TypeInfo], by info: TypeInfo, needing needed: Set<String> = [],
    only isWanted: ((FunctionInfo) -> Bool)? = nil
  ) {
    let known = inheritedNames(of: info).union([info.name])
    for base in protocols {
      for var function in base.functions
      where function.body != nil && isWanted?(function) ?? true
        && !info.functions.contains(where: { isSame($0, function, in: info) })
        && Self.isGiven(Syntax(function.node), to: known, needing: needed)
      {
        (function.isGiven, function.isHelper) = (true, isWanted != nil)
        info.functions.append(function.owned(by: info.key))
      }
      for var getter in base.computed
      where isWanted == nil && !info.propertyNames.contains(getter.name)
        && Self.isGiven(Syntax(getter.body), to: known, needing: needed)
      {
        getter.owner = info.key
        info.computed.append(getter)
        info.accessors += base.accessors.filter { $0.body != nil && $0.name == getter.name }
          .map { $0.owned(by: info.key) }
      }
    }
  }

  /// Whether a type that conforms to some protocols meets what the extension around a member
  /// requires.
  private static func isGiven(
    _ node: Syntax, to known: Set<String>, needing needed: Set<String>
  ) -> Bool {
    let clause = node.around(ExtensionDeclSyntax.self)?.genericWhereClause
    let required = (clause?.requirements ?? []).map { requirement -> String? in
      guard case .conformanceRequirement(let conformance) = requirement.requirement,
        conformance.leftType.trimmedText == "Self"
      else { return nil }
      return conformance.rightType.trimmedText
    }
    return required.allSatisfy { $0.map(known.contains) ?? false }
      && (needed.isEmpty || required.contains { $0.map(needed.contains) ?? false })
  }

  /// The protocols that a type conforms to, and those that they refine, as far as they are known:
  /// the nearest first.
  package func bases(of info: TypeInfo) -> [TypeInfo] {
    var found: [TypeInfo] = []
    var open = [info][...]
    while let next = open.popFirst() {
      for name in next.inherited {
        let key = resolve(name: Naming.typeName(name), in: nil, module: next.module)
        guard let base = self.info(key), [.protocol, .extensionOnly].contains(base.kind),
          base !== info, !found.contains(where: { $0 === base })
        else { continue }
        found.append(base)
        open.append(base)
      }
    }
    return found
  }

  func inheritedNames(of info: TypeInfo) -> Set<String> {
    Set((bases(of: info) + [info]).flatMap(\.inherited).map { Naming.typeName($0) })
  }
}
