/// What an SVG says of itself, carried in comments at the head of the graph it is laid out from.
struct SVGCaption: Hashable {
  var title = ""
  var summary = ""
  /// Whether the picture becomes dark where its viewer is.
  var isAdaptive = false

  private static let titleMark = "// title: "
  private static let summaryMark = "// summary: "
  private static let adaptiveMark = "// colors: adaptive"

  init(_ diagram: Diagram) {
    title = diagram.title
    summary = diagram.summary
    isAdaptive = diagram.look.theme == .automatic
  }

  /// Reads the comments back.
  init(dot: String) {
    for line in dot.split(separator: "\n").dropFirst().prefix(3) {
      let line = line.drop { $0 == " " }
      if line.hasPrefix(Self.titleMark) { title = String(line.dropFirst(Self.titleMark.count)) }
      if line.hasPrefix(Self.summaryMark) {
        summary = String(line.dropFirst(Self.summaryMark.count))
      }
      if line.hasPrefix(Self.adaptiveMark) { isAdaptive = true }
    }
  }

  var comments: [String] {
    [Self.titleMark + title, Self.summaryMark + summary]
      + (isAdaptive ? [Self.adaptiveMark] : [])
  }
}
