import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// Objects that keep a struct in a store, which lends it to be changed: `commit { $0.isOn = true }`.
extension MutatingStyle {
  /// The method by which a store lends its state, and the object that has the store too.
  private static let lender = "commit"
  private static let word = Word(lender)
  /// The type of a store that is named by the state beside it.
  private static let ownStore = "DefaultStore"

  /// The structs in the stores of an object, where its methods change them.
  func lentStructs(of info: TypeInfo) -> [Candidate] {
    guard info.isObject,
      info.functions.contains(where: { $0.file.words.contains(Self.word) }),
      case let stores = stores(of: info), !stores.isEmpty,
      !info.functions.contains(where: { $0.name == Self.lender })
    else { return [] }
    return stores.filter { candidate in
      info.functions.contains { function in
        !function.isStatic && index.mentions(of: candidate.access, in: function).writes > 0
      }
    }
  }

  private func stores(of info: TypeInfo) -> [Candidate] {
    let own = info.stored.map(\.property).compactMap { property -> Candidate? in
      guard !property.isStatic, let state = storedState(in: property, of: info) else { return nil }
      return candidate(property.name, state, in: info)
    }
    guard own.isEmpty, let state = stateAbove(info) else { return own }
    var inherited = candidate("state", state, in: info)
    inherited.isInherited = true
    return [inherited]
  }

  private func candidate(_ name: String, _ state: TypeInfo, in info: TypeInfo) -> Candidate {
    var access = StateAccess(name, of: state)
    (access.isBoxed, access.lender) = (true, Self.lender)
    access.names.formUnion(
      StateAccess.views.filter { view in
        info.property(view) == nil && !info.computed.contains { $0.name == view }
          && state.property(view) == nil
      })
    return Candidate(name: name, state: state, access: access)
  }

  /// The state of `Store<State, Activity>`, of a subclass of such a type, or of the object's own store.
  private func storedState(in property: StoredProperty, of info: TypeInfo) -> TypeInfo? {
    guard let type = NamedType(of: property) else { return nil }
    if type.name == Self.ownStore, type.types.isEmpty {
      return stateStruct(index.resolve(name: "State", in: info))
    }
    if let state = storedState(type, in: info) { return state }
    return index.type(named: type.name, in: info).flatMap(stateAbove)
  }

  /// What the superclass of a class stores.
  private func stateAbove(_ info: TypeInfo) -> TypeInfo? {
    let type = info.node.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type
    guard let type, let store = NamedType(type) else { return nil }
    return storedState(store, in: info)
  }

  /// The struct that a generic type with a store's name is given first.
  private func storedState(_ type: NamedType, in info: TypeInfo) -> TypeInfo? {
    guard ["Store", "StoreBase"].contains(where: type.name.hasSuffix), let first = type.types.first
    else { return nil }
    return stateStruct(index.resolve(first, in: info))
  }
}
