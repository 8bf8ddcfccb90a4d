import OrreryProgram

/// Effects and results of libraries, of which the files tell no more than how they are called: they
/// stand for themselves, as cases do.
extension Execution {
  /// Whether a call makes what the handler returns: `Next(state)`, `Cmd.none()`, or one whose labels say
  /// which arguments are effects, `Outcome(effects: [.fetch])`.
  ///
  /// - Parameter base: What it is called on, as written; nothing for a bare name.
  func makesAnswer(_ name: String, on base: String?, _ call: Call) -> Bool {
    if setting.answer.type == nil, (base ?? name) == setting.answer.typeName { return true }
    guard let base else {
      return setting.answer.besides.contains(name)
        && call.arguments.contains { Library.isEffectLabel($0.label ?? "") }
    }
    // `Effect` of `Effect<Action>`.
    return Library.emptyEffects.contains(name) && call.arguments.isEmpty
      && setting.answer.besides.contains(String(base.prefix { $0 != "<" }))
  }

  /// The types of the arguments of a library's result, as far as their labels tell.
  func stateTypes(of call: Call) -> [TypeReference?] {
    guard let state = setting.state.structType, setting.answer.typeName != nil,
      setting.answer.type == nil
    else { return [] }
    return call.arguments.map { argument in
      Library.stateLabels.contains(argument.label ?? "") ? TypeReference(key: state) : nil
    }
  }

  /// What a method of an effect gives: the same effect, or several together; nothing for any other
  /// call.
  func modified(_ name: String, _ value: Value, _ call: Call, _ path: Path) -> [Way]? {
    guard Library.effectModifiers.contains(name), let made = value.caseValue,
      type(made.type) == nil, made.text.hasPrefix(".") || isResult(made)
    else { return nil }
    return arguments(of: call, path).map { path, values in
      Way(path, .enumCase(modified(made, by: name, values)))
    }
  }

  private func isResult(_ made: CaseValue) -> Bool {
    setting.answer.type == nil && made.type == nil && made.name == setting.answer.typeName
  }

  private func modified(_ effect: CaseValue, by name: String, _ values: [Labelled]) -> CaseValue {
    var result = effect
    if name == "mergeFx" {
      result.payload += values.map { Labelled("fx", $0.value) }
    } else if Library.effectGroups.contains(name) {
      result = CaseValue(
        name: name, payload: [Labelled(nil, .enumCase(effect))] + values, type: effect.type,
        text: effect.text, location: effect.location)
    }
    return result
  }
}

/// Effects and other values that a function has made.
extension Execution {
  /// What a function makes by the initializer of the type that it returns is told from other such values
  /// by the call of the function; so is an effect that is worded in what only it knows.
  func named(_ value: Value, by function: Function, _ node: Expression) -> Value {
    guard let type = function.returnType?.name, case .call(let call) = node.form else {
      return value
    }
    let makesEffect = Library.effectTypes.contains(type)
    if makesEffect, function.isPartOfReducer, let unknown = value.unknown,
      !function.declares(unknown)
    {
      return value
    }
    if makesEffect, value.isStrange,
      !call.arguments.contains(where: { $0.value.text == value.text })
    {
      return .unknown(Unknown(symbols.symbol(.global(node.text)), text: node.text))
    }
    guard case .unknown(var unknown) = value, let made = unknown.made,
      made.prefix(while: { !"<({[".contains($0) }) == type
    else { return value }
    (unknown.text, unknown.made) = (node.text, node.text)
    return .unknown(unknown)
  }
}

extension Function {
  /// Whether it changes the state that it is handed, and answers with effects: what it makes is the
  /// reducer's, as if it stood there.
  fileprivate var isPartOfReducer: Bool { isMutating || parameters.contains(where: \.isInOut) }

  /// Whether a value is worded in a variable of the function.
  fileprivate func declares(_ value: Unknown) -> Bool {
    let name = value.text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return body?.declared.contains { $0.name == name } ?? false
  }
}

extension Value {
  /// Whether nothing is known of it, nor of any of the effects that it puts together.
  fileprivate var isStrange: Bool {
    switch self {
    case .unknown: true
    case .enumCase(let group):
      Library.effectGroups.contains(group.name) && !group.payload.isEmpty
        && group.payload.allSatisfy(\.value.isStrange)
    case .array(let values): !values.isEmpty && values.allSatisfy(\.isStrange)
    default: false
    }
  }
}
