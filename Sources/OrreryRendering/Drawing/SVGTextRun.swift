/// Pieces of text that stand on one line of a label.
///
/// Graphviz places each piece by the width that it expects of the one before. A viewer has another
/// font, so that pieces would touch or leave gaps. As spans of one element they flow.
struct SVGTextRun {
  /// The line of the drawing, without the end tag of the text.
  private var open: String
  private let height: Substring
  private var reach: Double

  private static let end = "</text>"
  /// A space that is not folded, as text and as a reference.
  private static let spaces = ["\u{A0}", "&#160;"]

  /// The lines of a drawing, with the pieces of each line of text in one element.
  static func joined(_ lines: [String]) -> [String] {
    var result: [String] = []
    var run: SVGTextRun?
    for line in lines {
      if run?.append(line) == true { continue }
      if let run { result.append(run.open + end) }
      run = SVGTextRun(line)
      if run == nil { result.append(line) }
    }
    if let run { result.append(run.open + end) }
    return result
  }

  private init?(_ line: String) {
    guard let place = Self.place(line) else { return nil }
    (open, height, reach) = (String(line.dropLast(Self.end.count)), place.height, place.start)
  }

  /// Takes a piece in that stands right of the last one, after the space that begins it.
  private mutating func append(_ line: String) -> Bool {
    guard let place = Self.place(line), place.height == height, place.start > reach,
      let fonts = line.firstRange(of: "\" font-family"),
      let space = Self.spaces.compactMap({ line.firstRange(of: ">\($0)") }).first
    else { return false }
    // Outside of the span, where no viewer trims it.
    let style = line[fonts.lowerBound..<space.lowerBound].dropFirst(2)
    open += " <tspan \(style)>\(line[space.upperBound...].dropLast(Self.end.count))</tspan>"
    reach = place.start
    return true
  }

  private static func place(_ line: String) -> (start: Double, height: Substring)? {
    guard line.hasPrefix("<text text-anchor=\"start\""), line.hasSuffix(end),
      let start = attribute("x", line).flatMap({ Double($0) }), let height = attribute("y", line)
    else { return nil }
    return (start, height)
  }

  private static func attribute(_ name: String, _ line: String) -> Substring? {
    line.firstRange(of: " \(name)=\"").map { line[$0.upperBound...].prefix { $0 != "\"" } }
  }
}
