import SwiftSyntax

/// A place where code goes one way or another.
struct EffectBranch {
  var node: Syntax
  var condition: Syntax
  var ways: [Syntax]

  /// Whether it stands in a `catch`, or asks for a version of the system.
  var isAboutErrors: Bool {
    node.nearest(CatchClauseSyntax.self) != nil
      || !condition.descendants(AvailabilityConditionSyntax.self).isEmpty
  }

  static func all(in code: CodeBlockItemListSyntax) -> [EffectBranch] {
    let choices = code.descendants(IfExprSyntax.self).map { node in
      EffectBranch(
        node: Syntax(node), condition: Syntax(node.conditions),
        ways: [Syntax(node.body)] + (node.elseBody.map { [Syntax($0)] } ?? []))
    }
    let guards = code.descendants(GuardStmtSyntax.self).map { node in
      EffectBranch(
        node: Syntax(node), condition: Syntax(node.conditions), ways: [Syntax(node.body)])
    }
    let switches = code.descendants(SwitchExprSyntax.self).map { node in
      EffectBranch(node: Syntax(node), condition: Syntax(node.subject), ways: [Syntax(node.cases)])
    }
    return choices + guards + switches + ternaries(in: code)
  }

  /// `isFresh && isOn ? a : b`, of which the condition is what comes before, up to an assignment
  /// or another choice.
  private static func ternaries(in code: CodeBlockItemListSyntax) -> [EffectBranch] {
    code.descendants(UnresolvedTernaryExprSyntax.self).compactMap { node in
      guard let list = node.parent?.as(ExprListSyntax.self),
        let place = list.firstIndex(where: { $0.id == ExprSyntax(node).id })
      else { return nil }
      let start = list[..<place].lastIndex(where: \.endsCondition).map(list.index(after:))
      let condition = Array(list[(start ?? list.startIndex)..<place])
      guard let first = condition.first else { return nil }
      return EffectBranch(
        node: Syntax(first), condition: Syntax(ExprListSyntax(condition)), ways: [])
    }
  }
}

extension ExprSyntax {
  /// Whether it is an operator that binds weaker than `? :`, or as weakly.
  fileprivate var endsCondition: Bool {
    if self.is(AssignmentExprSyntax.self) || self.is(UnresolvedTernaryExprSyntax.self) {
      return true
    }
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return name.hasSuffix("=") && !Self.comparisons.contains(name)
  }

  private static let comparisons: Set = ["==", "!=", "<=", ">=", "===", "!==", "~="]
}
