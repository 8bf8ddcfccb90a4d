import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A method of a machine, and what it does with the state.
struct TracedFunction {
  let node: FunctionDeclSyntax
  let name: String
  let uses: StateUses

  init?(_ node: FunctionDeclSyntax, of state: TracedState) {
    guard let body = node.body else { return nil }
    self.node = node
    name = Naming.identifier(node.name.text)
    uses = StateUses(of: state, in: body, locals: node.localNames)
  }

  var isPrivate: Bool { node.has(.private) || node.has(.fileprivate) }
  var isMutating: Bool { node.has(.mutating) }
  var isAsync: Bool { node.signature.effectSpecifiers?.asyncSpecifier != nil }

  /// Whether the method belongs to the type, ends the machine, or may run beside it.
  var isApart: Bool {
    node.has(.static) || node.has(.class) || node.has(.consuming)
      || (node.has(.nonisolated) && !uses.writesInTask)
  }

  /// Whether it lets its caller change the state in its stead.
  var handsOutState: Bool {
    node.signature.parameterClause.parameters.contains { parameter in
      let function = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      return function.as(FunctionTypeSyntax.self)?.parameters.contains {
        $0.trimmedDescription.contains("inout ")
      } ?? false
    }
  }

  /// Whether the body would have to be a function of its own, which none can stand for that rethrows.
  var cannotBeWrapped: Bool {
    let throwing = node.signature.effectSpecifiers?.throwsClause?.throwsSpecifier
    return throwing?.tokenKind == .keyword(.rethrows) && CaptureLists.isAny(in: node)
  }

  /// Whether the answer is all that the method is called for.
  var isQuestion: Bool { node.signature.returnClause?.type.trimmedDescription == "Bool" }

  /// The name with labels.
  var fullName: String {
    Naming.method(
      name, labels: node.signature.parameterClause.parameters.map(\.firstName.text))
  }

  /// The name with labels and types.
  var typedName: String {
    let parameters = node.signature.parameterClause.parameters
    return Naming.method(
      name, labels: parameters.map(\.firstName.text), types: parameters.map(\.type.trimmedText))
  }

  /// What tells a function from others of its type, be it in another tree.
  static func key(_ node: FunctionDeclSyntax) -> String {
    "\(node.name.text)\(node.genericParameterClause?.trimmedText ?? "")\(node.signature.trimmedText) "
      + (node.genericWhereClause?.trimmedText ?? "")
  }
}

extension FunctionDeclSyntax {
  func has(_ keyword: Keyword) -> Bool {
    modifiers.contains { $0.name.tokenKind == .keyword(keyword) }
  }

  /// The names that parameters and variables of the function have.
  var localNames: Set<String> {
    let reader = LocalNames(viewMode: .sourceAccurate)
    reader.walk(self)
    return reader.names
  }
}

private final class LocalNames: SyntaxVisitor {
  var names: Set<String> = []

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert(Naming.identifier((node.secondName ?? node.firstName).text))
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    // `if let self` and the like hide nothing that matters here.
    names.insert(Naming.identifier(node.identifier.text))
    return .visitChildren
  }
}
