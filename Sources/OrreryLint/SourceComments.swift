import OrreryLowering
import SwiftSyntax

/// The line comments of a file, and which lines hold code.
struct SourceComments {
  struct Comment {
    var text: String
    /// Where it begins, in UTF-8 bytes from the start of the file.
    var offset: Int
    /// What is taken out with it: its line, where nothing else stands there.
    var removal: Range<Int>
  }

  private(set) var lineComments: [Comment] = []
  private var codeLines: [Int] = []

  /// - Complexity: Linear in the size of the file.
  init(_ file: SourceFile) {
    for token in file.tree.tokens(viewMode: .sourceAccurate) {
      read(token.leadingTrivia, from: token.position.utf8Offset, isLeading: true)
      let line = file.location(of: token).line
      if token.tokenKind != .endOfFile, codeLines.last != line { codeLines.append(line) }
      read(
        token.trailingTrivia, from: token.endPositionBeforeTrailingTrivia.utf8Offset,
        isLeading: false)
    }
  }

  /// The next line with code, from the line after one.
  func nextCodeLine(after line: Int) -> ClosedRange<Int> {
    let next = codeLines.first { $0 > line } ?? line + 1
    return next...next
  }

  private mutating func read(_ trivia: Trivia, from start: Int, isLeading: Bool) {
    var (offset, indent) = (start, 0)
    // What follows code on its line goes with the spaces before it.
    var isAlone = isLeading && start == 0
    let pieces = Array(trivia)
    for (number, piece) in pieces.enumerated() {
      let length = piece.sourceLength.utf8Length
      switch piece {
      case .lineComment(let text):
        let next = pieces.indices.contains(number + 1) ? pieces[number + 1].newlineLength : 0
        let end = offset + length + (isAlone ? next : 0)
        lineComments.append(
          Comment(text: text, offset: offset, removal: offset - indent..<end))
        indent = 0
      case .spaces, .tabs: indent += length
      default: indent = 0
      }
      if piece.isNewline { isAlone = true }
      offset += length
    }
  }
}

extension TriviaPiece {
  /// How many bytes one end of a line has; none where the piece is something else.
  fileprivate var newlineLength: Int {
    if case .carriageReturnLineFeeds = self { return 2 }
    return isNewline ? 1 : 0
  }
}
