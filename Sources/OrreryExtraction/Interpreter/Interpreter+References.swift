import OrreryTrace
import SwiftSyntax

/// Other names for the machine, where that is an object.
extension Interpreter {
  /// Where the machine is that an expression names: `self`, or the property by which `self` refers to
  /// it.
  func machine(named node: ExprSyntax, _ path: Path) -> Place? {
    if node.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" {
      return path.place(of: "self")
    }
    guard let reference, let own = path.place(of: "self"), own.frame == 0, own.path.isEmpty,
      own.name == "self", isReference(node, named: reference, path)
    else { return nil }
    return Place(frame: 0, name: "self", path: [reference])
  }

  private func isReference(_ node: ExprSyntax, named reference: String, _ path: Path) -> Bool {
    if let inner = node.as(ForceUnwrapExprSyntax.self)?.expression {
      return isReference(inner, named: reference, path)
    }
    if let name = node.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text) == reference
        && path.place(of: reference) == nil
    }
    guard let member = node.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false else {
      return false
    }
    return Naming.identifier(member.declName.baseName.text) == reference
  }
}
