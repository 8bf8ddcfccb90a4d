import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Calls of code that is not walked and has the machine itself at hand: it may call the machine back
/// before it returns.
extension Interpreter {
  /// What is known behind a call: of a list that the machine's methods change, no more than before,
  /// where the call may come to these.
  func askedBack(by node: FunctionCallExprSyntax, _ path: Path) -> Path {
    guard case .object(var object)? = path.frames[0].variables["self"],
      let info = index.info(path.frames[0].selfType), info.kind == .class,
      path.frames[path.depth - 1].selfType == info.key,
      mayCallBack(node, info, path)
    else { return path }
    var path = path
    for property in info.stored.map(\.property) where mayChange(property, in: info, path) {
      let old = object.field(property.name)
      object.fields[property.name] = fresh(old.text, path, type: old.type)
    }
    path.frames[0].variables["self"] = .object(object)
    return path
  }

  /// Whether something is known of a list that others may change, or have changed by a method.
  private func mayChange(_ property: StoredProperty, in info: TypeInfo, _ path: Path) -> Bool {
    let place = Place(frame: 0, name: "self", path: [property.name])
    guard !property.isLet, !property.isStatic, isList(at: place, path),
      case .object(let object)? = path.frames[0].variables["self"],
      object.fields[property.name] != nil
        || path.facts.keys.contains(where: { $0.hasPrefix("self.\(property.name).") })
    else { return false }
    return !property.isPrivate
      || info.functions.contains { function in
        function.node.id != calls.first?.node.id
          && cache.assigned(in: function.node).names.contains {
            [property.name, "self"].contains($0)
          }
      }
  }

  /// Whether a call hands over `self`, or runs a closure or asks an object that others have given to
  /// the machine to be called.
  private func mayCallBack(
    _ node: FunctionCallExprSyntax, _ info: TypeInfo, _ path: Path
  ) -> Bool {
    if node.arguments.contains(where: { $0.expression.isPlainSelf }) { return true }
    if let name = node.calledExpression.ownName, path.place(of: name) == nil {
      return info.property(name) != nil
    }
    guard let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base,
      let name = base.ownName, path.place(of: name) == nil, let property = info.property(name)
    else { return false }
    return keepsListener(property.property, of: info)
  }

  /// Whether a property keeps who wants to be told: by its name, by how it is kept, or by a protocol
  /// for its type.
  private func keepsListener(_ property: StoredProperty, of info: TypeInfo) -> Bool {
    let isWeak = property.declaration.modifiers.contains {
      [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind)
    }
    let name = property.name.lowercased()
    if isWeak || ["delegate", "listener", "observer"].contains(where: name.hasSuffix) {
      return true
    }
    let type = property.type.map { $0.wrappedType ?? $0 }
    return index.info(resolve(type, in: info, module: info.module))?.kind == .protocol
  }
}

extension ExprSyntax {
  /// The name of a property of the machine: `onChange` of `onChange?`, `self.onChange`.
  fileprivate var ownName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.ownName }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.ownName }
    guard let member = self.as(MemberAccessExprSyntax.self), member.base?.isPlainSelf == true else {
      return nil
    }
    return Naming.identifier(member.declName.baseName.text)
  }
}
