import SwiftSyntax

/// Classes whose state is kept in a superclass: the members that they inherit are theirs.
extension SourceIndex {
  func inherit() {
    // Superclasses first, so that what they inherit is handed on.
    var done: Set<String> = []
    for info in keys.compactMap({ info($0) }) { inherit(info, &done, depth: 0) }
  }

  private func inherit(_ info: TypeInfo, _ done: inout Set<String>, depth: Int) {
    guard info.kind == .class, depth < 16, done.insert(info.key).inserted,
      let base = superclass(of: info)
    else { return }
    inherit(base, &done, depth: depth + 1)
    guard changes(info, whatIsIn: base) else { return }
    info.ancestors = [base.key] + base.ancestors
    let inherited = (base.functions + base.accessors).map { $0.owned(by: info.key) }
    let own = Set(info.functions.map(\.fullName))
    let (hidden, open) = inherited.split { own.contains($0.fullName) }
    info.overridden = hidden
    info.functions += open.filter { !$0.isAccessor }
    info.accessors += open.filter(\.isAccessor)
    let names = Set(info.computed.map(\.name) + info.stored.map(\.property.name))
    info.stored += base.stored.filter { !names.contains($0.property.name) }
    info.computed += base.computed.filter { !names.contains($0.name) }.map { getter in
      var getter = getter
      getter.owner = info.key
      return getter
    }
    if info.initializers.isEmpty { info.initializers = base.initializers }
  }

  private func superclass(of info: TypeInfo) -> TypeInfo? {
    guard let name = info.inherited.first,
      let base = self.info(resolve(name: name, in: nil, module: info.module)),
      base.kind == .class, base !== info
    else { return nil }
    return base
  }

  /// Whether methods of a class assign a property of its superclass.
  private func changes(_ info: TypeInfo, whatIsIn base: TypeInfo) -> Bool {
    let names = Set(
      base.stored.map(\.property).filter { !$0.isStatic && !$0.isLet }.map(\.name))
    let words = Set(names.map { Word($0) })
    guard let first = names.first else { return false }
    var access = StateAccess(first)
    access.names = names
    return info.functions.contains { function in
      function.file.words.containsAny(of: words)
        && MentionCounter.count(access, in: function.node).writes > 0
    }
  }
}

extension FunctionInfo {
  /// The name with the labels of its parameters.
  var fullName: String {
    "\(name)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
  }

  func owned(by key: String) -> FunctionInfo {
    var copy = self
    copy.owner = key
    return copy
  }
}

extension Array {
  fileprivate func split(_ test: (Element) -> Bool) -> (yes: [Element], no: [Element]) {
    (filter(test), filter { !test($0) })
  }
}
