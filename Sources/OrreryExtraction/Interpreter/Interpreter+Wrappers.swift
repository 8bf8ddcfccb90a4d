import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Properties that a wrapper keeps.
extension Interpreter {
  /// The property that `_mode` is the wrapper of, and that `_mode.wrappedValue` and
  /// `$mode.wrappedValue` are.
  func wrapped(_ name: String, of place: Place, _ path: Path) -> Place? {
    if name == "wrappedValue", let property = place.path.last {
      return index.info(type(at: place.owner, path))?.isWrapped(property) == true ? place : nil
    }
    guard name.hasPrefix("_"), let own = index.info(type(at: place, path))?.wrapped(by: name)
    else { return nil }
    return path.resolved(place.appending(own))
  }
}

extension Interpreter {
  /// Whether an expression is the wrapper that keeps a property of `self`.
  func isWrapper(_ node: ExprSyntax, _ path: Path) -> Bool {
    let member = node.as(MemberAccessExprSyntax.self)
    guard member.map({ $0.base?.isSelf ?? false }) ?? true,
      let name = member?.declName ?? node.as(DeclReferenceExprSyntax.self),
      name.baseName.text.hasPrefix("_")
    else { return false }
    return index.info(path.frames[path.depth - 1].selfType)?.wrapped(by: name.baseName.text) != nil
  }
}

extension Operation {
  /// What a wrapper is made with: `.on` of `Published(wrappedValue: .on)`.
  var wrapped: Operation? {
    guard case .operand(let node) = form,
      let first = node.as(FunctionCallExprSyntax.self)?.arguments.first,
      ["wrappedValue", "initialValue"].contains(first.label?.text)
    else { return nil }
    return Operation([first.expression])
  }
}

extension TypeInfo {
  /// Whether a wrapper keeps a property.
  func isWrapped(_ name: String) -> Bool {
    property(name)?.property.declaration.attributes.contains { attribute in
      let name = attribute.as(AttributeSyntax.self)?.attributeName.trimmedText
      return name?.split(separator: ".").last?.first?.isUppercase ?? false
    } ?? false
  }

  /// The property that a name means which its wrapper is kept under: `mode` of `_mode`.
  func wrapped(by name: String) -> String? {
    guard name.hasPrefix("_"), case let own = String(name.dropFirst()), property(name) == nil,
      isWrapped(own)
    else { return nil }
    return own
  }
}
