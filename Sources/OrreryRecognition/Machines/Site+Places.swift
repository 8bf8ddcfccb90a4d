import OrreryLowering
import OrreryModel
import OrrerySyntax

// Where a machine stands, and what its author says of it.
extension Site {
  package var location: SourceLocation { file.location(of: node) }
  package var endLine: Int { file.endLine(of: node) }
  package var documentation: String? { DocComment.text(of: node) }

  /// Whether it is declared what a reducer starts with.
  package var isStartDeclared: Bool { initial != nil }
}

extension Handler {
  /// The last line of its body.
  package var endLine: Int { file.endLine(of: body) }
  package var documentation: String? { function.flatMap { DocComment.text(of: $0.node) } }

  /// Where a pattern asks for a case.
  package func location(of asked: AskedCase) -> SourceLocation { file.location(of: asked.node) }
}
