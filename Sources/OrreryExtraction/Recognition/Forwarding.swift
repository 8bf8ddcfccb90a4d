import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What the composition macros of TCA-SM say in attributes.
enum Forwarding {
  /// The `@NestedState` properties of a state.
  static func children(of state: TypeInfo, index: SourceIndex) -> [Child] {
    state.stored.compactMap { stored in
      guard has("NestedState", stored.property.declaration.attributes) != nil else { return nil }
      let written =
        stored.property.type?.trimmedText
        ?? stored.property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
        .trimmedText
      guard let written else { return nil }
      let name = written.hasSuffix(".State") ? String(written.dropLast(6)) : written
      let key = index.resolve(name: name, in: state, module: state.module)
      return Child(machine: key ?? name, via: .nested, path: stored.property.name)
    }
  }

  /// The `@Forward` cases of the events, each with the child's event.
  static func events(of handlers: [Handler]) -> [String: String] {
    var result: [String: String] = [:]
    for case .cases(let info) in handlers.map(\.events) {
      for item in info.cases {
        guard let attribute = has("Forward", item.declaration.attributes),
          case .argumentList(let arguments)? = attribute.arguments,
          let target = arguments.first?.expression.trimmedText
        else { continue }
        result[item.name] = target.hasSuffix(".self") ? String(target.dropLast(5)) : target
      }
    }
    return result
  }

  private static func has(
    _ name: String, _ attributes: AttributeListSyntax
  ) -> AttributeSyntax? {
    attributes.compactMap { $0.as(AttributeSyntax.self) }.first {
      $0.attributeName.trimmedText == name
    }
  }
}
