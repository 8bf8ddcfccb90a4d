import OrreryProgram

extension Code {
  /// The methods that are handed a variable: `state` and `apply` of `state.apply(event)`, and no property
  /// where it is a method of `self`.
  func receivers(of variable: String) -> [(property: String?, method: String)] {
    uses.calls.filter { holds($0.id) && $0.hands(variable) }.compactMap { use in
      switch use.receiver {
      case .me: return (nil, use.name)
      case .place(let base): return base.name.map { ($0, use.name) }
      case .superclass, .given, .other: return nil
      }
    }
  }
}

extension Uses.CallUse {
  /// Whether a variable, or a property of that name, is among what it is handed.
  func hands(_ name: String) -> Bool { handed.contains { $0?.name == name } }
}

extension UsedPlace {
  /// The name of a variable, or of a property of `self`.
  var name: String? {
    if case .local(let local) = root { return steps.isEmpty ? local.name : nil }
    return plainProperty
  }
}
