/// Puts the boxes of an SVG into the order of the graph's text.
///
/// Graphviz draws clusters in the order of addresses in memory, which is another one in each run; boxes
/// around others come first in the text, and so stay behind them.
enum SVGClusters {
  /// The lines of a drawing, with each run of boxes in order.
  static func ordered(_ lines: [String], by dot: String) -> [String] {
    let ranks = ranks(in: dot)
    guard ranks.count > 1 else { return lines }
    var result: [String] = []
    var run: [(rank: Int, lines: ArraySlice<String>)] = []
    var position = lines.startIndex
    while position < lines.endIndex {
      if let id = cluster(lines[position]), let rank = ranks[id] {
        let end = end(of: position, in: lines)
        run.append((rank, lines[position..<end]))
        position = end
      } else {
        flush(&run, into: &result)
        result.append(lines[position])
        position += 1
      }
    }
    flush(&run, into: &result)
    return result
  }

  private static func flush(
    _ run: inout [(rank: Int, lines: ArraySlice<String>)], into result: inout [String]
  ) {
    result += run.sorted { $0.rank < $1.rank }.flatMap(\.lines)
    run = []
  }

  /// Where each cluster stands in the text, by its id.
  private static func ranks(in dot: String) -> [Substring: Int] {
    let mark = "subgraph cluster_"
    let lines = dot.split(separator: "\n").map { $0.drop { $0 == " " } }
    let ids = lines.filter { $0.hasPrefix(mark) }.map {
      $0.dropFirst(mark.count).prefix { $0 != " " }
    }
    return Dictionary(ids.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The id of the cluster whose group a line opens.
  private static func cluster(_ line: String) -> Substring? {
    guard line.hasPrefix("<g id=\""), line.hasSuffix("\" class=\"cluster\">") else { return nil }
    return line.dropFirst(7).prefix { $0 != "\"" }
  }

  /// The line behind the group that one opens.
  private static func end(of start: Int, in lines: [String]) -> Int {
    var depth = 0
    for position in start..<lines.endIndex {
      if lines[position].hasPrefix("<g ") { depth += 1 }
      if lines[position].hasPrefix("</g>") { depth -= 1 }
      if depth == 0 { return position + 1 }
    }
    return lines.endIndex
  }
}
