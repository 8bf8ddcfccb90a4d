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

  /// `isFresh ? a : b`, of which the condition is what comes before.
  private static func ternaries(in code: CodeBlockItemListSyntax) -> [EffectBranch] {
    code.descendants(UnresolvedTernaryExprSyntax.self).compactMap { node in
      guard let list = node.parent?.as(ExprListSyntax.self),
        let place = list.firstIndex(where: { $0.id == ExprSyntax(node).id }),
        place > list.startIndex
      else { return nil }
      let condition = list[list.index(before: place)]
      return EffectBranch(node: Syntax(condition), condition: Syntax(condition), ways: [])
    }
  }
}
