import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// What the composition macros of TCA-SM say in attributes.
enum Forwarding {
  /// The `@NestedState` properties of a state.
  static func children(of state: TypeInfo, index: SourceIndex) -> [Child] {
    state.stored.compactMap { stored in
      guard isChild(stored) else { return nil }
      let written =
        stored.property.type?.trimmedText
        ?? stored.property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
        .trimmedText
      guard let written else { return nil }
      let childState = unwrapped(written)
      let name = childState.hasSuffix(".State") ? String(childState.dropLast(6)) : childState
      let key = index.resolve(name: name, in: state)
      return Child(
        machine: key ?? name, via: childState == written ? .nested : .ifLet,
        path: stored.property.name)
    }
  }

  /// `Child.State` of `Child.State?`, `Child.State!` and `Optional<Child.State>`.
  private static func unwrapped(_ type: String) -> String {
    if type.hasPrefix("Optional<"), type.hasSuffix(">") {
      return String(type.dropFirst("Optional<".count).dropLast())
    }
    return type.hasSuffix("?") || type.hasSuffix("!") ? String(type.dropLast()) : type
  }

  /// Whether a property holds the state of a child, whose states are its own.
  static func isChild(_ stored: StoredInfo) -> Bool {
    stored.property.declaration.attributes.has(["NestedState"])
  }

  /// The `@Forward` cases of the events, each with the child's event.
  static func events(of handlers: [Handler]) -> [String: String] {
    var result: [String: String] = [:]
    for item in handlers.compactMap(\.events.type).flatMap(\.cases) {
      let attribute = item.declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
        .first { $0.attributeName.trimmedText == "Forward" }
      guard case .argumentList(let arguments)? = attribute?.arguments,
        let target = arguments.first?.expression.trimmedText
      else { continue }
      result[item.name] = target.hasSuffix(".self") ? String(target.dropLast(5)) : target
    }
    return result
  }
}
