import OrreryLowering
import SwiftSyntax

extension ComputedInfo {
  private static let name = "onChange"
  private static let word = Word(name)

  /// The reducers that a change of the state runs: `.onChange(of: \.items) { … Reduce { … } }`.
  var reactions: [Site.Reaction] {
    guard file.words.contains(Self.word) else { return [] }
    return body.all(FunctionCallExprSyntax.self).flatMap { node -> [Site.Reaction] in
      guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
        node.calleeName == Self.name, let closure = node.lastClosure
      else { return [] }
      return ReduceClosureFinder.find(in: closure.statements).compactMap { reducer in
        reducer.stateName.map { name in
          Site.Reaction(
            closure: reducer.node, stateName: name,
            subject: node.arguments.first?.expression.folded ?? "",
            location: file.location(of: member.declName))
        }
      }
    }
  }
}
