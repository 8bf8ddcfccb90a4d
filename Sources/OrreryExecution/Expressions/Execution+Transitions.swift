import OrreryProgram

/// Values of libraries that word which state is next: of TCA-SM's helpers, and of publishers of states.
///
/// They are no functions of the program: their meaning is a table.
extension Execution {
  /// What a name of TCA-SM stands for.
  func transition(named name: String) -> Value? {
    guard setting.answer.transition != nil else { return nil }
    switch name {
    case "identity": return .tuple([Labelled(nil, .absent), Labelled(nil, .absent)])
    case "undefined": return marker("undefined")
    default: return nil
    }
  }

  private func marker(_ name: String) -> Value {
    .enumCase(CaseValue(name: name, type: CaseValue.transition, text: name))
  }

  /// A call of `nextState`, `run`, `transition`, `unsafe` or `withVar`.
  func transition(_ name: String, _ call: Call, _ path: Path) -> [Way]? {
    guard let types = setting.answer.transition else { return nil }
    let none = Labelled(nil, .absent)
    let state = types.state.map(TypeReference.init(key:))
    let effect = types.effect.map(TypeReference.init(key:))
    switch (name, call.arguments.count) {
    case ("nextState", _):
      return arguments(of: call, path, types: [state]).map {
        Way($0, .tuple([$1.first ?? none, none]))
      }
    case ("run", _):
      return arguments(of: call, path, types: [effect]).map {
        Way($0, .tuple([none, $1.first ?? none]))
      }
    case ("transition", 2):
      return arguments(of: call, path, types: [state, effect]).map { Way($0, .tuple($1)) }
    case ("unsafe", _): return [Way(path, marker("unsafe"))]
    case ("withVar", 3): return withVar(call, state, path)
    default: return nil
    }
  }

  /// `withVar(state, \.path, value)`: a copy with one property replaced.
  private func withVar(_ call: Call, _ type: TypeReference?, _ path: Path) -> [Way]? {
    guard case .keyPath(let fields?) = call.arguments[1].value.form else { return nil }
    let value = call.arguments[2].value
    return evaluate(call.arguments[0].value, path, type).flatMap { base in
      evaluate(value, base.path).map { way in
        Way(way.path, copy(base.value, with: way.value, at: fields, by: value.text, way.path))
      }
    }
  }
}

extension CaseValue {
  /// The type of values that are neither a state nor an effect.
  package static let transition = "$transition"
  /// The type of events that are told apart by their types.
  package static let typeEvent = "$type"
}
