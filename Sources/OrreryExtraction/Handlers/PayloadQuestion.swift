import OrreryExecution
import OrreryLowering
import SwiftParser
import SwiftSyntax

/// Whether a clause with a pattern of a case asks for what the case carries, and does not only bind it:
/// `case .success(true) = answer`.
///
/// A clause is code as written, and is read as that.
struct PayloadQuestion {
  private let pattern: PatternSyntax

  /// Nothing where a clause has no pattern, or several.
  init?(_ clause: Clause) {
    let source = Parser.parse(source: "if \(clause.text) {}")
    guard !source.hasError,
      let node = source.statements.first?.item.as(ExpressionStmtSyntax.self)?.expression,
      let condition = node.as(IfExprSyntax.self)?.conditions.first?.condition,
      case .matchingPattern(let match) = condition
    else { return nil }
    pattern = match.pattern
  }

  /// Whether a value of some case may not fit for what it carries.
  func asks(of name: String) -> Bool {
    let (inner, binds) = Self.bare(pattern)
    guard let call = inner?.as(FunctionCallExprSyntax.self), call.calleeName == name else {
      return false
    }
    return call.arguments.contains { Self.mayNotFit($0.expression, binds) }
  }

  /// The expression of a pattern, and whether its names are bound.
  private static func bare(_ pattern: PatternSyntax) -> (ExprSyntax?, binds: Bool) {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      return (bare(binding.pattern).0, true)
    }
    return (pattern.as(ExpressionPatternSyntax.self)?.expression, false)
  }

  private static func mayNotFit(_ node: ExprSyntax, _ binds: Bool) -> Bool {
    if node.is(DiscardAssignmentExprSyntax.self) { return false }
    if let tuple = node.as(TupleExprSyntax.self) {
      return tuple.elements.contains { mayNotFit($0.expression, binds) }
    }
    if let pattern = node.as(PatternExprSyntax.self)?.pattern { return mayNotFit(pattern) }
    return !(binds && node.is(DeclReferenceExprSyntax.self))
  }

  private static func mayNotFit(_ pattern: PatternSyntax) -> Bool {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) {
      return mayNotFit(binding.pattern)
    }
    if let tuple = pattern.as(TuplePatternSyntax.self) {
      return tuple.elements.contains { mayNotFit($0.pattern) }
    }
    if let node = pattern.as(ExpressionPatternSyntax.self)?.expression {
      return mayNotFit(node, true)
    }
    return !pattern.is(IdentifierPatternSyntax.self) && !pattern.is(WildcardPatternSyntax.self)
  }
}
