import OrreryRendering
import Testing

@Suite("The text of an SVG")
struct SVGTextRunTests {
  private func text(_ x: Double, _ y: Double, _ color: String, _ content: String) -> String {
    "<text text-anchor=\"start\" x=\"\(x)\" y=\"\(y)\" font-family=\"Arial\" "
      + "fill=\"\(color)\">\(content)</text>"
  }

  private func finished(_ lines: [String]) -> [Substring] {
    SVGPicture.finished(svg: lines.joined(separator: "\n"), dot: "", hash: "00")
      .split(separator: "\n").filter { $0.hasPrefix("<text") }
  }

  @Test("flows on one line, whatever font a viewer has")
  func pieces() {
    let lines = finished([
      text(10, -5, "#111", "saved"), text(38, -5, "#222", "\u{A0}[isOn]"),
      text(70, -5, "#333", "&#160;/ .log"), text(10, 7, "#222", "\u{A0}[isOff]"),
    ])
    #expect(
      lines.first?.hasSuffix(
        ">saved <tspan font-family=\"Arial\" fill=\"#222\">[isOn]</tspan>"
          + " <tspan font-family=\"Arial\" fill=\"#333\">/ .log</tspan></text>") ?? false)
    #expect(lines.count == 2)
  }

  @Test("stays in its place where it begins no piece")
  func columns() {
    let lines = [text(10, -5, "#111", "saved"), text(90, -5, "#222", "loaded")]
    #expect(finished(lines).map(String.init) == lines)
  }
}
