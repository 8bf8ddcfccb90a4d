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
}
