/// Lines of text that an SVG carries for programs, in its `metadata` element
/// (https://www.w3.org/TR/SVG11/metadata.html).
public enum SVGMetadata {
  private static let opening = "<metadata id=\"orrery-facts\">"
  private static let closing = "</metadata>"

  /// The SVG with the lines before its end; unchanged where there are none.
  public static func adding(_ lines: [String], to svg: String) -> String {
    guard !lines.isEmpty, let end = svg.ranges(of: "</svg>").last else { return svg }
    let element = ([opening] + lines.map(escaped) + [closing]).map { $0 + "\n" }.joined()
    return svg[..<end.lowerBound] + element + svg[end.lowerBound...]
  }

  /// The lines that an SVG carries.
  ///
  /// - Complexity: Linear in the size of the SVG.
  public static func lines(in svg: String) -> [String] {
    let lines = svg.utf8.split(separator: UInt8(ascii: "\n"))
    guard let start = lines.lastIndex(where: { $0.elementsEqual(opening.utf8) }),
      let end = lines[start...].firstIndex(where: { $0.elementsEqual(closing.utf8) })
    else { return [] }
    return lines[(start + 1)..<end].map { unescaped(String(Substring($0))) }
  }

  private static let entities = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")]

  private static func escaped(_ text: String) -> String {
    entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private static func unescaped(_ text: String) -> String {
    entities.reversed().reduce(text) { $0.replacing($1.1, with: $1.0) }
  }
}
