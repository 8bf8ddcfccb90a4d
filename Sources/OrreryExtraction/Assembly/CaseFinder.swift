import OrreryExecution
import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Finds out whether the functions of a type do something in a state that they name.
final class CaseFinder: SyntaxVisitor {
  private let name: String
  private var isFound = false

  /// Whether a pattern or a comparison names a case, where that does not end the program.
  static func expects(_ name: String, in info: TypeInfo) -> Bool {
    let finder = CaseFinder(name)
    for body in info.functions.compactMap(\.body) where !finder.isFound { finder.walk(body) }
    return finder.isFound
  }

  /// The same of the bodies of handlers.
  static func expects(_ name: String, in handlers: [Handler]) -> Bool {
    let finder = CaseFinder(name)
    for handler in handlers where !finder.isFound { finder.walk(handler.body) }
    return finder.isFound
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    if case .case(let label) = node.label, !node.trapsAtOnce {
      isFound = isFound || label.caseItems.contains { names(Syntax($0.pattern)) }
    }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    isFound = isFound || names(Syntax(node.pattern))
    return .visitChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isComparison = node.elements.contains { element in
      let name = element.as(BinaryOperatorExprSyntax.self)?.operator.text
      return name == "==" || name == "!="
    }
    if isComparison { isFound = isFound || node.elements.contains { names(Syntax($0)) } }
    return .visitChildren
  }

  private func names(_ node: Syntax) -> Bool {
    if let member = node.as(MemberAccessExprSyntax.self),
      Naming.identifier(member.declName.baseName.text) == name
    {
      return true
    }
    return node.children(viewMode: .sourceAccurate).contains(where: names)
  }
}

extension SwitchCaseSyntax {
  /// Whether its first statement ends the program.
  fileprivate var trapsAtOnce: Bool {
    let call = statements.first?.item.as(FunctionCallExprSyntax.self)
    return call.map { Library.traps.contains($0.calleeName) } ?? false
  }
}
