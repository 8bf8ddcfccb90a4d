/// Tells, line by line, what of a Markdown document is text and what is code or a comment.
///
/// Follows https://spec.commonmark.org/0.31.2/ for fenced code (also in quotes and list items) and
/// for HTML that ends at a mark of its own (`<pre>`, `<script>`, comments of several lines).
struct MarkdownFlow {
  private struct Fence {
    var sign: UInt8
    var length: Int
    var quotes: Int
    /// The column of a list item's content; the fence ends with the item.
    var column: Int
  }

  private enum Region {
    case fence(Fence)
    case html(end: [UInt8])
  }

  private var open: Region?

  /// Takes the next line, without its end.
  ///
  /// - Returns: Whether a marker on the line counts.
  mutating func isText(_ line: ArraySlice<UInt8>) -> Bool {
    switch open {
    case .fence(let fence):
      let place = Place(line, quotes: fence.quotes)
      if place.quotes >= fence.quotes, place.isBlank || place.column >= fence.column {
        if place.closes(fence.sign, fence.length) { open = nil }
        return false
      }
      open = nil
    case .html(let end):
      if line.contains(end) { open = nil }
      return false
    case nil: break
    }
    return !opens(line)
  }

  private mutating func opens(_ line: ArraySlice<UInt8>) -> Bool {
    let place = Place(line)
    if let (sign, length) = place.fence, place.isItem || place.column < 4 {
      open = .fence(
        Fence(
          sign: sign, length: length, quotes: place.quotes, column: place.isItem ? place.column : 0)
      )
      return true
    }
    guard let end = Self.htmlEnd(place.content) else { return false }
    open = .html(end: end)
    return true
  }

  /// What ends the HTML that starts on a line and does not end on it.
  private static func htmlEnd(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let comment = Array("<!--".utf8)
    if line.starts(with: comment) {
      let end = Array("-->".utf8)
      let text = line.dropFirst(comment.count).drop { $0 == 0x20 || $0 == 0x09 }
      // A marker that does not end on its line is a mistake to speak of.
      if text.starts(with: Array("orrery:".utf8)) { return nil }
      return line.dropFirst(comment.count).contains(end) ? nil : end
    }
    for name in ["pre", "script", "style", "textarea"] {
      let start = Array("<\(name)".utf8)
      let lower = line.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }[...]
      guard lower.starts(with: start) else { continue }
      let next = lower.dropFirst(start.count).first
      guard next == nil || [0x20, 0x09, 0x3E].contains(next) else { continue }
      let end = Array("</\(name)>".utf8)
      return lower.contains(end) ? nil : end
    }
    return nil
  }
}

/// Where the content of a line begins: behind the signs of quotes and list items.
private struct Place {
  private(set) var quotes = 0
  private(set) var column = 0
  private(set) var isItem = false
  private(set) var content: ArraySlice<UInt8>

  /// - Parameter quotes: How many signs of quotes are taken off, and no sign of an item; nothing for
  ///   as many of either as there are.
  init(_ line: ArraySlice<UInt8>, quotes limit: Int? = nil) {
    content = line
    skipSpace()
    while true {
      if content.first == 0x3E, quotes < limit ?? .max {
        quotes += 1
        column = 0
        content = content.dropFirst()
        if content.first == 0x20 { content = content.dropFirst() }
      } else if limit == nil, let width = itemWidth {
        isItem = true
        column += width
        content = content.dropFirst(width)
      } else {
        return
      }
      skipSpace()
    }
  }

  var isBlank: Bool { content.isEmpty }

  private mutating func skipSpace() {
    while let byte = content.first, byte == 0x20 || byte == 0x09 {
      column += byte == 0x20 ? 1 : 4 - column % 4
      content = content.dropFirst()
    }
  }

  /// The length of `-`, `*`, `+`, `1.` or `1)` before a space.
  private var itemWidth: Int? {
    let digits = content.prefix { (0x30...0x39).contains($0) }
    let sign = content.dropFirst(digits.count).first
    let isSign =
      digits.isEmpty
      ? [0x2D, 0x2A, 0x2B].contains(sign) : digits.count <= 9 && [0x2E, 0x29].contains(sign)
    guard isSign, [0x20, 0x09].contains(content.dropFirst(digits.count + 1).first) else {
      return nil
    }
    return digits.count + 1
  }

  /// The sign and length of a fence that opens here.
  var fence: (sign: UInt8, length: Int)? {
    guard let sign = content.first, sign == 0x60 || sign == 0x7E else { return nil }
    let length = content.prefix { $0 == sign }.count
    let hasSignInName = sign == 0x60 && content.dropFirst(length).contains(0x60)
    return length >= 3 && !hasSignInName ? (sign, length) : nil
  }

  func closes(_ sign: UInt8, _ length: Int) -> Bool {
    let run = content.prefix { $0 == sign }.count
    return run >= length
      && content.dropFirst(run).allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
  }
}
