import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension ReducerOrder {
  /// What has to see its actions before the parent does.
  struct Child {
    /// The case that carries its actions.
    var event: String
    /// The property that the parent must not remove; nothing for a binding.
    var property: String?
    /// Whether the whole state is what the parent must not replace.
    var isCase = false

    init?(_ step: Composed.Step, in feature: Feature) {
      let arguments = step.call.arguments
      switch step.name {
      case "BindingReducer": event = "binding"
      case "Scope", "ifLet", "ifCaseLet":
        guard let property = arguments.first?.expression.pathComponents?.last,
          let action = arguments.first(where: { $0.label?.text == "action" })?.expression
            .pathComponents?.last
        else { return nil }
        isCase = feature.state?.kind == .enum
        if step.name == "Scope", !isCase { return nil }
        (event, self.property) = (action, property)
      default: return nil
      }
    }

    func isHurt(by clause: SwitchCaseSyntax, _ closure: ReduceStepClosure) -> Bool {
      guard clause.events.contains(event) else { return false }
      guard let property else { return closure.reads(in: clause) }
      return clause.statements.assignments.contains { target, value in
        let names = target.memberNames
        if isCase { return names == [closure.state] && value.caseName != property }
        return names == [closure.state, property] && value.is(NilLiteralExprSyntax.self)
      }
    }

    func message(_ line: Int) -> String {
      guard let property else {
        return "the `Reduce` before it reads the state at `\(event)` in line \(line), before the "
          + "`BindingReducer` has changed it"
      }
      return
        "the `Reduce` before it ends `\(property)` at `\(event)` in line \(line): the child does "
        + "not get that action"
    }

    var remedy: String {
      property == nil
        ? "put `BindingReducer()` before the `Reduce`"
        : "put the child's reducer before the `Reduce`"
    }
  }
}

extension ExprSyntax {
  /// The case that an expression makes a value of: `game` of `.game(Game.State())`.
  fileprivate var caseName: String? {
    (self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self).memberNames.last
  }
}
