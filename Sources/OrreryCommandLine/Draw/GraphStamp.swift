import OrreryRendering
import OrreryTrace

/// Tells whether an SVG shows a graph, by the hash of the graph's text that it carries.
///
/// Links hold line numbers, which are drawn anew when they change, and are no drift: where there are
/// some, a second mark tells of them.
struct GraphStamp {
  private let dot: String
  private let hash: String
  /// The mark of the graph as it is; nothing where it holds no line numbers.
  private let mark: String?

  init(_ dot: String) {
    self.dot = dot
    let masked = Masking.addresses(in: dot)
    hash = Digest.sha256Hex(of: masked.utf8)
    mark = masked == dot ? nil : "<!-- orrery:links sha256=\(Digest.sha256Hex(of: dot.utf8)) -->"
  }

  /// Whether an SVG shows the graph, line numbers aside.
  func isShown(by svg: String) -> Bool { SVGStamp.hash(in: svg) == hash }

  /// Whether an SVG was drawn of this graph and no other.
  func isDrawn(in svg: String) -> Bool {
    isShown(by: svg) && mark.map { mark in svg.split(separator: "\n").contains(mark[...]) } ?? true
  }

  /// What a layout wrote, as a picture of the graph.
  func finished(svg: String) -> String {
    let picture = SVGPicture.finished(svg: svg, dot: dot, hash: hash)
    guard let mark, let stamp = picture.firstRange(of: hash),
      let end = picture[stamp.upperBound...].firstIndex(of: "\n")
    else { return picture }
    return String(picture[..<end]) + "\n" + mark + picture[end...]
  }
}
