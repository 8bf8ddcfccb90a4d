import OrreryLowering

// Who asks for a state, be it by others: that tells it from a value which is only set and handed on.
extension MutatingStyle {
  /// What functions do with a state themselves, and that they ask for it by a getter.
  func mentions(
    of access: StateAccess, in functions: [FunctionInfo], of info: TypeInfo
  ) -> [Mentions] {
    let getters = access.isShared ? [] : info.computed.filter { !$0.isStatic }
    let questions = Questions(among: getters, about: access, in: index)
    return functions.map { function in
      var found = index.mentions(of: access, in: function)
      if questions.areAsked(in: index.code(of: function)) { found.tests += 1 }
      return found
    }
  }

  /// What the functions do that those with some mentions may lend the state to, and what a deinitializer
  /// asks: what it changes is of no use to anybody.
  func asides(
    _ mentions: [Mentions], of info: TypeInfo, _ access: StateAccess, _ state: TypeInfo
  ) -> [Mentions] {
    let called = mentions.reduce(into: Set()) { $0.formUnion($1.calls) }
    let lent = info.functions.filter { called.contains($0.name) }.flatMap { function in
      function.parameters.filter { parameter in
        parameter.type.inOutBase.map { index.resolve($0, in: info) == state.key } ?? false
      }.map { parameter in
        var own = StateAccess(parameter.ownName, of: state)
        own.isHanded = true
        return index.mentions(of: own, in: function)
      }
    }
    let ends = info.functions.filter(\.isDeinitializer).map { function in
      var found = Mentions()
      found.tests = index.mentions(of: access, in: function).tests
      return found
    }
    return lent + ends
  }
}
