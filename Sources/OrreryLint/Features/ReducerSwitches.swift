import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

/// What the `switch` statements of reducers say of actions.
enum ReducerSwitches {
  /// The actions that a parent answers: `case .child(.closed):`.
  static func answeredByOthers(
    _ names: Set<String>, in subject: LintSubject
  ) -> Set<String> {
    var found: Set<String> = []
    for file in subject.files(naming: names.sorted()) {
      for item in file.tree.descendants(SwitchCaseItemSyntax.self) {
        for member in item.descendants(MemberAccessExprSyntax.self)
        where member.base == nil && member.nearest(LabeledExprSyntax.self) != nil {
          let name = Naming.identifier(member.declName.baseName.text)
          if names.contains(name) { found.insert(name) }
        }
      }
    }
    return found
  }

  /// The `default` that is met last, where each reducer has one.
  static func lastDefault(in feature: Feature) -> (SwitchCaseSyntax, SourceFile)? {
    let switches = feature.reducers.flatMap { reducer in
      reducer.statements.descendants(SwitchExprSyntax.self)
        .filter { $0.subject.trimmedText == reducer.actionName }.map { ($0, reducer.file) }
    }
    let defaults = switches.compactMap { node, file in node.emptyDefault.map { ($0, file) } }
    return defaults.count == switches.count ? defaults.last : nil
  }

  /// The actions that some pattern names.
  static func namedCases(in feature: Feature) -> Set<String> {
    let patterns =
      feature.nodes(SwitchCaseItemSyntax.self).map { Syntax($0.node.pattern) }
      + feature.nodes(MatchingPatternConditionSyntax.self).map { Syntax($0.node.pattern) }
      // Reducers that stand in other types.
      + feature.reducers.flatMap { $0.statements.descendants(SwitchCaseItemSyntax.self) }
      .map { Syntax($0.pattern) }
    return Set(
      patterns.flatMap { $0.descendants(MemberAccessExprSyntax.self) }
        .map { Naming.identifier($0.declName.baseName.text) })
  }
}

extension SwitchExprSyntax {
  /// Its `default`, where that does nothing.
  fileprivate var emptyDefault: SwitchCaseSyntax? {
    cases.compactMap { $0.as(SwitchCaseSyntax.self) }.first { clause in
      guard clause.label.is(SwitchDefaultLabelSyntax.self), clause.statements.count == 1,
        let item = clause.statements.first?.item
      else { return false }
      if item.is(BreakStmtSyntax.self) { return true }
      let value = item.as(ReturnStmtSyntax.self)?.expression ?? item.as(ExprSyntax.self)
      return value?.implicitCase == "none"
    }
  }
}
