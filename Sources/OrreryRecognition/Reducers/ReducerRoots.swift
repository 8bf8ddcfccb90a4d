import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// A reducer that does no more than to hand each part of its state to another reducer.
struct ReducerRoot {
  /// The calls of the other reducers, by the property that each makes.
  var parts: [(property: String, call: FunctionCallExprSyntax)]

  /// - Parameters:
  ///   - state: What the state is called, and its type.
  ///   - event: What the event is called.
  init?(_ function: FunctionInfo, state: (name: String, type: TypeInfo), event: String) {
    guard let items = function.body?.statements else { return nil }
    let parts = Self.made(items, state.type) ?? Self.assigned(items, to: state.name)
    guard let parts, !parts.isEmpty,
      parts.allSatisfy({ $0.call.isHanded(event) && $0.call.isHanded($0.property, of: state.name) })
    else { return nil }
    self.parts = parts
  }

  /// `AppState(link: link(state: state?.link, action: action), …)`.
  private static func made(
    _ items: CodeBlockItemListSyntax, _ state: TypeInfo
  ) -> [(property: String, call: FunctionCallExprSyntax)]? {
    guard items.count == 1, let item = items.first?.item,
      let value = item.as(ExprSyntax.self) ?? item.as(ReturnStmtSyntax.self)?.expression,
      let call = value.as(FunctionCallExprSyntax.self), call.trailingClosure == nil,
      [state.name, "init"].contains(call.calleeName)
    else { return nil }
    let parts = call.arguments.compactMap { argument in
      argument.label.flatMap { label in
        argument.expression.as(FunctionCallExprSyntax.self).map {
          (Naming.identifier(label.text), $0)
        }
      }
    }
    return parts.count == call.arguments.count ? parts : nil
  }

  /// `state.link = link(state: state.link, action: action)`, and nothing beside such lines.
  private static func assigned(
    _ items: CodeBlockItemListSyntax, to state: String
  ) -> [(property: String, call: FunctionCallExprSyntax)]? {
    var parts: [(property: String, call: FunctionCallExprSyntax)] = []
    for item in items.map(\.item) {
      if let variable = item.as(VariableDeclSyntax.self),
        variable.bindings.first?.pattern.trimmedDescription == state
      {
        continue
      }
      if let value = item.as(ReturnStmtSyntax.self)?.expression,
        value.trimmedDescription == state
      {
        continue
      }
      if let part = lent(item, of: state) {
        parts.append(part)
        continue
      }
      guard let elements = item.as(SequenceExprSyntax.self)?.elements.map({ $0 }),
        elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
        let member = elements[0].as(MemberAccessExprSyntax.self),
        member.base?.trimmedDescription == state,
        let call = elements[2].as(FunctionCallExprSyntax.self)
      else { return nil }
      parts.append((Naming.identifier(member.declName.baseName.text), call))
    }
    return parts
  }

  /// `link(state: &state.link, action: action)`.
  private static func lent(
    _ item: CodeBlockItemSyntax.Item, of state: String
  ) -> (property: String, call: FunctionCallExprSyntax)? {
    guard let call = item.as(FunctionCallExprSyntax.self) else { return nil }
    let members = call.arguments.compactMap {
      $0.expression.as(InOutExprSyntax.self)?.expression.as(MemberAccessExprSyntax.self)
    }
    guard members.count == 1, let member = members.first,
      member.base?.trimmedDescription == state
    else { return nil }
    return (Naming.identifier(member.declName.baseName.text), call)
  }
}

extension FunctionCallExprSyntax {
  /// Whether an argument is a variable as it is.
  fileprivate func isHanded(_ name: String) -> Bool {
    arguments.contains { argument in
      let reference = argument.expression.as(DeclReferenceExprSyntax.self)
      return reference.map { Naming.identifier($0.baseName.text) } == name
    }
  }

  /// Whether an argument is a property of a variable: `state.link`, `state?.link ?? .off`.
  fileprivate func isHanded(_ property: String, of name: String) -> Bool {
    arguments.contains { $0.expression.isProperty(property, of: name) }
  }
}

extension ExprSyntax {
  fileprivate func isProperty(_ property: String, of name: String) -> Bool {
    if let elements = self.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
      elements.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" })
    {
      return elements.first?.isProperty(property, of: name) ?? false
    }
    if let lent = self.as(InOutExprSyntax.self) {
      return lent.expression.isProperty(property, of: name)
    }
    guard let member = self.as(MemberAccessExprSyntax.self), let base = member.base,
      Naming.identifier(member.declName.baseName.text) == property
    else { return false }
    let root = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    return root.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) } == name
  }
}
