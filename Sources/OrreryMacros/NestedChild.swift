import OrrerySyntax
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property marked `@NestedState`.
struct NestedChild {
  /// The property, as it is written.
  let property: String
  /// The child machine: `Counter` for a property of type `Counter.State`.
  let type: String
  /// What makes the child: a property of the machine, which may have been given parameters, or the
  /// child's own `init()`.
  private(set) var maker: String?
  /// Whether it comes and goes.
  let isOptional: Bool

  /// The children of a machine: the marked properties of its state, then those that it names itself.
  static func all(
    of machine: Declaration, state: StructDeclSyntax, context: some MacroExpansionContext
  ) -> [NestedChild] {
    let made = StoredProperty.all(in: machine.syntax.memberBlock.members)
      .filter { !$0.isStatic && !$0.isConditional }
    return (all(in: state, context: context) + named(by: machine, context: context)).map { child in
      var child = child
      let makers = made.filter { $0.holds(child.type) }
      child.maker = (makers.first { $0.spelling == child.property } ?? makers.first)?.spelling
      return child
    }
  }

  /// Whether the machine marks any child, also one that cannot be told.
  static func isMarked(in machine: Declaration, state: StructDeclSyntax) -> Bool {
    machine.syntax.attributes.contains {
      $0.as(AttributeSyntax.self)?.isNamed("NestedFeature") == true
    }
      || StoredProperty.all(in: state.memberBlock.members)
        .contains { $0.declaration.attribute("NestedState") != nil }
  }

  private static func named(
    by machine: Declaration, context: some MacroExpansionContext
  ) -> [NestedChild] {
    machine.syntax.attributes.compactMap { element in
      guard case .attribute(let attribute) = element, attribute.isNamed("NestedFeature") else {
        return nil
      }
      guard let child = NestedChild(attribute) else {
        context.report(.unreadableFeature, at: attribute, fix: withState(attribute))
        return nil
      }
      return child
    }
  }

  /// `@NestedFeature(Child.self)` with the property to fill in.
  private static func withState(_ attribute: AttributeSyntax) -> FixIt? {
    guard case .argumentList(let arguments) = attribute.arguments, arguments.count == 1,
      let child = arguments.first
    else { return nil }
    let path = LabeledExprSyntax(
      label: "state", expression: ExprSyntax("\\.<#property#>"))
    let both: LabeledExprListSyntax = [
      child.with(\.trailingComma, .commaToken(trailingTrivia: .space)), path,
    ]
    return MacroFix.add(
      "state: \\.property", to: attribute, giving: attribute.with(\.arguments, .argumentList(both)))
  }

  /// The child that `@NestedFeature(Child.self, state: \.property)` names.
  private init?(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments) = attribute.arguments, arguments.count == 2,
      let type = arguments.first?.expression.as(MemberAccessExprSyntax.self),
      type.declName.baseName.text == "self", let base = type.base,
      let path = arguments.last?.expression.as(KeyPathExprSyntax.self), path.root == nil,
      let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self),
      path.components.count == 1
    else { return nil }
    self.init(property: property.declName.baseName.text, type: base.trimmedDescription)
  }

  private init(property: String, type: String, isOptional: Bool = false) {
    self.property = property
    self.type = type
    self.isOptional = isOptional
  }

  /// The marked properties of a state, in order; one whose child cannot be told is an error.
  static func all(
    in state: StructDeclSyntax, context: some MacroExpansionContext
  ) -> [NestedChild] {
    StoredProperty.all(in: state.memberBlock.members).compactMap { property in
      guard property.declaration.attribute("NestedState") != nil else { return nil }
      if let type = property.type?.wrapped.flatMap(machine(ofState:)) {
        return NestedChild(property: property.spelling, type: type, isOptional: true)
      }
      if property.type?.element.flatMap(machine(ofState:)) != nil {
        context.report(.severalStates(property.name), at: property.declaration)
        return nil
      }
      guard let type = machine(of: property) else {
        context.report(
          .unknownChild(property.name), at: property.declaration,
          fix: property.type.flatMap(stateOf))
        return nil
      }
      return NestedChild(property: property.spelling, type: type)
    }
  }

  /// `Child.State` where the property's type is written as the child itself.
  private static func stateOf(_ type: TypeSyntax) -> FixIt? {
    guard type.is(IdentifierTypeSyntax.self) || type.is(MemberTypeSyntax.self) else { return nil }
    let state: TypeSyntax = "\(type.trimmed).State"
    return MacroFix.replace(type, with: state)
  }

  /// `Child` from `Child.State`.
  private static func machine(ofState type: TypeSyntax) -> String? {
    guard let type = type.as(MemberTypeSyntax.self), type.name.text == "State" else { return nil }
    return type.baseType.trimmedDescription
  }

  /// `Child` from `: Child.State` or `= Child.State(…)`.
  private static func machine(of property: StoredProperty) -> String? {
    if let child = property.type.flatMap(machine(ofState:)) { return child }
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

extension StoredProperty {
  /// Whether it is known to hold a value of a type: by its annotation, or made by `Type(…)`.
  fileprivate func holds(_ name: String) -> Bool {
    if let type { return type.trimmedDescription == name }
    let call = initializer?.as(FunctionCallExprSyntax.self)
    return call?.calledExpression.trimmedDescription == name
  }
}

extension TypeSyntax {
  /// `Child.State` of `Child.State?`, `Child.State!` and `Optional<Child.State>`.
  fileprivate var wrapped: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let unwrapped = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return unwrapped.wrappedType
    }
    return self.as(IdentifierTypeSyntax.self)?.name.text == "Optional" ? lastArgument : nil
  }

  /// `Child.State` of `[Child.State]`, `[ID: Child.State]` and `IdentifiedArrayOf<Child.State>`.
  fileprivate var element: TypeSyntax? {
    if let array = self.as(ArrayTypeSyntax.self) { return array.element }
    if let dictionary = self.as(DictionaryTypeSyntax.self) { return dictionary.value }
    return lastArgument
  }

  private var lastArgument: TypeSyntax? {
    guard let argument = self.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.last,
      case .type(let type) = argument.argument
    else { return nil }
    return type
  }
}

extension MacroMessage {
  fileprivate static func severalStates(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "nested-state-collection",
      message: "'\(name)' holds several children, which flat events do not tell apart; run them in "
        + "'body', with '.forEach(\\.\(name), action: …) { Child() }'")
  }

  fileprivate static let unreadableFeature = MacroMessage(
    id: "nested-feature-unreadable",
    message: "'@NestedFeature' takes a child and a property: "
      + "'@NestedFeature(Child.self, state: \\.property)'")

  fileprivate static func unknownChild(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "nested-state-unknown-child",
      message: "cannot tell the child machine of '\(name)'; write its type as 'Child.State'")
  }
}
