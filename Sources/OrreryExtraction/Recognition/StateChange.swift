import OrreryTrace
import SwiftSyntax

/// A change of a property of the state that a reducer reacts to: `.onChange(of: \.query) { … }`.
struct StateChange {
  /// The call without its closure.
  let text: String
  /// The property, from the state on.
  let path: [String]
  /// What the closure calls the old value and the new one.
  let names: [String]
  /// Whether it is behind the reducer that takes bindings, which may change any property.
  let isOfBindings: Bool

  init?(_ call: FunctionCallExprSyntax) {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let argument = call.arguments.first,
      let keyPath = argument.expression.as(KeyPathExprSyntax.self)
    else { return nil }
    path = keyPath.components.compactMap { component in
      guard case .property(let property) = component.component else { return nil }
      return Naming.identifier(property.declName.baseName.text)
    }
    guard !path.isEmpty, path.count == keyPath.components.count else { return nil }
    text = "\(member.declName.baseName.text)(\(call.arguments.folded))"
    names = call.trailingClosure?.parameterNames ?? []
    isOfBindings =
      member.base?.tokens(viewMode: .sourceAccurate).contains { $0.text == "BindingReducer" }
      ?? false
  }

  /// Whether some changes of the state may be, or be part of, the one that is meant.
  func mayBe(among writes: [Write]) -> Bool {
    let own = path.joined(separator: ".")
    return writes.contains { write in
      write.isWhole || write.path == own || write.path.isInside(own) || own.isInside(write.path)
    }
  }
}

extension String {
  /// Whether a dotted path goes on where another ends: `form.name` or `items[0]` inside `form`, `items`.
  fileprivate func isInside(_ outer: String) -> Bool {
    guard hasPrefix(outer), let next = dropFirst(outer.count).first else { return false }
    return next == "." || next == "[" || next == "?" || next == "!"
  }
}
