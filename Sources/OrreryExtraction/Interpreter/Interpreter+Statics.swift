import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Variables of types: what one was given is known until code has run that is not walked.
extension Interpreter {
  /// What a variable of a type holds; nothing where it has a constant value.
  func variable(_ stored: StoredInfo, of info: TypeInfo, text: String, _ path: Path) -> Value? {
    let property = stored.property
    guard !property.isLet, property.initializer?.is(ClosureExprSyntax.self) != true else {
      return nil
    }
    let value = Value.unknown(
      Unknown(
        id: id(of: property, in: info, path), text: text, type: type(of: property, in: info)))
    return present(numbered(value, as: property), as: property.type, in: info)
  }

  /// Notes what a variable of a type was given.
  func note(_ value: Value, in target: ExprSyntax, _ path: inout Path) {
    guard let member = target.as(MemberAccessExprSyntax.self), let base = member.base,
      let info = index.info(typeKey(of: base, path)),
      case let name = Naming.identifier(member.declName.baseName.text),
      let property = info.stored.first(where: { $0.property.name == name && $0.property.isStatic })?
        .property, !property.isLet, !info.accessors.contains(where: { $0.name == name })
    else { return }
    let id = id(of: property, in: info, path)
    switch value {
    case .bool(let holds): path.facts[id] = .bool(holds)
    case .absent: path.facts[id] = .isNot(["some"])
    case .literal(let text): path.facts["\(id) == \(text)"] = .bool(true)
    case .enumCase(let item) where !item.isStart && item.payload.isEmpty:
      path.facts[id] = .isCase(item)
    default: break
    }
  }

  private func id(of property: StoredProperty, in info: TypeInfo, _ path: Path) -> String {
    "\(info.key).\(property.name)@\(path.strangers)"
  }
}
