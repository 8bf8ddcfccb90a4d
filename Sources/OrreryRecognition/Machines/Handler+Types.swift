import OrreryLowering
import OrreryTrace
import SwiftSyntax

// What the types say that the declaration of a handler writes.
extension Handler {
  /// The types of numbers, texts and nothing: who answers with one asks for nothing to be done.
  static let plainTypes: Set = [
    "Void", "()", "Int", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "String", "Data", "Date", "UUID", "TimeInterval",
  ]

  /// Whether a parameter is surely given a value: its type is no optional.
  package func isPresent(_ parameter: String, in index: SourceIndex) -> Bool {
    guard let type = function?.parameters.first(where: { $0.ownName == parameter })?.type,
      function?.genericNames.contains(type.trimmedText) != true
    else { return false }
    return index.expanded(type, in: owner).isPresent
  }

  /// The elements of the tuple that it returns, and whether each only tells something: a number, a text,
  /// or yes or no.
  package var answeredParts: [(label: String, isData: Bool)] {
    let type = returnType?.as(OptionalTypeSyntax.self)?.wrappedType ?? returnType
    let elements = type?.as(TupleTypeSyntax.self)?.elements.map(\.self) ?? []
    return elements.map { ($0.firstName?.text ?? "", $0.type.isData) }
  }

  /// The key of the type that the body returns.
  package func answer(in index: SourceIndex) -> String? {
    index.resolve(returnType, in: owner, module: file.module)
  }

  /// The names of the types that the body returns: `Model` and `Cmd` of `(Model, Cmd<Message>)`.
  package var answeredTypes: Set<String> { Set(returnType.map(Self.names) ?? []) }

  private static func names(of type: TypeSyntax) -> [String] {
    switch type.as(TypeSyntaxEnum.self) {
    case .tupleType(let tuple): tuple.elements.flatMap { names(of: $0.type) }
    case .optionalType(let type): names(of: type.wrappedType)
    case .arrayType(let type): names(of: type.element)
    case .identifierType(let type): [Naming.identifier(type.name.text)]
    case .memberType(let type):
      [Naming.identifier(type.name.text), "\(type.baseType.trimmedText).\(type.name.text)"]
    default: []
    }
  }
}

extension TypeSyntax {
  /// Whether it is a number, a text, yes or no, or several such.
  fileprivate var isData: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .optionalType(let type): type.wrappedType.isData
    case .arrayType(let type): type.element.isData
    default: trimmedText == "Bool" || Handler.plainTypes.contains(trimmedText)
    }
  }
}
