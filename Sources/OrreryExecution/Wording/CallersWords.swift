import OrreryProgram

/// Conditions of a helper in the words of whoever calls it: parameters are told as what they are given.
extension Path {
  /// - Parameters:
  ///   - variables: The variables that a condition refers to.
  ///   - frame: That of the function which asks; nothing for the innermost one.
  func inCallersWords(
    _ text: String, of variables: [Variable], in frame: Int? = nil
  ) -> String {
    let words = variables.compactMap { variable in
      argument(for: variable, in: frame).map { (name: variable.name, argument: $0, text: $1) }
    }
    let own = Set(words.map(\.name))
    let others = Set(variables.map(\.name)).subtracting(own)
    let given = words.filter { word in
      // Nothing else has the name of what is handed over.
      word.argument.variables.map(\.name).allSatisfy {
        !others.contains($0) && (own.contains($0) || !text.reads($0))
      }
    }
    guard !given.isEmpty else { return text }
    // All at once: what one stands for may name another.
    let marks = given.indices.map { "$\($0)$" }
    let marked = zip(given, marks).reduce(text) {
      $0.replacing(name: $1.0.name, with: $1.1, ofSelf: false)
    }
    return zip(given, marks).reduce(marked) { $0.replacing(name: $1.1, with: $1.0.text) }
  }

  /// What the parameter of a helper was given, and as its caller words it; nothing for other variables, and
  /// where that takes more words than a condition has room for.
  private func argument(
    for variable: Variable, in frame: Int?
  ) -> (argument: Expression, text: String)? {
    guard let place = self.frame(variable.depth, from: frame), place > 0,
      let function = frames[place].function, let call = frames[place].call,
      // What stands for several arguments is called by its own name.
      case .unknown(let value)? = frames[place][variable.slot], value.text != variable.name,
      let argument = call.argument(for: variable.slot, of: function)
    else { return nil }
    let text = inCallersWords(argument.text, of: argument.variables, in: place - 1)
    return text == variable.name ? nil : Self.wording(text).map { (argument, $0) }
  }
}

extension Call {
  /// What it hands to the parameter that is kept in a slot; nothing for what is lent or left out.
  fileprivate func argument(for slot: Int, of function: Function) -> Expression? {
    var rest = arguments[...]
    for parameter in function.parameters {
      guard let next = rest.first else { return nil }
      guard next.label == parameter.label else { continue }
      if parameter.variable.slot == slot {
        return parameter.isInOut || parameter.isVariadic ? nil : next.value
      }
      rest = rest.dropFirst()
    }
    return nil
  }
}
