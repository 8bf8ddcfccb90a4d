import OrreryProgram

/// States that a handler answers with in a publisher: `Just(.idle).eraseToAnyPublisher()`.
extension Execution {
  /// The type of a publisher of one value, or of none.
  package static let publishedType = "$published"

  /// `Just(state)`, `.just(.idle)`, `Empty()`, where a handler answers with a publisher of states;
  /// nothing for any other call.
  func published(_ call: Call, _ node: Expression, _ path: Path) -> [Way]? {
    guard let state = setting.answer.publishedState, Library.makesPublisher(call) else {
      return nil
    }
    let isOne = call.name.lowercased() == "just"
    return arguments(of: call, path, types: [TypeReference(key: state)]).map { path, values in
      let made = CaseValue(
        name: call.name, payload: isOne ? values : [], type: Self.publishedType, text: node.text,
        location: node.location)
      return Way(path, .enumCase(made))
    }
  }

  /// Whether a method of a publisher hands on what that publishes.
  func handsOn(_ value: Value, _ name: String) -> Bool {
    value.caseValue?.type == Self.publishedType && Library.handsOnValues(name)
  }
}

extension Library {
  /// Generic types that hand over the next state as it comes.
  package static let publisherTypes: Set = [
    "AnyPublisher", "Observable", "Infallible", "Single", "Maybe", "Driver", "Signal",
  ]

  /// Whether a call makes a publisher of one value, or of none.
  static func makesPublisher(_ call: Call) -> Bool {
    guard ["Just", "Empty", "just", "empty", "never"].contains(call.name) else { return false }
    switch call.base?.form {
    case nil: return true
    case .name(let type)?: return publisherTypes.contains(type)
    default: return false
    }
  }

  /// Whether an operator leaves the values as they are.
  static func handsOnValues(_ name: String) -> Bool {
    [
      "eraseToAnyPublisher", "setFailureType", "receive", "subscribe", "delay", "print", "share",
      "asObservable", "observe", "subscribeOn", "observeOn",
    ].contains(name)
  }
}
