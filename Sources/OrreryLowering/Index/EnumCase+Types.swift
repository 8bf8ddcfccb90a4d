import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension SourceIndex {
  /// Whether an associated value is surely there: its type is written and is no optional, by another
  /// name either.
  package func isPresent(_ offset: Int, of item: EnumCase, in info: TypeInfo?) -> Bool {
    guard let parameters = item.element.parameterClause?.parameters.map({ $0 }),
      parameters.indices.contains(offset)
    else { return false }
    return expanded(parameters[offset].type, in: info).isPresent
  }

  /// The type of a property: as written, or that of the case or the instance that it starts as.
  package func type(of property: StoredProperty, in info: TypeInfo) -> String? {
    if let type = property.type { return resolve(type, in: info) }
    let call = property.initializer?.as(FunctionCallExprSyntax.self)
    let made = call?.calledExpression
    let maker = made?.as(GenericSpecializationExprSyntax.self)?.expression ?? made
    if let name = maker?.as(DeclReferenceExprSyntax.self)?.baseName.text {
      return name.first?.isUppercase ?? false
        ? resolve(name: name, in: info) : nil
    }
    guard
      let member = (call?.calledExpression ?? property.initializer)?
        .as(MemberAccessExprSyntax.self), let base = member.base,
      let type = self.info(resolve(name: base.trimmedText, in: info)),
      type.enumCase(Naming.identifier(member.declName.baseName.text)) != nil
    else { return nil }
    return type.key
  }
}

extension TypeInfo {
  /// The raw value of a case of an enum of whole numbers: the one that is written, or counted on.
  package func rawNumber(of name: String) -> Int? {
    guard let type = inherited.first, Self.wholeNumbers.contains(type) else { return nil }
    var next = 0
    for item in cases {
      if let written = item.element.rawValue?.value {
        guard let number = Int(written.trimmedDescription) else { return nil }
        next = number
      }
      if item.name == name { return next }
      next += 1
    }
    return nil
  }

  private static let wholeNumbers: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
  ]
}
