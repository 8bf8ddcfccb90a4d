import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What a pattern binds a name to.
extension PatternSyntax {
  /// What a name is that the pattern binds, where it is matched with a value; nothing where it binds no
  /// such name.
  package func declaration(of name: String, matching value: ExprSyntax?) -> LocalDeclaration? {
    switch meaning(of: name) {
    case .whole: value.map { .value($0, isUnwrapped: true) } ?? .unknown
    case .type(let type): .type(type)
    case .part: .unknown
    case nil: nil
    }
  }

  /// The same for what a loop runs over.
  package func declaration(of name: String, matchingEachOf list: ExprSyntax) -> LocalDeclaration? {
    if let tuple = self.as(TuplePatternSyntax.self)?.elements,
      let offset = tuple.map(\.pattern).firstIndex(where: { $0.meaning(of: name) == .whole })
    {
      return .elementPart(offset, of: list)
    }
    switch meaning(of: name) {
    case .whole: return .element(of: list)
    case .type(let type): return .type(type)
    case .part: return .unknown
    case nil: return nil
    }
  }

  private enum Meaning: Equatable {
    /// All that is matched, be it without optionality.
    case whole
    /// All that is matched, as a type.
    case type(TypeSyntax)
    case part
  }

  private func meaning(of name: String) -> Meaning? {
    switch self.as(PatternSyntaxEnum.self) {
    case .identifierPattern(let pattern):
      return Naming.identifier(pattern.identifier.text) == name ? .whole : nil
    case .valueBindingPattern(let pattern): return pattern.pattern.meaning(of: name)
    case .expressionPattern(let pattern): return Self.meaning(of: name, in: pattern.expression)
    default: return binds(name) ? .part : nil
    }
  }

  private static func meaning(of name: String, in node: ExprSyntax) -> Meaning? {
    switch node.as(ExprSyntaxEnum.self) {
    case .patternExpr(let node): return node.pattern.meaning(of: name)
    case .optionalChainingExpr(let node): return meaning(of: name, in: node.expression)
    case .sequenceExpr(let chain):
      let parts = Array(chain.elements)
      guard parts.count == 3, parts[1].is(UnresolvedAsExprSyntax.self),
        let type = parts[2].as(TypeExprSyntax.self)?.type,
        meaning(of: name, in: parts[0]) == .whole
      else { break }
      return .type(type)
    case .functionCallExpr(let call):
      guard call.calleeName == "some", call.arguments.count == 1,
        let inner = call.arguments.first?.expression
      else { break }
      return meaning(of: name, in: inner)
    default: break
    }
    let names = node.tokens(viewMode: .sourceAccurate).map { Naming.identifier($0.text) }
    return names.contains(name) ? .part : nil
  }
}

extension SwitchCaseSyntax {
  /// What is asked for its case.
  package var subject: ExprSyntax? { parent?.parent?.as(SwitchExprSyntax.self)?.subject }
}
