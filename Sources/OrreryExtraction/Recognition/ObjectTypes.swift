import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Which type the objects are of that expressions name, as far as declarations tell.
struct ObjectTypes {
  /// What an expression names.
  struct Object {
    /// Its type, where that is among the files.
    var info: TypeInfo?
    /// The type as written, without optionality, and where it is written.
    var written: TypeSyntax?
    var scope: TypeInfo?
    /// Whether it is the object around the expression.
    var isSelf = false
    /// Whether it is a type rather than a value.
    var isType = false
  }

  let index: SourceIndex
  let file: SourceFile
  /// The type around the expressions.
  let type: TypeInfo?

  static let mostSteps = 12

  /// What an expression names; nothing where that cannot be told.
  func object(_ node: ExprSyntax, steps: Int = 0) -> Object? {
    guard steps < Self.mostSteps else { return nil }
    let next = { (node: ExprSyntax) in object(node, steps: steps + 1) }
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return named(name, steps)
    case .memberAccessExpr(let node):
      guard let owner = node.base.flatMap(next) else { return nil }
      return member(Naming.identifier(node.declName.baseName.text), of: owner, steps)
    case .functionCallExpr(let call): return answer(of: call, steps)
    case .subscriptCallExpr(let node):
      let list = next(node.calledExpression)
      return node.isSlice ? list : list.flatMap(element)
    case .optionalChainingExpr(let node): return next(node.expression)
    case .forceUnwrapExpr(let node): return next(node.expression)
    case .tryExpr(let node): return next(node.expression)
    case .awaitExpr(let node): return next(node.expression)
    case .genericSpecializationExpr(let node): return next(node.expression)
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.flatMap { next($0.expression) }
    case .sequenceExpr(let chain): return chosen(Array(chain.elements), steps)
    default: return nil
    }
  }

  /// `gate ?? other`, `gate as? Gate`, `isOn ? gate : other`.
  private func chosen(_ elements: [ExprSyntax], _ steps: Int) -> Object? {
    guard elements.count == 3 else { return nil }
    if elements[1].is(UnresolvedAsExprSyntax.self) {
      return elements[2].as(TypeExprSyntax.self).flatMap { object(of: $0.type, in: type) }
    }
    var ways: [ExprSyntax] = []
    if let choice = elements[1].as(UnresolvedTernaryExprSyntax.self) {
      ways = [choice.thenExpression, elements[2]]
    } else if let op = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text,
      ["??", "+"].contains(op)
    {
      ways = [elements[0], elements[2]]
    }
    var found = ways.lazy.compactMap { object($0, steps: steps + 1) }.first
    found?.isSelf = false
    return found
  }

  /// What a type that is written somewhere tells; nothing of a generic one.
  func object(of written: TypeSyntax, in scope: TypeInfo?) -> Object? {
    let plain = (written.inOutBase ?? written).presentType
    if let name = SourceIndex.parts(of: plain)?.first,
      scope?.genericNames.contains(name) ?? false
    {
      return nil
    }
    let key = index.resolve(plain, in: scope, module: scope?.module ?? file.module)
    return Object(info: index.info(key), written: plain, scope: scope)
  }
}

extension SubscriptCallExprSyntax {
  /// Whether it gives a part of a collection that is one itself: `list[1...]`.
  fileprivate var isSlice: Bool {
    guard arguments.count == 1, let argument = arguments.first?.expression else { return false }
    let parts = argument.as(SequenceExprSyntax.self).map { Array($0.elements) } ?? [argument]
    return parts.contains { part in
      let name =
        part.as(BinaryOperatorExprSyntax.self)?.operator.text
        ?? part.as(PostfixOperatorExprSyntax.self)?.operator.text
        ?? part.as(PrefixOperatorExprSyntax.self)?.operator.text
      return ["...", "..<"].contains(name ?? "")
    }
  }
}
