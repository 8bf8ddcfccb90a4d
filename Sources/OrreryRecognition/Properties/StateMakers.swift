import OrreryLowering
import OrreryProgram

/// Functions of a type, and those outside of types that are handed the state, which answer what is next.
extension MutatingStyle {
  /// The cases that such functions name in what they return, by the functions' names.
  ///
  /// - Parameter mentions: What is assigned, among which those outside of types are looked for.
  func makers(
    of state: TypeInfo, in info: TypeInfo, among mentions: [Mentions]
  ) -> [String: [String]] {
    let names = Set(mentions.flatMap(\.assigned))
    let globals = names.sorted().flatMap { index.globals[$0] ?? [] }.filter { function in
      function.parameters.contains {
        index.resolve($0.type, in: nil, module: function.file.module) == state.key
      }
    }
    return (info.functions + globals).reduce(into: [:]) { result, function in
      guard function.body != nil,
        index.resolve(function.returnType, in: info) == state.key
      else { return }
      result[function.name, default: []] += index.withProgram {
        $0.function(function).returnedCases
      }
    }
  }
}

extension Mentions {
  /// The same with the cases of the functions whose answers are assigned.
  func told(by makers: [String: [String]]) -> Mentions {
    var result = self
    result.assigned += assigned.flatMap { makers[$0] ?? [] }
    return result
  }
}

extension MutatingStyle {
  /// The cases that a function gives to the variables which it assigns to the state.
  func casesGiven(toVariablesOf function: FunctionInfo, _ mentions: Mentions) -> [String] {
    let names = Set(mentions.assigned)
    guard !names.isEmpty, function.body != nil else { return [] }
    return index.withProgram { $0.function(function).cases(givenTo: names) }
  }
}

extension Function {
  /// The cases that it returns.
  fileprivate var returnedCases: [String] {
    (body?.blocks ?? []).flatMap { block -> [String] in
      if case .return(let value?) = block.end { value.caseNames } else { [] }
    }
  }

  /// The cases that its variables of some names are given.
  fileprivate func cases(givenTo names: Set<String>) -> [String] {
    (body?.blocks ?? []).flatMap(\.instructions).flatMap { instruction -> [String] in
      switch instruction.operation {
      case .declare(.bind(let variable), let value?, _):
        return names.contains(variable.name) ? value.caseNames : []
      case .evaluate(let node):
        guard case .assign(let place, _, let value) = node.form,
          case .variable(let variable) = place.form, names.contains(variable.name)
        else { return [] }
        return value.caseNames
      default: return []
      }
    }
  }
}
