import OrreryTrace
import SwiftSyntax

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
    var open = [info]
    while !open.isEmpty {
      let next = open.removeFirst()
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
