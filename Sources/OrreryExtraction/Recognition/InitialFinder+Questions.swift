import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What code asks of a property while the object that has it is made.
extension InitialFinder {
  /// Whether conditions hold; nothing where they ask for more than the case of the property.
  func answer(to conditions: ConditionElementListSyntax, in start: Found) -> Bool? {
    guard conditions.count == 1, let condition = conditions.first?.condition,
      let name = caseName(in: start)
    else { return nil }
    switch condition {
    case .matchingPattern(let match) where names.contains(match.initializer.value.trimmedText):
      return self.name(of: match.pattern).map { $0 == name }
    case .expression(let node):
      guard let elements = node.as(SequenceExprSyntax.self).map({ Array($0.elements) }),
        elements.count == 3, names.contains(elements[0].trimmedText),
        let other = CaseNames.isMade(elements[2]) ? CaseNames.named(by: elements[2]).first : nil
      else { return nil }
      switch elements[1].trimmedText {
      case "==": return name == other
      case "!=": return name != other
      default: return nil
      }
    default: return nil
    }
  }

  /// The clause of a `switch` over the property that is taken, where one alone may be.
  func clause(of node: SwitchExprSyntax, from start: Found) -> SwitchCaseSyntax? {
    guard names.contains(node.subject.trimmedText), let name = caseName(in: start) else {
      return nil
    }
    for clause in node.cases {
      guard let clause = clause.as(SwitchCaseSyntax.self) else { return nil }
      guard let items = clause.label.as(SwitchCaseLabelSyntax.self)?.caseItems else {
        return clause
      }
      let found = items.map { $0.whereClause == nil ? self.name(of: $0.pattern) : nil }
      if found.contains(name) { return clause }
      if found.contains(nil) { return nil }
    }
    return nil
  }

  /// The case that the property has; nothing where it may have one of several.
  private func caseName(in start: Found) -> String? {
    let found = Set(
      start.map { value in
        (value ?? declared).flatMap { CaseNames.isMade($0) ? CaseNames.named(by: $0).first : nil }
      })
    return found.count == 1 ? found.first ?? nil : nil
  }

  /// The case that a pattern is for, whatever it carries; nothing where its payload is asked for, too.
  private func name(of pattern: PatternSyntax) -> String? {
    if let binding = pattern.as(ValueBindingPatternSyntax.self) { return name(of: binding.pattern) }
    guard let node = pattern.as(ExpressionPatternSyntax.self)?.expression, CaseNames.isMade(node),
      node.as(FunctionCallExprSyntax.self)?.arguments.allSatisfy({ $0.expression.isOpen }) ?? true
    else { return nil }
    return CaseNames.named(by: node).first
  }
}

extension ExprSyntax {
  /// Whether any value matches: `_`, or a name that is bound.
  fileprivate var isOpen: Bool {
    self.is(DiscardAssignmentExprSyntax.self) || self.is(PatternExprSyntax.self)
  }
}
