import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Methods of the type around that are handed by their names to a call which runs them for each of its
/// values: `items.forEach(show)` is `items.forEach { show($0) }`.
extension FunctionLowering {
  /// The calls that run what they are handed before they return.
  private static let appliers: Set = ["forEach", "map", "flatMap", "compactMap"]

  /// The arguments of a call, a method that it runs as a closure which calls that.
  func applied(_ arguments: [Argument], by node: FunctionCallExprSyntax) -> [Argument] {
    guard let callee = node.calledExpression.as(MemberAccessExprSyntax.self),
      Self.appliers.contains(callee.declName.baseName.text), arguments.count == 1,
      let written = node.arguments.first, written.label == nil,
      let name = arguments[0].value.ownMemberName, let parameter = onlyParameter(of: name)
    else { return arguments }
    let label = parameter.firstName.tokenKind == .wildcard ? nil : parameter.firstName
    let closure = closure(
      calling: name, label.map { Naming.identifier($0.text) }, arguments[0].value,
      at: written.expression)
    return [Argument(label: nil, value: make(.closure(closure), written.expression))]
  }

  /// The only parameter of the only method of a name.
  private func onlyParameter(of name: String) -> FunctionParameterSyntax? {
    let methods = context.owner?.functions.filter { $0.name == name && !$0.isStatic } ?? []
    guard methods.count == 1, methods[0].parameters.count == 1,
      context.owner?.property(name) == nil
    else { return nil }
    return methods[0].parameters.first
  }

  private func closure(
    calling name: String, _ label: String?, _ method: Expression, at node: ExprSyntax
  ) -> Function {
    let statement = context.statement(node)
    let callee: Call.Callee =
      if case .member(let base, _) = method.form { .member(base, name) } else { .name(name) }
    return Function(
      id: statement.id, name: "", kind: .closure, owner: context.owner?.key,
      location: context.location(node)
    ) { [context, names, level] in
      let inner = FunctionLowering(context, names: names, level: level + 1, statement: statement)
      let value = inner.declare("$0")
      let call = Call(
        callee,
        arguments: [Argument(label: label, value: inner.make(.variable(value), node, text: "$0"))]
      ) { name }
      inner.deliver(inner.make(.call(call), node, text: "\(method.text)($0)"), to: .result)
      return ([Function.Parameter(label: nil, variable: value, type: nil)], inner.finished())
    }
  }
}

extension Expression {
  /// `name` of `name` and `self.name`.
  var ownMemberName: String? {
    switch form {
    case .name(let name): name
    case .member(let base, let name): base.isPlainSelf ? name : nil
    default: nil
    }
  }
}
