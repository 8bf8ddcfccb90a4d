import OrreryModel
import SwiftSyntax

/// A parsed source file.
///
/// Immutable, as are the nodes of its tree, so that several threads may read it.
package final class SourceFile {
  package let module: String
  package let path: String
  package let tree: SourceFileSyntax
  package let words: Words
  /// Where each line starts, in bytes.
  private let lineStarts: [Int]
  /// Whether the file says that a tool wrote it.
  package let isGenerated: Bool
  /// What its module and its text are.
  package let fingerprint: Fingerprint

  /// Tells it from all others: the same path may be in two modules.
  package var place: String { "\(module)\n\(path)" }

  package init(_ text: SourceText, words: Words, tree: SourceFileSyntax) {
    module = text.module
    path = text.path
    (self.tree, self.words) = (tree, words)
    lineStarts = Self.lineStarts(in: text.text)
    fingerprint = Fingerprint(of: text)
    isGenerated =
      path.hasSuffix(".pb.swift")
      || (words.containsAny(of: Self.editWords) && Self.forbidsEdits(tree))
  }

  private static let editWords = Set(["EDIT", "Edit", "edit"].map { Word($0) })

  /// Whether the comments at the head ask not to edit the file.
  private static func forbidsEdits(_ tree: SourceFileSyntax) -> Bool {
    let head = tree.firstToken(viewMode: .sourceAccurate)?.leadingTrivia ?? []
    return head.contains { piece in
      switch piece {
      case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
        .docBlockComment(let text):
        text.uppercased().contains("DO NOT EDIT")
      default: false
      }
    }
  }

  /// A line ends at a line feed, a carriage return, or both, as in the Swift grammar.
  private static func lineStarts(in text: String) -> [Int] {
    var text = text
    return text.withUTF8 { bytes in
      var starts = [0]
      for offset in bytes.indices where bytes[offset] == 0x0A || bytes[offset] == 0x0D {
        if bytes[offset] == 0x0A, offset > 0, bytes[offset - 1] == 0x0D {
          starts[starts.count - 1] = offset + 1
        } else {
          starts.append(offset + 1)
        }
      }
      return starts
    }
  }

  /// Where a node begins, its comments left out.
  package func location(of node: some SyntaxProtocol) -> OrreryModel.SourceLocation {
    location(at: node.positionAfterSkippingLeadingTrivia)
  }

  package func location(at position: AbsolutePosition) -> OrreryModel.SourceLocation {
    let offset = position.utf8Offset
    let line = line(at: offset)
    return .init(file: path, line: line, column: offset - lineStarts[line - 1] + 1)
  }

  private func line(at offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  package func endLine(of node: some SyntaxProtocol) -> Int {
    line(at: node.endPositionBeforeTrailingTrivia.utf8Offset)
  }
}
