import OrreryRendering
import OrreryTrace

/// A picture as the graph that it is laid out from, with what its machine does.
struct GraphPicture: Hashable, Sendable {
  var dot: String
  /// One a line, for an SVG alone: a check says by them what the machine does differently.
  var facts: [String] = []
}

/// Tells whether an SVG shows a graph, by the hash of the graph's text that it carries.
///
/// Links hold line numbers, which are drawn anew when they change, and are no drift: where there are
/// some, a second mark tells of them.
struct GraphStamp {
  private let picture: GraphPicture
  private let hash: String
  /// The mark of the graph as it is; nothing where it holds no line numbers.
  private let mark: String?

  init(_ picture: GraphPicture) {
    self.picture = picture
    let masked = Masking.addresses(in: picture.dot)
    hash = Digest.sha256Hex(of: masked.utf8)
    mark =
      masked == picture.dot
      ? nil : "<!-- orrery:links sha256=\(Digest.sha256Hex(of: picture.dot.utf8)) -->"
  }

  /// Whether an SVG shows the graph, line numbers aside.
  func isShown(by svg: String) -> Bool { SVGStamp.hash(in: svg) == hash }

  /// Whether an SVG was drawn of this graph and no other, and of a machine that does the same.
  func isDrawn(in svg: String) -> Bool {
    isShown(by: svg) && SVGMetadata.lines(in: svg) == picture.facts
      && mark.map { mark in svg.split(separator: "\n").contains(mark[...]) } ?? true
  }

  /// What a layout wrote, as a picture of the graph.
  func finished(svg: String) -> String {
    let drawn = SVGMetadata.adding(
      picture.facts, to: SVGPicture.finished(svg: svg, dot: picture.dot, hash: hash))
    guard let mark, let stamp = drawn.firstRange(of: hash),
      let end = drawn[stamp.upperBound...].firstIndex(of: "\n")
    else { return drawn }
    return String(drawn[..<end]) + "\n" + mark + drawn[end...]
  }
}
