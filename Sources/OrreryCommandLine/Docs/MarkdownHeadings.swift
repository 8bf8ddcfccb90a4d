/// Moves the headings of what is put into a document below the heading that it stands under.
struct MarkdownHeadings {
  private let shift: Int

  /// - Parameters:
  ///   - level: The level of the heading above; zero where there is none.
  ///   - first: The level of the first heading of what is put in.
  init(below level: Int, first: Int) {
    shift = max(level + 1 - first, 0)
  }

  /// The lines with their headings at other levels; code in fences stays as it is.
  func moved(_ lines: [String]) -> [String] {
    guard shift > 0 else { return lines }
    var flow = MarkdownFlow()
    return lines.map { line in
      let bytes = Array(line.utf8)
      guard flow.isText(bytes[...]), let level = Self.level(of: bytes[...]) else { return line }
      return String(repeating: "#", count: min(level + shift, 6)) + line.dropFirst(level)
    }
  }

  /// The level of a heading: one to six signs and a space, https://spec.commonmark.org/0.31.2/#atx-headings.
  ///
  /// - Returns: Nothing where the line is none.
  static func level(of line: ArraySlice<UInt8>) -> Int? {
    let signs = line.prefix { $0 == 0x23 }.count
    guard (1...6).contains(signs) else { return nil }
    let next = line.dropFirst(signs).first
    return next == nil || next == 0x20 || next == 0x09 ? signs : nil
  }
}
