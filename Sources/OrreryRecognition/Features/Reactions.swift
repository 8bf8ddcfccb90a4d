import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Finds the reducers that a change of the state runs: `.onChange(of: \.items) { … Reduce { … } }`.
final class ReactionFinder: SyntaxVisitor {
  private let file: SourceFile
  private var found: [Site.Reaction] = []

  static func find(in node: some SyntaxProtocol, of file: SourceFile) -> [Site.Reaction] {
    guard file.words.contains(word) else { return [] }
    let finder = ReactionFinder(file)
    finder.walk(node)
    return finder.found
  }

  private static let name = "onChange"
  private static let word = Word(name)

  private init(_ file: SourceFile) {
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      Naming.identifier(member.declName.baseName.text) == Self.name, let closure = node.lastClosure
    else { return .visitChildren }
    found += ReduceClosureFinder.find(in: closure.statements).compactMap { reducer in
      reducer.stateName.map { name in
        Site.Reaction(
          closure: reducer.node, stateName: name,
          subject: node.arguments.first?.expression.folded ?? "",
          location: file.location(of: member.declName))
      }
    }
    return .visitChildren
  }
}
