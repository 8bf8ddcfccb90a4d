import OrrerySyntax
import SwiftSyntax

extension SyntaxProtocol {
  /// The source on one line.
  package var folded: String {
    let text = trimmedText
    var previous: UInt8 = 0
    var (isFolded, isCommented) = (true, false)
    // A chain that goes on in the next line.
    var (isLineStart, isChained) = (false, false)
    for byte in text.utf8 {
      if isLineStart, byte == UInt8(ascii: ".") { isChained = true }
      if byte == 0x0A {
        isLineStart = true
      } else if byte != 0x20, byte != 0x09 {
        isLineStart = false
      }
      if byte == 0x09 || byte == 0x0A || byte == 0x0D
        || (byte == previous && byte == UInt8(ascii: " "))
      {
        isFolded = false
      }
      if byte == previous, byte == UInt8(ascii: "/") { isCommented = true }
      previous = byte
    }
    if isCommented || isChained, case let tokens = tokenText, !tokens.isEmpty {
      return tokens.oneLine
    }
    return isFolded ? text : text.oneLine
  }

  /// The tokens with at most one blank between two, comments left out.
  private var tokenText: String {
    var result = ""
    for token in tokens(viewMode: .sourceAccurate) {
      result += token.text
      let next = token.nextToken(viewMode: .sourceAccurate)
      if next?.continuesChain ?? false { continue }
      if !token.trailingTrivia.isEmpty || token.trailingTriviaLength.utf8Length > 0
        || next?.leadingTrivia.contains(where: \.isNewline) ?? false
      {
        result += " "
      }
    }
    return result
  }
}

extension TokenSyntax {
  /// Whether it is the point that a chain goes on with in a new line.
  fileprivate var continuesChain: Bool {
    tokenKind == .period && leadingTrivia.contains(where: \.isNewline)
      && parent?.as(MemberAccessExprSyntax.self)?.base != nil
  }
}

extension String {
  /// The text with line ends and runs of blanks as one blank, none at its ends.
  fileprivate var oneLine: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isPending = false
    for byte in utf8 {
      if byte == UInt8(ascii: " ") || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        isPending = !bytes.isEmpty
        continue
      }
      if isPending { bytes.append(UInt8(ascii: " ")) }
      isPending = false
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
