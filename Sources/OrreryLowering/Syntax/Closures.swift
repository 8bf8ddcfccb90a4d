import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension ClosureExprSyntax {
  /// What the closure calls its arguments, where it names them.
  package var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map(\.ownName)
    case nil: []
    }
  }

  /// Whether it waits for something.
  package var waits: Bool {
    statements.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.await) }
  }

  /// Whether a property takes the closure: `monitor.onUpdate = { … }`.
  package var isAssigned: Bool {
    guard let elements = parent?.as(ExprListSyntax.self).map(Array.init), elements.count == 3 else {
      return false
    }
    let isKept =
      elements[0].is(MemberAccessExprSyntax.self) || elements[0].is(SubscriptCallExprSyntax.self)
    return elements[1].is(AssignmentExprSyntax.self) && isKept
      && elements[2].id == id
  }

  /// The call that the closure is an argument of, with its label.
  package var handedTo: (call: FunctionCallExprSyntax, label: String?)? {
    if let argument = parent?.as(LabeledExprSyntax.self) {
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      return call.map { ($0, argument.label?.text) }
    }
    if let trailing = parent?.as(MultipleTrailingClosureElementSyntax.self) {
      let call = trailing.parent?.parent?.as(FunctionCallExprSyntax.self)
      return call.map { ($0, trailing.label.text) }
    }
    return parent?.as(FunctionCallExprSyntax.self).map { ($0, nil) }
  }

  /// The functions that are declared beside a closure, in the blocks of the functions around it.
  package var functionsAround: [FunctionDeclSyntax] {
    ancestors.prefix { !$0.is(MemberBlockSyntax.self) }
      .compactMap { $0.as(CodeBlockItemListSyntax.self) }
      .filter { $0.parent?.is(SourceFileSyntax.self) != true }
      .flatMap { items in items.compactMap { $0.item.as(FunctionDeclSyntax.self) } }.reversed()
  }

  /// Whether its own capture list has `self`.
  package var capturesSelf: Bool {
    signature?.capture?.items.contains {
      $0.keptName?.tokenKind == .keyword(.self) || $0.keptValue?.isSelf ?? false
    } ?? false
  }
}

extension CodeBlockItemSyntax {
  /// `guard let self else { return }`.
  package var bindsSelf: Bool {
    guard let node = item.as(GuardStmtSyntax.self), node.conditions.count == 1,
      case .optionalBinding(let binding)? = node.conditions.first?.condition
    else { return false }
    return Naming.identifier(binding.pattern.trimmedText) == "self"
      || binding.initializer?.value.isSelf ?? false
  }
}
