import OrrerySyntax
import SwiftDiagnostics
import SwiftSyntax

// What `@StateMachine` cannot do anything for.

extension MacroMessage {
  static let notAType = MacroMessage(
    id: "state-machine-not-a-type",
    message: "'@StateMachine' can only be attached to the declaration of a type")

  static func notReduced(_ name: String) -> MacroMessage {
    MacroMessage(
      id: "state-machine-reduces-by-hand",
      message: """
        a store runs '\(name)' by its static functions, and does not call a \
        'reduce(into:action:)' that is written by hand. To fix, say that nothing else makes its \
        steps: 'typealias Body = Never'; or build a 'body'
        """)
  }
}

extension Declaration {
  /// The method by which a reducer makes its steps, where it is the only thing that does.
  var handWrittenReduce: FunctionDeclSyntax? {
    let members = Members.all(in: syntax.memberBlock.members).map(\.declaration)
    let hasBody = members.contains { member in
      member.as(VariableDeclSyntax.self)?.bindings.contains {
        $0.pattern.trimmedDescription == "body"
      } ?? false
    }
    guard !hasBody, !declares("Body") else { return nil }
    return members.compactMap { $0.as(FunctionDeclSyntax.self) }.first { function in
      let labels = function.signature.parameterClause.parameters.map(\.firstName.text)
      return function.name.text == "reduce" && labels == ["into", "action"]
    }
  }
}

extension FixIt {
  /// Says that a machine has no body, before the method that stands for it.
  static func bodiless(_ reduce: FunctionDeclSyntax) -> FixIt {
    let alias = "typealias Body = Never"
    let start = reduce.leadingTrivia
    let indentation = Trivia(
      pieces: start.pieces.reversed().prefix { $0.isSpaceOrTab }.reversed())
    let new = reduce.with(
      \.leadingTrivia, start + .unexpectedText(alias) + .newlines(2) + indentation)
    return MacroFix.add(alias, to: reduce, giving: new)
  }
}
