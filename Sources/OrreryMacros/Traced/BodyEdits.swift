import SwiftSyntax

/// Text that is put between the tokens of a body, which stays as it is otherwise.
struct BodyEdits {
  private struct Edit {
    var range: Range<Int>
    var text: String
  }

  private var edits: [Edit] = []

  /// Puts text before the first token of a node.
  mutating func insert(_ text: String, before node: some SyntaxProtocol) {
    insert(text, at: node.positionAfterSkippingLeadingTrivia)
  }

  /// Puts text behind the last token of a node.
  mutating func insert(_ text: String, after node: some SyntaxProtocol) {
    insert(text, at: node.endPositionBeforeTrailingTrivia)
  }

  private mutating func insert(_ text: String, at position: AbsolutePosition) {
    edits.append(Edit(range: position.utf8Offset..<position.utf8Offset, text: text))
  }

  /// Puts text in the place of a token.
  mutating func replace(_ token: TokenSyntax, with text: String) {
    let start = token.positionAfterSkippingLeadingTrivia.utf8Offset
    edits.append(
      Edit(range: start..<token.endPositionBeforeTrailingTrivia.utf8Offset, text: text))
  }

  /// The text of a node with all that was put into it; of several at one place in their order.
  func applied(to node: some SyntaxProtocol) -> String {
    let bytes = Array(node.description.utf8)
    let start = node.position.utf8Offset
    var result: [UInt8] = []
    var position = 0
    let ordered = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }
    for (_, edit) in ordered {
      let (lower, upper) = (edit.range.lowerBound - start, edit.range.upperBound - start)
      guard position <= lower, upper <= bytes.count else { continue }
      result += bytes[position..<lower]
      result += Array(edit.text.utf8)
      position = upper
    }
    result += bytes[position...]
    return String(decoding: result, as: UTF8.self)
  }
}
