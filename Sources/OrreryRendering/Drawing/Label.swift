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
  /// The line without its roles.
  package var text: String { map(\.text).joined() }
}

/// Lays the parts of a label out in lines: parts that fit share a line, others are broken where the
/// sense allows it.
struct LabelSetter {
  let width: Int
  private(set) var lines: [Line] = []

  init(width: Int) {
    self.width = width
  }

  /// Adds a part; at most `limit` characters of it are shown.
  mutating func add(_ role: Span.Role, _ text: String, limit: Int) {
    let text = text.cut(to: limit)
    guard !text.isEmpty else { return }
    if let last = lines.last, last.text.count + 1 + text.count <= width {
      lines[lines.count - 1] += [Span(role, " " + text)]
    } else {
      lines += text.wrapped(at: width).map { [Span(role, $0)] }
    }
  }
}
