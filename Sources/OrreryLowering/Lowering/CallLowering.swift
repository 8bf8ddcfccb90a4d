import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Calls and what they are handed.
extension FunctionLowering {
  func lower(_ node: FunctionCallExprSyntax, isStatement: Bool) -> Expression {
    if let made = emptyList(node) { return made }
    let callee = callee(node.calledExpression)
    let handed = applied(
      arguments(node.arguments, node.trailingClosure, node.additionalTrailingClosures), by: node)
    var call = Call(callee, arguments: handed, isStatement: isStatement) {
      node.calledExpression.folded
    }
    (call.isTried, call.isAwaited) = (isTried, isAwaited)
    call.operatorsBehind = node.operatorsBehind
    if handed.contains(where: \.isClosure) {
      call.carrier = node.isOnFuture ? .future : node.isOnStream ? .stream : nil
    }
    return make(.call(call), node)
  }

  /// `[Item]()`, `[String: Item]()`.
  private func emptyList(_ node: FunctionCallExprSyntax) -> Expression? {
    guard node.arguments.isEmpty, node.trailingClosure == nil else { return nil }
    if node.calledExpression.is(ArrayExprSyntax.self) { return make(.array([]), node) }
    if node.calledExpression.is(DictionaryExprSyntax.self) { return make(.dictionary([]), node) }
    return nil
  }

  private func callee(_ node: ExprSyntax) -> Call.Callee {
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name):
      let reference = reference(to: name.baseName, at: name)
      switch reference.form {
      case .variable(let variable): return .variable(variable)
      case .localFunction(let function, let depth): return .localFunction(function, depth: depth)
      case .type(let key, let name): return .type(key: key, name: name)
      case .name(let name): return .name(name)
      default: return .value(reference)
      }
    case .memberAccessExpr(let member): return callee(member)
    case .genericSpecializationExpr(let node): return callee(node.expression)
    case .tupleExpr(let tuple):
      guard let only = tuple.elements.first, tuple.elements.count == 1 else { break }
      return .value(lower(only.expression))
    case .arrayExpr, .dictionaryExpr: return .type(key: nil, name: node.folded)
    case .typeExpr(let type):
      return .type(key: context.reference(type.type, names).key, name: type.type.lastName)
    default: break
    }
    return .value(lower(node))
  }

  private func callee(_ member: MemberAccessExprSyntax) -> Call.Callee {
    let name = Naming.identifier(member.declName.baseName.text)
    if member.base?.is(SuperExprSyntax.self) ?? false { return .superMember(name) }
    guard let value = base(of: member) else { return .implicitMember(name) }
    if member.declName.baseName.tokenKind == .keyword(.self) { return .value(value) }
    if let key = typeKey(named: name, in: value) { return .type(key: key, name: name) }
    return .member(value, name)
  }

  func arguments(_ list: LabeledExprListSyntax) -> [Argument] {
    list.map { argument in
      Argument(
        label: argument.label.map { Naming.identifier($0.text) },
        value: lower(argument.expression))
    }
  }

  /// The arguments of a call, closures behind the parentheses last.
  func arguments(
    _ list: LabeledExprListSyntax, _ trailing: ClosureExprSyntax?,
    _ more: MultipleTrailingClosureElementListSyntax
  ) -> [Argument] {
    var result = arguments(list)
    if let trailing {
      result.append(Argument(label: nil, value: lower(ExprSyntax(trailing)), isTrailing: true))
    }
    result += more.map { element in
      let label = Naming.identifier(element.label.text)
      return Argument(
        label: label == "_" ? nil : label, value: lower(ExprSyntax(element.closure)),
        isTrailing: true)
    }
    return result
  }
}

extension Argument {
  fileprivate var isClosure: Bool { if case .closure = value.form { true } else { false } }
}
