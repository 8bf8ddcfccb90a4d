/// Text with colours that are applied only where a terminal shows it.
///
/// What is interpolated comes from somewhere else, so it is made harmless: no name in a source file
/// or a log can move the cursor, start a line, or change colours.
struct Styled: Hashable, Sendable {
  /// A way to stand out; the parameters of the SGR sequence (ECMA-48, 8.3.117).
  enum Style: String, Sendable {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  private struct Piece: Hashable, Sendable {
    var text: String
    var style: Style?
  }

  private var pieces: [Piece] = []

  init() {}

  init(_ text: String, _ style: Style? = nil) {
    pieces = [Piece(text: text.harmless(keepingLines: false), style: style)]
  }

  /// A text of several lines, each of which is made harmless.
  init(lines text: String, _ style: Style? = nil) {
    pieces = [Piece(text: text.harmless(keepingLines: true), style: style)]
  }

  /// The number of characters that are seen.
  var width: Int { pieces.reduce(0) { $0 + $1.text.count } }

  func text(colored: Bool) -> String {
    pieces.map { piece in
      guard colored, let style = piece.style, !piece.text.isEmpty else { return piece.text }
      return "\u{1B}[\(style.rawValue)m\(piece.text)\u{1B}[0m"
    }.joined()
  }

  static func + (lhs: Self, rhs: Self) -> Self {
    var result = lhs
    result.pieces += rhs.pieces
    return result
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.pieces += rhs.pieces
  }
}

extension Styled: ExpressibleByStringInterpolation {
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var result = Styled()

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      result.pieces.append(Piece(text: literal, style: nil))
    }

    mutating func appendInterpolation(_ text: String, _ style: Style? = nil) {
      result += Styled(text, style)
    }

    mutating func appendInterpolation(_ number: Int, _ style: Style? = nil) {
      result += Styled(String(number), style)
    }

    mutating func appendInterpolation(_ styled: Styled) {
      result += styled
    }
  }

  init(stringLiteral value: String) {
    pieces = [Piece(text: value, style: nil)]
  }

  init(stringInterpolation: StringInterpolation) {
    self = stringInterpolation.result
  }
}

extension Sequence<Styled> {
  func joined(separator: Styled) -> Styled {
    var result = Styled()
    for (position, element) in enumerated() {
      if position > 0 { result += separator }
      result += element
    }
    return result
  }
}

extension String {
  /// The text without characters that a terminal would obey: controls and marks of direction.
  func harmless(keepingLines: Bool) -> String {
    guard unicodeScalars.contains(where: \.isSteering) else { return self }
    var result = UnicodeScalarView()
    for scalar in unicodeScalars {
      if !scalar.isSteering || (keepingLines && (scalar == "\n" || scalar == "\t")) {
        result.append(scalar)
      } else {
        result.append(scalar == "\n" || scalar == "\t" ? " " : "\u{FFFD}")
      }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  fileprivate var isSteering: Bool {
    switch value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
