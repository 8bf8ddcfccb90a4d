import OrreryLowering
import OrreryModel
import SwiftSyntax

extension ComputedInfo {
  /// The children that a body composes.
  var children: [Child] {
    body.all(FunctionCallExprSyntax.self).compactMap { node in
      node.child.map { (child: $0, position: node.arguments.first?.position ?? node.position) }
    }.sorted { $0.position < $1.position }.map(\.child)
  }

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

extension FunctionCallExprSyntax {
  private static let ways: [String: Child.Via] = [
    "Scope": .scope, "ifLet": .ifLet, "ifCaseLet": .ifLet, "forEach": .forEach,
  ]

  fileprivate var child: Child? {
    let member = calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let name = calledExpression.plainName ?? member, let via = Self.ways[name],
      let first = arguments.first?.expression,
      first.is(KeyPathExprSyntax.self) || first.is(PrefixOperatorExprSyntax.self)
        || trailingClosure != nil
    else { return nil }
    let path = first.folded.drop { $0 == "\\" || $0 == "." || $0 == "$" || $0 == "/" }
    return Child(machine: reducer, via: via, path: String(path))
  }

  /// The reducer that a call is given, as written; empty where it names none.
  private var reducer: String {
    if let closure = trailingClosure {
      let made = closure.statements.first?.item.as(FunctionCallExprSyntax.self)?.calledExpression
      return made?.trimmedText ?? closure.statements.folded
    }
    let maker = arguments.lazy.compactMap { $0.expression.as(MemberAccessExprSyntax.self) }
      .first { $0.declName.baseName.text == "init" }
    return maker?.base?.trimmedText ?? ""
  }
}
