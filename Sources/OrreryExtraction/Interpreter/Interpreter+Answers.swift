import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// What libraries' types have a handler return, of which the files tell nothing.
extension Interpreter {
  /// Functions that make an effect which does nothing: `Cmd.none()`.
  private static let nothing: Set = ["none", "empty"]

  /// Whether a method makes nothing of the type that the handler returns: `Cmd.none()`.
  ///
  /// - Parameters:
  ///   - base: What it is called on; nothing for `.none()`, where the place tells the type.
  ///   - expected: The key of that type, where it is known.
  func makesNothing(
    _ name: String, on base: ExprSyntax?, _ node: FunctionCallExprSyntax, _ expected: String?
  ) -> Bool {
    guard Self.nothing.contains(name), node.arguments.isEmpty, node.trailingClosure == nil else {
      return false
    }
    guard let base else {
      return index.info(expected).map { answeredTypes.contains($0.name) } ?? false
    }
    let type = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
    return answeredTypes.contains(type.trimmedText)
  }

  /// Whether a call makes what the handler returns, and its labels say which arguments are effects:
  /// `Outcome(effects: [.fetch])`.
  func makesAnswer(_ name: String, _ node: FunctionCallExprSyntax) -> Bool {
    answeredTypes.contains(name)
      && node.arguments.contains { EffectReader.isEffectLabel($0.label?.text ?? "") }
  }
}

extension Handler {
  /// The names of the types that the body returns: `Model` and `Cmd` of `(Model, Cmd<Message>)`.
  var answeredTypes: Set<String> { Set(returnType.map(Self.names) ?? []) }

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
