import OrreryProgram

/// Results of which it is known whether they are successes.
extension Execution {
  /// `result.map { … }`: the closure runs once where there is a value, and else not at all; nothing for
  /// any other call.
  func mapped(
    _ value: Value, by name: String, _ call: Call, _ node: Expression, _ path: Path
  ) -> [Way]? {
    if case .absent = value, name == "map" || name == "flatMap" { return [Way(path, .absent)] }
    guard let taken = Library.transforms[name], case .enumCase(let result) = value,
      !result.isStart, ["success", "failure"].contains(result.name), result.payload.count == 1,
      type(result.type) == nil, call.arguments.count == 1,
      case .closure(let function) = call.arguments[0].value.form
    else { return nil }
    guard result.name == taken else { return [Way(path, value)] }
    let closure = ClosureValue(function: function, frame: path.depth - 1)
    return invoke(closure, handed: result.payload, node, path).map { way in
      guard name.hasPrefix("map") else { return way }
      var mapped = result
      mapped.payload = [Labelled(nil, way.value)]
      return Way(way.path, .enumCase(mapped))
    }
  }
}
