import OrrerySyntax
import SwiftSyntax

extension SourceIndex {
  /// Whether an associated value is surely there: its type is written and is no optional, by another
  /// name either.
  func isPresent(_ offset: Int, of item: EnumCase, in info: TypeInfo?) -> Bool {
    guard let parameters = item.element.parameterClause?.parameters.map({ $0 }),
      parameters.indices.contains(offset)
    else { return false }
    return expanded(parameters[offset].type, in: info).isPresent
  }
}

extension TypeSyntax {
  /// Whether the type is no optional; a single letter is a generic parameter, which may be one.
  fileprivate var isPresent: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.name.text.count > 1 && type.name.text != "Optional"
    case .arrayType, .dictionaryType, .functionType: true
    case .memberType(let type): type.baseType.isPresent
    default: false
    }
  }
}

extension TypeInfo {
  /// The raw value of a case of an enum of whole numbers: the one that is written, or counted on.
  func rawNumber(of name: String) -> Int? {
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
