import OrreryProgram
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Closures, lowered when they are first asked for, with what the names around them mean.
extension FunctionLowering {
  func closure(_ node: ClosureExprSyntax) -> Function {
    let effects = node.signature?.effectSpecifiers
    let statement = context.statement(node.leftBrace)
    context.origins.closures[statement.id] = node
    let captures = (node.signature?.capture?.items ?? []).compactMap(captured)
    let function = Function(
      id: statement.id, name: "", kind: .closure, owner: context.owner?.key,
      isAsync: effects?.asyncSpecifier != nil, isThrowing: effects?.throwsClause != nil,
      returnType: node.signature?.returnClause.map { context.reference($0.type, names) },
      location: context.location(node), captures: captures
    ) { [context, names, level] in
      FunctionLowering(context, names: names, level: level + 1, statement: statement)
        .lower(node, keeping: captures.compactMap(\.label))
    }
    (function.capturesSelf, function.capturesSelfAround, function.capturesValues) = (
      node.capturesSelf, node.capturesSelfAround, node.capturesValues
    )
    return function
  }

  private func lower(
    _ node: ClosureExprSyntax, keeping names: [String]
  ) -> (parameters: [Function.Parameter], body: Body?) {
    let parameters = parameters(of: node)
    for name in names { _ = declare(name) }
    let returns = node.signature?.returnClause.map { $0.type.returnsValue } ?? true
    lower(node.statements, to: returns ? .result : .nothing)
    return (parameters, finished())
  }

  private func parameters(of node: ClosureExprSyntax) -> [Function.Parameter] {
    if case .parameterClause(let clause)? = node.signature?.parameterClause {
      return clause.parameters.map { parameter in
        Function.Parameter(
          label: nil, variable: declare(parameter.ownName),
          type: parameter.type.map { context.reference($0, names) },
          isInOut: parameter.type?.inOutBase != nil, isVariadic: parameter.ellipsis != nil)
      }
    }
    let isSilent = node.signature?.parameterClause == nil
    let count = isSilent ? node.statements.implicitParameterCount : 0
    return (node.parameterNames + (0..<count).map { "$\($0)" }).map {
      Function.Parameter(label: nil, variable: declare($0), type: nil)
    }
  }

  /// What a closure keeps, seen from where it is made; `self` stays what it is.
  private func captured(_ capture: ClosureCaptureSyntax) -> Argument? {
    guard let token = capture.keptName, token.tokenKind != .keyword(.self) else { return nil }
    let name = Naming.identifier(token.text)
    // A member or a global that goes by its own name.
    if capture.keptValue == nil, variable(named: name) == nil { return nil }
    let value = capture.keptValue.map { lower($0) } ?? reference(to: token, at: capture)
    return Argument(label: name, value: value)
  }
}

extension SyntaxProtocol {
  /// How many of `$0`, `$1` … a closure without parameters is handed.
  ///
  /// A number that no function type has is no parameter.
  fileprivate var implicitParameterCount: Int {
    if let token = Syntax(self).as(TokenSyntax.self) {
      guard case .dollarIdentifier(let text) = token.tokenKind, let number = Int(text.dropFirst()),
        number < 255
      else { return 0 }
      return number + 1
    }
    return children(viewMode: .sourceAccurate).reduce(0) { most, child in
      child.is(ClosureExprSyntax.self) ? most : max(most, child.implicitParameterCount)
    }
  }
}

extension ClosureExprSyntax {
  /// Whether it, or a closure around it, has captured `self` by name.
  fileprivate var capturesSelfAround: Bool {
    capturesSelf
      || ancestors.prefix { !$0.is(MemberBlockSyntax.self) }.contains {
        $0.as(ClosureExprSyntax.self)?.capturesSelf ?? false
      }
  }

  /// Whether it keeps what something else than `self` is when it is made: `[state]`.
  fileprivate var capturesValues: Bool {
    signature?.capture?.items.contains { item in
      item.keptName?.text != "self" && item.specifier == nil
    } ?? false
  }
}
