import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A reducer that is made with others, and does something beside them.
///
/// ```swift
/// Reduce { state, action in
///   log(action)
///   return base.reduce(into: &state, action: action)
/// }
/// ```
struct WrapperReducer {
  /// What it does itself, before all that the others do; nothing where it does more than that: it may
  /// choose whether they run, or go on after them.
  let handler: Handler?

  /// Nothing for a type that hands its state to none of its properties.
  init?(_ info: TypeInfo, of action: TypeInfo) {
    let bodies = info.reducerBodies
    let closures = bodies.flatMap { body in
      ReduceClosureFinder.find(in: body.body).map { closure in
        (
          handler: Handler(closure: closure, events: .cases(action), owner: info, file: body.file),
          isAll: body.body.onlyValue?.makes(closure.node) ?? false
        )
      }
    }
    let methods = info.functions.compactMap { function in
      Handler(reducing: action, by: function, of: info).map {
        (handler: $0, isAll: bodies.isEmpty && function.name == "reduce")
      }
    }
    guard let property = Self.property(of: info) else { return nil }
    let found = (closures + methods).map { handler, isAll in
      (handler: handler, isAll: isAll, calls: handler.calls(handingTo: property))
    }.filter { $0.isAll || !$0.calls.isEmpty }
    guard found.contains(where: { !$0.calls.isEmpty }) else { return nil }
    guard found.count == 1, found[0].isAll, found[0].calls.count == 1,
      case let call = found[0].calls[0], case var handler = found[0].handler,
      handler.body.endsWithOnly(call, keeping: Set(handler.parameters.map(\.name) + [property]))
    else {
      self.handler = nil
      return
    }
    handler.handsOn = call
    self.handler = handler
  }

  /// The property that keeps what a reducer is made with; nothing where several may.
  static func property(of info: TypeInfo) -> String? {
    let found = info.stored.map(\.property).filter { property in
      guard !property.isStatic, property.initializer == nil, let type = property.type else {
        return false
      }
      let result = type.as(FunctionTypeSyntax.self)?.returnClause.type ?? type
      let name = SourceIndex.parts(of: result)?.first
      return NamedType.isReducer(result) || name.map(info.genericNames.contains) ?? false
    }
    return found.count == 1 ? found[0].name : nil
  }
}

extension Handler {
  /// The calls that hand both state and action to a reducer that a property keeps.
  fileprivate func calls(handingTo property: String) -> [FunctionCallExprSyntax] {
    body.all(FunctionCallExprSyntax.self).filter { node in
      node.calleeName == "reduce" && node.keptReceiver == property
        && node.arguments.compactMap(\.expression.lentName) == parameters.map(\.name)
    }
  }
}

extension FunctionCallExprSyntax {
  /// The property that the receiver is, or is called: `base`, `self.base`, `base(self)`.
  fileprivate var keptReceiver: String? {
    let base = calledExpression.as(MemberAccessExprSyntax.self)?.base
    return (base?.as(FunctionCallExprSyntax.self)?.calledExpression ?? base)?.ownName
  }
}

extension CodeBlockItemListSyntax {
  /// Whether a call is the last statement, be it returned, and what comes before it neither leaves the
  /// code nor runs later, and declares nothing that has one of some names.
  fileprivate func endsWithOnly(
    _ call: FunctionCallExprSyntax, keeping names: Set<String>
  ) -> Bool {
    last?.value?.id == ExprSyntax(call).id && dropLast().allSatisfy { !$0.isDetour(names) }
  }
}

extension ExprSyntax {
  /// The name that it is, be it lent.
  fileprivate var lentName: String? {
    (self.as(InOutExprSyntax.self)?.expression ?? self).plainName
  }

  /// Whether it is a call that is handed a closure.
  fileprivate func makes(_ closure: ClosureExprSyntax) -> Bool {
    guard let call = self.as(FunctionCallExprSyntax.self) else { return false }
    return call.trailingClosure?.id == closure.id
      || call.arguments.contains { $0.expression.id == ExprSyntax(closure).id }
  }
}

extension CodeBlockItemSyntax {
  /// Whether it leaves the function that it stands in, puts something off to its end, or declares what
  /// hides one of some names.
  fileprivate func isDetour(_ names: Set<String>) -> Bool {
    all(Syntax.self, without: \.isCode).contains { node in
      node.is(ReturnStmtSyntax.self) || node.is(ThrowStmtSyntax.self)
        || node.is(DeferStmtSyntax.self)
        || node.as(IdentifierPatternSyntax.self).map {
          names.contains(Naming.identifier($0.identifier.text))
        } ?? false
    }
  }
}
