import OrreryLowering

extension TypeInfo {
  /// The private methods of an object that nothing but its initializers comes to: parts of these.
  package func setUps(in index: SourceIndex) -> Set<String> {
    MutatingStyle.setUps(of: self, in: index)
  }
}

extension MutatingStyle {
  static func setUps(of info: TypeInfo, in index: SourceIndex) -> Set<String> {
    let own = Dictionary(grouping: info.functions, by: \.name).compactMapValues { found in
      let isOwn = found.count == 1 && found[0].isPrivate && !found[0].isStatic
      return isOwn ? found[0] : nil
    }
    guard !own.isEmpty else { return [] }
    var result: Set<String> = []
    var open = calls(ofInitializersOf: info, in: index)
    while let name = open.popFirst() {
      guard let function = own[name], result.insert(name).inserted else { continue }
      open.formUnion(index.code(of: function).directCalls)
    }
    while !result.isEmpty {
      let left = result.subtracting(usesElsewhere(in: info, but: result, index))
      if left == result { break }
      result = left
    }
    return result
  }

  /// The names that code mentions which is no set-up, or that set-ups hand on or call later.
  private static func usesElsewhere(
    in info: TypeInfo, but setUps: Set<String>, _ index: SourceIndex
  ) -> Set<String> {
    let others = (info.functions + info.accessors).filter { !setUps.contains($0.name) }
    var names = NameUses.elsewhere(in: info, others, index)
    let parts = info.functions.filter { setUps.contains($0.name) }
    // What an interface calls is among the others, whatever else does.
    names.formUnion(NameUses.actions(among: parts))
    for getter in info.computed { names.formUnion(index.code(of: getter).names) }
    for function in parts + info.initializers {
      names.formUnion(index.code(of: function).values)
      for closure in index.laterClosures(in: function) { names.formUnion(closure.code.names) }
    }
    for closure in index.laterClosures(ofPropertiesOf: info) {
      names.formUnion(closure.code.names)
    }
    return names
  }
}
