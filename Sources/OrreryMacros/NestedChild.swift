import OrrerySyntax
import SwiftSyntax
import SwiftSyntaxMacros

/// A property marked `@NestedState`.
struct NestedChild {
  /// The property, as it is written.
  let property: String
  /// The child machine: `Counter` for a property of type `Counter.State`.
  let type: String

  /// The marked properties of a state, in order; one whose child cannot be told is an error.
  static func all(
    in state: StructDeclSyntax, context: some MacroExpansionContext
  ) -> [NestedChild] {
    StoredProperty.all(in: state.memberBlock.members).compactMap { property in
      guard property.declaration.attribute("NestedState") != nil else { return nil }
      guard let type = machine(of: property) else {
        context.error(.unknownChild(property.name), at: property.declaration)
        return nil
      }
      return NestedChild(property: property.spelling, type: type)
    }
  }

  /// `Child` from `: Child.State` or `= Child.State(…)`.
  private static func machine(of property: StoredProperty) -> String? {
    if let type = property.type?.as(MemberTypeSyntax.self), type.name.text == "State" {
      return type.baseType.trimmedDescription
    }
    guard property.type == nil, let initializer = property.initializer else { return nil }
    let called = initializer.as(FunctionCallExprSyntax.self)?.calledExpression ?? initializer
    return stateType(called)
  }

  /// `Child` from `Child.State`, `Child.State.init` or `Child.State.someCase`.
  private static func stateType(_ expression: ExprSyntax) -> String? {
    guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    return member.declName.baseName.text == "State" ? base.trimmedDescription : stateType(base)
  }
}

extension MacroMessage {
  fileprivate static func unknownChild(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "nested-state-unknown-child",
      message: "cannot tell the child machine of '\(name)'; write its type as 'Child.State'")
  }
}
