import OrreryLowering
import OrreryProgram
import SwiftSyntax

/// Functions and getters of a type and of its state, the state's initializers, and functions outside of
/// types that are handed the state, which answer what is next.
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
    let isNext = { (type: TypeSyntax?, owner: TypeInfo) in
      let first = type?.as(TupleTypeSyntax.self)?.elements.first?.type ?? type
      return owner === state && first?.trimmedText == "Self"
        || index.resolve(first, in: owner) == state.key
    }
    let functions =
      (info.functions + globals).filter { isNext($0.returnType, info) }
      + state.functions.filter {
        names.contains($0.name) && isNext($0.returnType, state)
      }
    let getters = [state, info].flatMap { owner in
      owner.computed.filter {
        !$0.isStatic && names.contains($0.name) && isNext($0.type, owner)
      }
    }
    let made =
      names.isDisjoint(with: ["init", state.name])
      ? []
      : state.initializers.flatMap {
        index.mentions(of: StateAccess("self"), in: $0).assigned
      }
    return index.withProgram { program in
      let found =
        functions.filter { $0.body != nil }.map { ($0.name, program.function($0)) }
        + getters.map { ($0.name, program.getter($0)) }
      return found.reduce(into: ["init": made, state.name: made]) {
        $0[$1.0, default: []] += $1.1.returnedCases
      }
    }
  }

  /// The cases that a function gives to the variables which it assigns to the state, and the functions
  /// whose answers these are.
  func casesGiven(toVariablesOf function: FunctionInfo, _ mentions: Mentions) -> [String] {
    let names = Set(mentions.assigned)
    guard !names.isEmpty, function.body != nil else { return [] }
    return index.withProgram { $0.function(function).cases(givenTo: names) }
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

extension Function {
  /// The cases that it returns.
  fileprivate var returnedCases: [String] {
    (body?.blocks ?? []).flatMap { block -> [String] in
      guard case .return(let value?) = block.end else { return [] }
      if case .tuple(let parts) = value.form { return parts.first?.value.caseNames ?? [] }
      return value.caseNames
    }
  }

  /// The cases that its variables of some names are given.
  fileprivate func cases(givenTo names: Set<String>) -> [String] {
    (body?.blocks ?? []).flatMap(\.instructions).flatMap { instruction -> [String] in
      switch instruction.operation {
      case .declare(let pattern, let value?, _):
        guard let name = pattern.firstVariable, names.contains(name) else { return [] }
        return value.caseNames
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

extension Pattern {
  /// The variable that it binds, or that stands first in the tuple that it takes apart.
  fileprivate var firstVariable: String? {
    switch self {
    case .bind(let variable): variable.name
    case .tuple(let parts): parts.first?.pattern.firstVariable
    default: nil
    }
  }
}
