import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// The private methods of an object that nothing but its initializers comes to: parts of these.
extension MutatingStyle {
  static func setUps(of info: TypeInfo) -> Set<String> {
    let own = Dictionary(grouping: info.functions, by: \.name).compactMapValues { found in
      let isOwn = found.count == 1 && found[0].isPrivate && !found[0].isStatic
      return isOwn ? found[0] : nil
    }
    guard !own.isEmpty else { return [] }
    var result: Set<String> = []
    var open = calls(ofInitializersOf: info)
    while let name = open.popFirst() {
      guard let function = own[name], result.insert(name).inserted else { continue }
      open.formUnion(DirectCalls.find(in: function.node))
    }
    while !result.isEmpty {
      let left = result.subtracting(usesElsewhere(in: info, but: result))
      if left == result { break }
      result = left
    }
    return result
  }

  /// The names that code mentions which is no set-up, or that set-ups hand on or call later.
  private static func usesElsewhere(in info: TypeInfo, but setUps: Set<String>) -> Set<String> {
    let others = (info.functions + info.accessors).filter { !setUps.contains($0.name) }
    var names = NameUses.elsewhere(in: info, others)
    let parts = info.functions.filter { setUps.contains($0.name) }
    // What an interface calls is among the others, whatever else does.
    names.formUnion(NameUses.actions(among: parts))
    for getter in info.computed { names.formUnion(NameUses.find(in: getter.body).all) }
    for node in parts.map(\.node) + info.initializers.map(\.node) {
      names.formUnion(NameUses.find(in: node).values)
      for closure in laterClosures(in: node) { names.formUnion(NameUses.find(in: closure).all) }
    }
    for closure in laterClosures(ofPropertiesOf: info) {
      names.formUnion(NameUses.find(in: closure).all)
    }
    return names
  }
}
