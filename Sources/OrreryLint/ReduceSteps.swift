import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The closure of a `Reduce`.
struct ReduceStepClosure {
  var state: String
  var statements: CodeBlockItemListSyntax

  var clauses: [SwitchCaseSyntax] { statements.descendants(SwitchCaseSyntax.self) }

  /// Whether a clause asks the state for something.
  func reads(in clause: SwitchCaseSyntax) -> Bool {
    let written = Set(clause.statements.assignments.map { $0.target.id })
    return clause.statements.descendants(MemberAccessExprSyntax.self).contains { member in
      member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == state
        && !written.contains(ExprSyntax(member).id)
    }
  }
}

extension Composed.Step {
  /// What stands for the step: the name of an operator, or the call.
  var marker: Syntax {
    call.calledExpression.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) }
      ?? Syntax(call)
  }

  /// The closure that a `Reduce` is made with.
  var reduceClosure: ReduceStepClosure? {
    guard name == "Reduce", let closure = call.trailingClosure,
      case .simpleInput(let names) = closure.signature?.parameterClause, names.count == 2,
      let state = names.first?.name.text
    else { return nil }
    return ReduceStepClosure(state: state, statements: closure.statements)
  }
}

extension SwitchCaseSyntax {
  /// The first cases that its patterns name: `login` of `.login(.succeeded)`.
  var events: [String] {
    guard let items = label.as(SwitchCaseLabelSyntax.self)?.caseItems else { return [] }
    return items.compactMap { item in
      item.pattern.descendants(MemberAccessExprSyntax.self).first { $0.base == nil }
        .map { Naming.identifier($0.declName.baseName.text) }
    }
  }
}

extension SyntaxProtocol {
  /// What is assigned in a tree, and the value.
  var assignments: [(target: ExprSyntax, value: ExprSyntax)] {
    descendants(SequenceExprSyntax.self).compactMap { sequence in
      let elements = Array(sequence.elements)
      guard elements.count == 3, elements[1].is(AssignmentExprSyntax.self) else { return nil }
      return (elements[0], elements[2])
    }
  }
}
