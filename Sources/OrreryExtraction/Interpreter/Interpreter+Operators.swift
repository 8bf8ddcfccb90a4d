import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Operators of the project's own that change what they stand behind.
extension Interpreter {
  /// Walks the function of an operator, where it is known which that is.
  func apply(to operand: ExprSyntax, _ right: ExprSyntax, _ path: Path) -> Evaluated? {
    guard let chain = operand.parent?.parent?.as(SequenceExprSyntax.self),
      ExprSyntax(chain).changedOperand == operand,
      let name = chain.elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text,
      let place = place(of: operand, path), path.value(at: place) != nil,
      let function = operatorFunction(name, at: place, path), let body = function.body,
      !isTooDeep, !isRecursive(function, path)
    else { return nil }
    let names = function.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    let type = type(at: place, path)
    return evaluate(right, path, type).flatMap { path, value -> Evaluated in
      var inner = path
      if let last = path.last { inner.joined.insert(last) }
      var frame = Frame(selfType: function.owner, file: function.file)
      (frame.variables[names[0]], frame.variables[names[1]]) = (.alias(place), value)
      inner.frames.append(frame)
      enter(function, inner)
      defer { leaveCall() }
      return values(of: run(body.statements, inner)).map { end, answer in
        var end = end
        end.unwind(to: path.depth)
        (end.location, end.last, end.joined) = (path.location, path.last, path.joined)
        return (end, answer)
      }
    }
  }

  /// The only function of an operator that may change what is at a place; nothing where there may be
  /// others.
  private func operatorFunction(_ name: String, at place: Place, _ path: Path) -> FunctionInfo? {
    guard let all = index.operatorFunctions[name], all.count == 1, let function = all.first,
      function.parameters.count == 2,
      let first = function.parameters.first?.type.inOutBase
    else { return nil }
    let owner = index.info(function.owner)
    if function.genericNames.contains(first.trimmedText) { return function }
    let wanted = resolve(first, in: owner, module: function.file.module)
    return wanted != nil && wanted == type(at: place, path) ? function : nil
  }
}
