import OrreryModel

/// Effects in order; the name of one of which it is open whether it is asked for has a `?` behind it.
extension [Effect] {
  /// What either of two ways asks for: what only one does is open.
  package func asked(or other: [Effect]) -> [Effect] {
    if self == other { return self }
    let both = Set(self).intersection(other)
    var effects = map { both.contains($0) ? $0 : $0.perhaps }
    for effect in other where !both.contains(effect) && !effects.contains(effect.perhaps) {
      effects.append(effect.perhaps)
    }
    // What is sure of one way and open on the other is open.
    return effects.reduce(into: []) { kept, effect in
      let isOpen = effect.perhaps != effect && effects.contains(effect.perhaps)
      if !kept.contains(effect), !isOpen { kept.append(effect) }
    }
  }
}

extension Effect {
  fileprivate var perhaps: Effect {
    switch self {
    case .run(let name): .run(name.hasSuffix("?") ? name : name + "?")
    case .raise, .merge, .concatenate, .cancel: self
    }
  }
}
