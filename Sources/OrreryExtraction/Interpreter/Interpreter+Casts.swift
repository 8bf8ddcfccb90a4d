import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// `event as? Kind`.
extension Interpreter {
  func evaluate(
    castOf node: ExprSyntax, to type: TypeSyntax, _ text: String, _ path: Path
  ) -> Evaluated {
    waiting(for: [node], path).map { path in
      if let value = cast(node, to: type, path) { return (path, value) }
      let made = fresh(text, path)
      return (keeping(partsOf: node, in: made, path), made)
    }
  }

  /// An event whose type is known is that type and no other.
  private func cast(_ node: ExprSyntax, to type: TypeSyntax, _ path: Path) -> Value? {
    guard let value = variable(node, path),
      value.unknown?.id == Self.eventID || value.caseValue != nil,
      let own = value.type, let parts = SourceIndex.parts(of: type),
      let wanted = self.type(named: parts.joined(separator: "."), path)
    else { return nil }
    if wanted == own { return value }
    return index.info(wanted)?.kind == .protocol ? nil : .absent
  }

  /// The event is the same by whatever type it goes: the case that it carries stays what it is.
  private func keeping(partsOf node: ExprSyntax, in made: Value, _ path: Path) -> Path {
    guard case .object(let object)? = variable(node, path), object.base.id == Self.eventID,
      case .unknown(let unknown) = made
    else { return path }
    var path = path
    for (name, value) in object.fields {
      if case .enumCase(let known) = value {
        path.facts[unknown.field(name, type: nil).id] = .isCase(known)
      }
    }
    return path
  }

  private func variable(_ node: ExprSyntax, _ path: Path) -> Value? {
    guard let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
    return path.place(of: Naming.identifier(name)).flatMap(path.value)
  }
}
