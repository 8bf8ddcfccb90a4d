/// Makes a drawing of Graphviz one that can be read aloud, has colours for dark viewers, and says
/// which graph it shows.
public enum SVGPicture {
  /// The drawing, finished.
  ///
  /// The title and the description come first, as https://www.w3.org/TR/svg-aam-1.0/ wants them;
  /// nodes and edges are named by their tooltips instead of by their ids, and have the roles of
  /// https://www.w3.org/TR/graphics-aria-1.0/.
  ///
  /// - Parameters:
  ///   - svg: What the layout wrote.
  ///   - dot: The graph's text, from ``TextFormat/dot``.
  ///   - hash: SHA-256 of the graph's text, in hexadecimal digits.
  public static func finished(svg: String, dot: String, hash: String) -> String {
    let caption = SVGCaption(dot: dot)
    let lines = SVGTextRun.joined(
      SVGClusters.ordered(
        svg.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), by: dot))
    var result: [String] = []
    var ids: Set<String> = []
    for (index, line) in lines.enumerated() {
      let previous = result.last ?? ""
      if line.hasPrefix("<title>") {
        if let title = title(of: previous, following: lines[(index + 1)...], caption) {
          result.append("<title>\(title)</title>")
        }
      } else if line.hasPrefix("<g id=\"") {
        result.append(group(line, &ids))
      } else {
        result.append(line)
      }
    }
    insertHead(caption, into: &result)
    return SVGStamp.stamp(svg: result.joined(separator: "\n"), hash: hash)
  }

  /// The link of an edge that leads nowhere: Graphviz names and explains what is linked alone.
  static func ownLink(_ edge: String) -> String { "#\(edge)" }

  /// The group with its role; a line of a label gets the id that its edge has in the graph.
  private static func group(_ line: String, _ ids: inout Set<String>) -> String {
    let start = line.index(line.startIndex, offsetBy: 7)
    let id = String(line[start...].prefix { $0 != "\"" })
    ids.insert(id)
    if line.contains("class=\"node\"") || line.contains("class=\"edge\"") {
      return line.dropLast() + " role=\"graphics-symbol\">"
    }
    let edge = String(id.dropFirst(2))
    guard id.hasPrefix("a_"), isEdge(edge), ids.insert(edge).inserted else { return line }
    let own = " xlink:href=\"\(ownLink(edge))\""
    let content = line.drop { $0 != ">" }.split(separator: own).joined()
    return "<g id=\"\(edge)\" class=\"edge\" role=\"graphics-symbol\"" + content
  }

  /// Whether an id is that of an edge: `s0_s3`, in nested machines `m0s0_s3`.
  private static func isEdge(_ id: String) -> Bool {
    let ends = id.split(separator: "_", omittingEmptySubsequences: false)
    return ends.count > 1 && ends.allSatisfy { $0.last?.isNumber == true }
  }

  /// What the group is called: its tooltip, which Graphviz writes into the link that follows.
  private static func title(
    of group: String, following lines: ArraySlice<String>, _ caption: SVGCaption
  ) -> String? {
    if group.contains("class=\"graph\"") { return nil }
    let mark = "xlink:title=\""
    for line in lines.prefix(2) {
      guard let start = line.firstRange(of: mark)?.upperBound else { continue }
      return String(line[start...].prefix { $0 != "\"" })
    }
    return nil
  }

  private static func insertHead(_ caption: SVGCaption, into lines: inout [String]) {
    guard let root = lines.firstIndex(where: { $0.hasPrefix("<svg") }),
      let end = lines[root...].firstIndex(where: { $0.hasSuffix(">") })
    else { return }
    lines[end] = lines[end].dropLast() + " role=\"graphics-document\">"
    let head =
      ["<title>\(escaped(caption.title))</title>", "<desc>\(escaped(caption.summary))</desc>"]
      + (caption.isAdaptive ? darkStyle : [])
    lines.insert(contentsOf: head, at: end + 1)
  }

  /// Replaces each light colour by its dark one; a viewer without style sheets stays light.
  private static let darkStyle: [String] = {
    let pairs = zip(Theme.light.colors, Theme.dark.colors)
    return ["<style>", "@media (prefers-color-scheme: dark) {"]
      + pairs.map { light, dark in
        "  [fill=\"\(light.lowercased())\" i] { fill: \(dark) } "
          + "[stroke=\"\(light.lowercased())\" i] { stroke: \(dark) }"
      } + ["}", "</style>"]
  }()

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
  }
}
