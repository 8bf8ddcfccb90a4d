import OrreryLowering
import OrreryProgram

extension SourceIndex {
  /// Whether a table is asked for the state and a variable one after the other: `table[state]?[event]`.
  func looksUp(_ name: String, with states: Set<String>, in function: FunctionInfo) -> Bool {
    withProgram { program in
      var isFound = false
      program.function(function).body?.visit { part in
        guard let (first, second) = part.keys else { return }
        isFound = isFound || second == name && states.contains(first)
        isFound = isFound || first == name && states.contains(second)
      }
      return isFound
    }
  }
}

extension Expression {
  /// What a table of tables is asked for.
  fileprivate var keys: (String, String)? {
    guard case .element(let base, let last) = form else { return nil }
    var inner = base
    if case .chain(let whole) = base.form { inner = whole }
    guard case .element(_, let first) = inner.form, let first = first.first?.plainName,
      let last = last.first?.plainName
    else { return nil }
    return (first, last)
  }
}

extension OrreryProgram.Argument {
  /// The variable, or the property of `self`, that is asked for.
  fileprivate var plainName: String? {
    guard label == nil else { return nil }
    if case .variable(let variable) = value.form { return variable.name }
    return value.ownProperty
  }
}
