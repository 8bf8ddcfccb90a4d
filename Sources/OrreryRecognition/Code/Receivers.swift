import OrreryLowering
import OrreryProgram

// What calls mean, as far as declarations tell: by the type of what they are made on.
extension SourceIndex {
  /// The functions that a call in a function may mean.
  func callees(of call: Uses.CallUse, in function: FunctionInfo) -> [FunctionInfo] {
    let owner = info(function.owner)
    switch call.receiver {
    case .me:
      let own = owner?.functions.filter { $0.name == call.name } ?? []
      return own.isEmpty ? globals[call.name] ?? [] : own
    case .place(let base):
      let type = type(of: base, in: uses(of: function), of: owner)
      return type?.functions.filter { $0.name == call.name } ?? []
    case .superclass, .given, .other: return []
    }
  }

  /// The type of what is kept in a place: that of a property, or of a variable that says so.
  func type(of place: UsedPlace, in uses: Uses, of owner: TypeInfo?) -> TypeInfo? {
    var current: TypeInfo?
    switch place.root {
    case .me: current = owner
    case .type(let key): current = info(key)
    case .local(let local):
      current =
        info(uses.types[local]?.key)
        ?? uses.bound[local].flatMap { type(of: $0, in: uses, of: owner) }
    }
    for step in place.steps {
      guard case .member(let name) = step, let known = current else { return nil }
      current = known.property(name).flatMap { info(type(of: $0.property, in: known)) }
    }
    return current
  }
}

extension Uses.CallUse {
  /// Whether it is made on something else than the owner of the function around it.
  var isOutside: Bool {
    switch receiver {
    case .place, .superclass: true
    case .other: if case .member = call.callee { true } else { false }
    case .me, .given: false
    }
  }

  /// Whether a variable, or a property of that name, is among what it is handed.
  func hands(_ name: String) -> Bool { handed.contains { $0?.name == name } }
}

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

  /// Whether code does nothing else with the object that a property refers to than to come to what that
  /// has, so that all that happens there is seen: it neither hands the reference on nor keeps another one
  /// under its name.
  func comesOnly(to property: String) -> Bool {
    uses.all.allSatisfy { use in
      guard holds(use.id), uses.refers(use.place, to: property) else { return true }
      switch use.kind {
      case .compared, .asked, .called: return true
      case .read:
        switch use.context.taker {
        case .member?, .comparison?, .binding?: return true
        default: return false
        }
      case .assigned, .lent, .operated: return false
      }
    }
  }
}

extension UsedPlace {
  /// The name of a variable, or of a property of `self`.
  var name: String? {
    if case .local(let local) = root { return steps.isEmpty ? local.name : nil }
    return plainProperty
  }
}

extension Uses {
  /// Whether a place is a property of `self`, or a variable that stands for it.
  fileprivate func refers(_ place: UsedPlace, to property: String, depth: Int = 0) -> Bool {
    guard case .local(let local) = place.root, place.steps.isEmpty else {
      return place.plainProperty == property
    }
    return depth < 8 && bound[local].map { refers($0, to: property, depth: depth + 1) } ?? false
  }
}
