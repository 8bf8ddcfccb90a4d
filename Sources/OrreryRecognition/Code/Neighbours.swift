import OrreryLowering
import OrreryProgram

// What a type's neighbours, the other types of its file, call of its private methods.
extension SourceIndex {
  /// The private methods of an object that other types call on one.
  package func privateMethods(calledBesideOf info: TypeInfo) -> Set<String> {
    guard info.isObject, let beside = typesOfFiles[info.file.path], beside.count > 1 else {
      return []
    }
    let own = Set(info.functions.filter { $0.isPrivate && !$0.isAccessor }.map(\.name))
    guard !own.isEmpty else { return [] }
    return beside.filter { $0.key != info.key }.reduce(into: []) { names, other in
      for uses in uses(ofAll: other) {
        names.formUnion(uses.members(own, ofObjectsOf: info, asked: other, self))
      }
    }
  }

  /// What all functions, accessors and getters of a type do.
  func uses(ofAll info: TypeInfo) -> [Uses] {
    (info.functions + info.initializers + info.accessors).map { uses(of: $0) }
      + info.computed.map { uses(of: $0) }
  }
}

extension Uses {
  /// The members of some names that are asked of an object of some type, as far as that is told: by the
  /// type that is written for it, or by what made it; a name alone tells nothing.
  fileprivate func members(
    _ names: Set<String>, ofObjectsOf info: TypeInfo, asked owner: TypeInfo, _ index: SourceIndex
  ) -> Set<String> {
    var found: Set<String> = []
    for use in all {
      guard let name = use.place.member, names.contains(name), let base = use.place.whole,
        base != .me, index.type(of: base, in: self, of: owner) === info
      else { continue }
      found.insert(name)
    }
    for use in calls where use.receiver == .other && names.contains(use.name) {
      if case .member(let base, let name) = use.call.callee, base.madeType?.key == info.key {
        found.insert(name)
      }
    }
    return found
  }
}
