import OrreryTrace
import SwiftSyntax

// Which property of a struct state the handlers switch on before all else.
extension MachineBuilder {
  /// The one property that a reducer's first level switches on, alone or beside the event.
  var dispatchedProperty: String? {
    guard site.style == .reducer else { return nil }
    let found = Set(site.handlers.flatMap(dispatched))
    return found.count == 1 ? found.first : nil
  }

  private func dispatched(by handler: Handler) -> [String] {
    let states = handler.parameters.compactMap { parameter in
      if case .state = parameter.role { parameter.name } else { nil }
    }
    return handler.body.compactMap { item -> SwitchExprSyntax? in
      item.item.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self)
        ?? item.item.as(SwitchExprSyntax.self)
        ?? item.item.as(ReturnStmtSyntax.self)?.expression?.as(SwitchExprSyntax.self)
    }.flatMap { node in
      let tuple = node.subject.as(TupleExprSyntax.self)?.elements.map(\.expression)
      return (tuple ?? [node.subject]).compactMap { property(of: states, in: $0) }
    }
  }

  private func property(of states: [String], in node: ExprSyntax) -> String? {
    guard let member = node.as(MemberAccessExprSyntax.self),
      let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
      states.contains(Naming.identifier(base))
    else { return nil }
    return Naming.identifier(member.declName.baseName.text)
  }
}
