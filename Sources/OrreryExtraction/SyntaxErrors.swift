import OrreryModel
import SwiftParserDiagnostics
import SwiftSyntax

/// What the parser says of a file that is no valid Swift.
enum SyntaxErrors {
  static func diagnostics(of file: SourceFile) -> [Diagnostic] {
    guard file.tree.hasError else { return [] }
    let unworded = file.tree.tokens(viewMode: .sourceAccurate).filter(hasNoFix)
    guard unworded.isEmpty else {
      return unworded.map { token in
        diagnostic(
          "'=' must have consistent whitespace on both sides; mend it to see what else is wrong",
          at: token.positionAfterSkippingLeadingTrivia, in: file)
      }
    }
    return ParseDiagnosticsGenerator.diagnostics(for: file.tree).map { found in
      diagnostic(found.message, at: found.position, in: file)
    }
  }

  /// Whether swift-syntax would end the process wording the error of a token: it offers to put blanks
  /// beside an `=` that has them already, before or after a character that is none.
  private static func hasNoFix(_ token: TokenSyntax) -> Bool {
    guard token.tokenDiagnostic?.kind == .equalMustHaveConsistentWhitespaceOnBothSides,
      let previous = token.previousToken(viewMode: .all)
    else { return false }
    return previous.trailingTrivia.contains(where: isBlank)
      && token.trailingTrivia.contains(where: isBlank)
  }

  private static func isBlank(_ piece: TriviaPiece) -> Bool {
    switch piece {
    case .spaces, .tabs: true
    default: false
    }
  }

  private static func diagnostic(
    _ message: String, at position: AbsolutePosition, in file: SourceFile
  ) -> Diagnostic {
    Diagnostic(
      id: "syntax", severity: .error, location: file.location(at: position), message: message)
  }
}
