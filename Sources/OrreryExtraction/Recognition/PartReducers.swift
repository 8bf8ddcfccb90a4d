import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Reducers of other types that a body composes for the same state and action: `MenuLogic()`.
///
/// They see each action, as the body's own closures do, and may be generic in the state.
extension ComposableStyle {
  /// - Returns: Their handlers, each with where the body names its reducer.
  func partReducers(
    of info: TypeInfo, state: TypeInfo, action: TypeInfo
  ) -> [(AbsolutePosition?, Handler)] {
    guard let body = info.computed.first(where: { $0.name == "body" && !$0.isStatic }) else {
      return []
    }
    return body.body.compactMap { item in item.item.as(FunctionCallExprSyntax.self) }
      .flatMap { call -> [(AbsolutePosition?, Handler)] in
        var call = call
        while let inner = call.previous { call = inner }
        let name =
          call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
          ?? call.calledExpression
        let key = index.resolve(name: name.trimmedText, in: info, module: info.module)
        guard let part = index.info(key), part !== info, part.kind != .protocol else { return [] }
        return handlers(of: part, state: state, action: action).map { (call.position, $0) }
      }
  }

  private func handlers(of part: TypeInfo, state: TypeInfo, action: TypeInfo) -> [Handler] {
    let methods = part.functions.compactMap { function -> Handler? in
      let parameters = Array(function.parameters)
      guard function.name == "reduce", parameters.count == 2,
        takes(state, parameters[0].type, in: part),
        index.resolve(parameters[1].type, in: part, module: part.module) == action.key
      else { return nil }
      return Handler(reducing: action, by: function, of: part)
    }
    let closures = part.computed.filter { $0.name == "body" && !$0.isStatic }.flatMap { body in
      let constraint = body.type?.as(SomeOrAnyTypeSyntax.self)?.constraint
      let types = ReducerType.types(
        constraint?.as(IdentifierTypeSyntax.self)?.genericArgumentClause)
      guard types.count == 2, takes(state, types[0], in: part),
        index.resolve(types[1], in: part, module: part.module) == action.key
      else { return [Handler]() }
      return ReduceClosureFinder.find(in: body.body).map {
        Handler(closure: $0, event: action, owner: part, file: body.file)
      }
    }
    return methods + closures
  }

  /// Whether a type is the state, or whatever state the type around it is used for.
  private func takes(_ state: TypeInfo, _ type: TypeSyntax, in part: TypeInfo) -> Bool {
    let written = SourceIndex.parts(of: type.inOutBase ?? type) ?? []
    return written.count == 1 && part.genericNames.contains(written[0])
      || index.resolve(type, in: part, module: part.module) == state.key
  }
}
