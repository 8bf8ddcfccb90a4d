import OrreryProgram

/// Effects and results of libraries, of which the files tell no more than how they are called: they
/// stand for themselves, as cases do.
extension Execution {
  /// Whether a call makes what the handler returns: `Next(state)`, `Cmd.none()`, or one whose labels say
  /// which arguments are effects, `Outcome(effects: [.fetch])`.
  ///
  /// - Parameter base: What it is called on, as written; nothing for a bare name.
  func makesAnswer(_ name: String, on base: String?, _ call: Call) -> Bool {
    if let base {
      if setting.resultType == nil, base == setting.resultName { return true }
      return Library.emptyEffects.contains(name) && call.arguments.isEmpty
        && setting.answeredTypes.contains(base.withoutArguments)
    }
    if setting.resultType == nil, name == setting.resultName { return true }
    return setting.answeredTypes.contains(name)
      && call.arguments.contains { Library.isEffectLabel($0.label ?? "") }
  }

  /// The types of the arguments of a library's result, as far as their labels tell.
  func stateTypes(of call: Call) -> [TypeReference?] {
    guard let state = setting.structState, setting.resultName != nil, setting.resultType == nil
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
    setting.resultType == nil && made.type == nil && made.name == setting.resultName
  }

  private func modified(_ effect: CaseValue, by name: String, _ values: [Labelled]) -> CaseValue {
    var result = effect
    if name == "mergeFx" {
      result.payload += values.map { Labelled("fx", $0.value) }
      return result
    }
    guard Library.effectGroups.contains(name) else { return effect }
    result = CaseValue(
      name: name, payload: [Labelled(nil, .enumCase(effect))] + values, type: effect.type,
      text: effect.text, location: effect.location)
    return result
  }
}

extension String {
  /// `Effect` of `Effect<Action>`.
  fileprivate var withoutArguments: String { String(prefix { $0 != "<" }) }
}
