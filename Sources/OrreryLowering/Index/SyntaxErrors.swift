import OrreryModel
import OrreryTrace
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// What the parser says of a file that is no valid Swift.
package enum SyntaxErrors {
  /// How many messages of a file are told: after the first ones the parser only guesses.
  private static let limit = 3

  /// From how many wrong tokens on not all messages are worded: the time for that grows with the
  /// square of their number.
  private static let most = 200

  /// The first messages, and how many more there are.
  package static func diagnostics(of file: SourceFile) -> [Diagnostic] {
    guard file.tree.hasError else { return [] }
    let wrong = wrongTokens(of: file.tree)
    let isMany = wrong.count > most
    let all = all(of: isMany ? head(of: file, before: wrong[limit * 2]) : file)
    guard all.count > limit else { return all }
    var rest = all[limit]
    rest.message = isMany ? "hundreds more in this file" : "\(all.count - limit) more in this file"
    return all[..<limit] + [rest]
  }

  /// The types that a file with errors declares or extends, at whatever depth the parser put them; and
  /// every name in what it could make nothing of, since a declaration may be among that.
  package static func types(in file: SourceFile) -> Set<Word> {
    let finder = TypeFinder(viewMode: .all)
    finder.walk(file.tree)
    return finder.names
  }

  private final class TypeFinder: SyntaxAnyVisitor {
    private(set) var names: Set<Word> = []

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
      if let type = node.as(ExtensionDeclSyntax.self)?.extendedType {
        names.formUnion((SourceIndex.parts(of: type) ?? []).map { Word($0) })
      } else if node.asProtocol((any DeclGroupSyntax).self) != nil,
        let name = node.asProtocol((any NamedDeclSyntax).self)?.name.text
      {
        names.insert(Word(Naming.typeName(name)))
      } else if node.is(UnexpectedNodesSyntax.self) {
        names.formUnion(node.tokens(viewMode: .sourceAccurate).map { Word($0.text) })
      }
      return .visitChildren
    }
  }

  /// The tokens that stand where none should, or are missing.
  private static func wrongTokens(of tree: SourceFileSyntax) -> [TokenSyntax] {
    tree.tokens(viewMode: .all).filter {
      $0.presence == .missing || $0.tokenDiagnostic != nil
        || $0.parent?.is(UnexpectedNodesSyntax.self) == true
    }
  }

  /// A file that ends before a token.
  private static func head(of file: SourceFile, before token: TokenSyntax) -> SourceFile {
    let text = file.tree.description.utf8.prefix(token.position.utf8Offset)
    let source = SourceText(
      module: file.module, path: file.path, text: String(decoding: text, as: UTF8.self))
    return SourceFile(source, words: file.words, tree: Parser.parse(source: source.text))
  }

  private static func all(of file: SourceFile) -> [Diagnostic] {
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
    return previous.trailingTrivia.contains(where: \.isSpaceOrTab)
      && token.trailingTrivia.contains(where: \.isSpaceOrTab)
  }

  private static func diagnostic(
    _ message: String, at position: AbsolutePosition, in file: SourceFile
  ) -> Diagnostic {
    Diagnostic(
      id: "syntax", severity: .error, location: file.location(at: position), message: message)
  }
}
