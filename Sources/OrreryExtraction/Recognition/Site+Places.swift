import OrreryLowering
import OrreryModel
import OrrerySyntax

// Where a machine stands, and what its author says of it.
extension Site {
  var location: SourceLocation { file.location(of: node) }
  var endLine: Int { file.endLine(of: node) }
  var documentation: String? { DocComment.text(of: node) }

  /// Whether it is declared what a reducer starts with.
  var isStartDeclared: Bool { initial != nil }
}

extension Handler {
  /// The last line of its body.
  var endLine: Int { file.endLine(of: body) }
  var documentation: String? { function.flatMap { DocComment.text(of: $0.node) } }

  /// Where a pattern asks for a case.
  func location(of asked: AskedCases.Asked) -> SourceLocation { file.location(of: asked.node) }
}
