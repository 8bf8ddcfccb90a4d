import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What the parameters of a function that is walked stand for.
extension Interpreter {
  /// The parameters that the arguments of a call are for, as far as their labels tell.
  func takers(
    of node: FunctionCallExprSyntax, _ function: FunctionInfo
  ) -> [FunctionParameterSyntax] {
    let all = Array(function.parameters)
    guard all.contains(where: { $0.ellipsis != nil }) else { return all }
    return parameters(of: function, takenBy: node)
  }

  /// Gives the parameters of a function the values of a call's arguments.
  func bind(_ values: [Argument], to function: FunctionInfo, _ path: inout Path) {
    var rest = values[...]
    let owner = index.info(function.owner)
    let parameters = Array(function.parameters)
    mark(&path.frames[path.depth - 1], handed: values.map(\.value))
    for (offset, parameter) in parameters.enumerated() {
      let name = Naming.identifier((parameter.secondName ?? parameter.firstName).text)
      let label =
        parameter.firstName.text == "_" ? nil : Naming.identifier(parameter.firstName.text)
      if parameter.ellipsis != nil {
        let items = several(from: &rest, label: label, as: parameter.type)
        path.declare(name, .array(items.map { present($0, as: parameter.type, in: owner) }))
        continue
      }
      let isClosure =
        rest.first.map { if case .closure = $0.value { true } else { false } } ?? false
      let remaining = parameters.count - offset
      if let next = rest.first,
        next.label == label || (isClosure && next.label == nil && rest.count >= remaining)
      {
        path.declare(name, present(next.value, as: parameter.type, in: owner))
        rest = rest.dropFirst()
      } else if let value = parameter.defaultValue?.value {
        path.declare(name, evaluate(value, path, nil).first?.1 ?? .absent)
      } else if let next = rest.first {
        path.declare(name, next.value)
        rest = rest.dropFirst()
      } else {
        path.declare(name, .unknown(Unknown(id: "\(name)@\(path.version)", text: name)))
      }
    }
  }

  /// The arguments that a variadic parameter takes: a closure behind the call is for another one.
  private func several(
    from rest: inout ArraySlice<Argument>, label: String?, as type: TypeSyntax
  ) -> [Value] {
    var found: [Value] = []
    while let next = rest.first, next.label == (found.isEmpty ? label : nil) {
      if case .closure = next.value, !type.isFunction { break }
      found.append(next.value)
      rest = rest.dropFirst()
    }
    return found
  }
}
