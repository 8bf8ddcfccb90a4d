import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Types that keep a state which methods of a protocol's extensions change: those methods are theirs.
extension SourceIndex {
  func give(_ uses: any FunctionUses) {
    let written = infos.reduce(into: [String: Set<String>]()) {
      if $1.kind == .protocol, case let names = Self.writtenRequirements(of: $1, uses),
        !names.isEmpty
      {
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
        adoptCallers(from: bases, by: info, uses)
      }
    }
  }

  /// Gives a type the methods of its protocols that it calls and that call its own in turn: an overload
  /// that leaves an argument out.
  private func adoptCallers(
    from bases: [TypeInfo], by info: TypeInfo, _ uses: any FunctionUses
  ) {
    let own = Set(info.functions.map(\.name))
    let words = Set(bases.flatMap(\.functions).filter { $0.body != nil }.map { Word($0.name) })
    guard !words.isEmpty else { return }
    let called = info.functions.filter { $0.file.words.containsAny(of: words) }
      .reduce(into: Set<String>()) { $0.formUnion(uses.ownCalls(in: $1)) }
    adopt(bases, by: info) { given in
      called.contains(given.name) && !uses.ownCalls(in: given).isDisjoint(with: own)
    }
  }

  /// The properties that a protocol has others keep, and that its own methods assign.
  private static func writtenRequirements(
    of info: TypeInfo, _ uses: any FunctionUses
  ) -> Set<String> {
    let given = (info.functions + info.accessors).filter { $0.body != nil }
    guard !given.isEmpty, !reducerProtocols.contains(info.name) else { return [] }
    return settableRequirements(of: info).filter { name in
      given.contains { uses.changes([name], orPartsOf: [], in: $0) }
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
