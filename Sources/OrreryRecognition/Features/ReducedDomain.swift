import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// The state and the actions that the reducers of one feature are for.
struct ReducedDomain {
  let index: SourceIndex
  let state: TypeInfo
  let action: TypeInfo

  /// Whether a type's body, or its method, is for the state and the action.
  func isReduced(by info: TypeInfo) -> Bool {
    let bodies = info.reducerBodies
    if bodies.isEmpty {
      return info.functions.contains { $0.name == "reduce" && isTaken(by: $0, of: info) }
    }
    let types = bodies.lazy.map { NamedType.domain(writtenBy: $0) }.first { !$0.isEmpty } ?? []
    switch types.count {
    case 2: return takes(state, types[0], in: info) && takes(action, types[1], in: info)
    case 1 where types[0].trimmedText != "Self":
      let owner = index.type(types[0], in: info)
      return owner.map(hasDomain) ?? false
    default: return hasDomain(info)
    }
  }

  /// Whether the types of these names in a feature are the state and the action.
  private func hasDomain(_ info: TypeInfo) -> Bool {
    [("State", state), ("Action", action)].allSatisfy { name, wanted in
      info.aliases[name].map { takes(wanted, $0, in: info) } ?? false
        || index.resolve(name: name, in: info) == wanted.key
    }
  }

  /// Whether a function is handed the state and an action.
  func isTaken(by function: FunctionInfo, of info: TypeInfo) -> Bool {
    let parameters = Array(function.parameters)
    return parameters.count == 2 && takes(state, parameters[0].type, in: info)
      && takes(action, parameters[1].type, in: info)
  }

  /// Whether a type is the wanted one, or whatever the type around it is used for.
  private func takes(_ wanted: TypeInfo, _ type: TypeSyntax, in info: TypeInfo) -> Bool {
    let written = SourceIndex.parts(of: type) ?? []
    return written.first.map(info.genericNames.contains) ?? false
      || index.resolve(type, in: info) == wanted.key
  }
}

extension NamedType {
  /// What a body says that it reduces: `some Reducer<State, Action>`, `some ReducerOf<Feature>`.
  static func domain(writtenBy body: ComputedInfo) -> [TypeSyntax] {
    let constraint = body.type?.as(SomeOrAnyTypeSyntax.self)?.constraint
    return types(constraint?.as(IdentifierTypeSyntax.self)?.genericArgumentClause)
  }
}

extension TypeInfo {
  /// What a reducer composes.
  var reducerBodies: [ComputedInfo] { computed.filter { $0.name == "body" && !$0.isStatic } }
}
