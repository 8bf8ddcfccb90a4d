/// A run of text with one meaning.
package struct Span: Hashable, Sendable {
  package enum Role: Hashable, Sendable {
    case name, detail, event, condition, effect, mark
  }

  package var role: Role
  package var text: String

  package init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }
}

/// One line of a label.
package typealias Line = [Span]

extension [Span] {
  private static let indent = "\u{2003}"

  /// The line as one that goes on with what the line before it began.
  var indented: Line {
    guard let first else { return self }
    return [Span(first.role, Self.indent + first.text)] + dropFirst()
  }

  /// Whether the line goes on with what the line before it began.
  var isContinuation: Bool { first?.text.hasPrefix(Self.indent) ?? false }

  /// Whether nothing in the line is drawn in another colour than a name.
  fileprivate var isInOneFace: Bool { allSatisfy { [.name, .event, .mark].contains($0.role) } }

  /// The line without its roles.
  package var text: String {
    count == 1 ? self[0].text : reduce(into: "") { $0 += $1.text }
  }
}

extension [Line] {
  /// The lines as texts, where all of them are drawn in one type face.
  var inOneFace: [String]? { allSatisfy(\.isInOneFace) ? map(\.text) : nil }
}

/// Lays the parts of a label out in lines: parts that fit share a line, others are broken where the
/// sense allows it.
struct LabelSetter {
  let width: Int
  private(set) var lines: [Line] = []
  /// How long the last line is.
  private var filled = 0

  init(width: Int) {
    self.width = width
  }

  /// Adds a part; at most `limit` characters of it are shown.
  mutating func add(_ role: Span.Role, _ text: String, limit: Int) {
    let text = text.cut(to: limit)
    guard !text.isEmpty else { return }
    // A part of a sign or two would look lost on a line of its own.
    let length = text.length
    if !lines.isEmpty, filled + 1 + length <= width || length < 4 {
      lines[lines.count - 1].append(Span(role, " " + text))
    } else {
      lines += text.wrapped(at: width).map { [Span(role, $0)] }
    }
    filled = lines.last?.text.length ?? 0
  }
}
