import Foundation
import OrreryGraphviz
import OrreryModel
import OrreryOracles
import OrreryRendering
import Testing

@Suite("The look")
struct LookTests {
  private static func svg(_ options: RenderOptions = RenderOptions()) throws -> String {
    let dot = Renderer(format: .dot, options: options).render(Samples.login)
    let svg = String(decoding: try Graphviz.render(dot: dot, as: .svg), as: UTF8.self)
    return SVGPicture.finished(svg: svg, dot: dot, hash: "abc1")
  }

  @Test(
    "of an SVG has a title, a description, roles and readable names",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func accessibility() throws {
    let svg = Data(try Self.svg().utf8)
    let elements = try #require(XMLElements.all(in: svg))
    #expect(elements.first?.attributes["role"] == "graphics-document")
    #expect(elements.dropFirst().prefix(2).map(\.name) == ["title", "desc"])
    #expect(XMLTexts.texts(of: "title", in: svg).first == "LoginFlow")
    let description = try #require(XMLTexts.texts(of: "desc", in: svg).first)
    #expect(description.hasPrefix("Signs a user in,") && description.contains("6 states"))
    let titles = XMLTexts.texts(of: "title", in: svg)
    #expect(titles.contains("idle: Nothing was asked yet."))
    #expect(!titles.contains { $0.contains("->") })
  }

  @Test(
    "of an SVG keeps its spaces: viewers drop those that a run of text begins with",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func spaces() throws {
    var options = RenderOptions()
    options.showsLegend = true
    let texts = try Self.svg(options).split(separator: "\n").filter { $0.hasPrefix("<text") }
    #expect(texts.contains { $0.contains(" <tspan ") && $0.contains(">/ ") })
    let visible = texts.filter { $0.contains { $0.isLetter || $0 == "/" } }
    #expect(!visible.contains { $0.contains("> ") }, "\(visible.filter { $0.contains("> ") })")
  }

  @Test(
    "of an SVG is dark where its viewer is, and only where no theme was chosen",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func darkness() throws {
    var options = RenderOptions()
    let automatic = try Self.svg(options)
    #expect(automatic.contains("prefers-color-scheme: dark"))
    // Each colour that is drawn has a dark one.
    let colors = automatic.split(separator: "\"").filter { $0.hasPrefix("#") && $0.count == 7 }
    let mapped = automatic.split(separator: "\n").filter { $0.hasPrefix("  [fill=") }
    for color in Set(colors.map { $0.lowercased() }) {
      #expect(mapped.contains { $0.contains(color) }, "\(color)")
    }
    for theme in [PictureTheme.light, .dark, .print] {
      options.theme = theme
      #expect(!(try Self.svg(options)).contains("prefers-color-scheme"))
    }
  }

  @Test("follows a theme in every colour")
  func themes() {
    var options = RenderOptions()
    let light = Renderer(format: .dot, options: options).render(Samples.login)
    options.theme = .dark
    let dark = Renderer(format: .dot, options: options).render(Samples.login)
    func colors(_ text: String) -> Set<Substring> {
      Set(text.split(separator: "\"").filter { $0.hasPrefix("#") && $0.count == 7 })
    }
    #expect(colors(light).isDisjoint(with: colors(dark)))
  }

  @Test("explains signs always, and strokes and shapes on request")
  func legend() {
    var options = RenderOptions()
    func meanings() -> [String] { Diagram(Samples.login, options: options).legend.map(\.meaning) }
    #expect(meanings() == [])
    options.showsLegend = true
    #expect(
      meanings().contains("result of an effect") && meanings().contains("final")
        && meanings().contains("initial"))
  }

  @Test(
    "has links to the lines of the source where they are asked for",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func links() throws {
    var options = RenderOptions()
    options.links = SourceLinks(prefix: "https://example.org/blob/main/")
    let elements = try #require(XMLElements.all(in: Data(try Self.svg(options).utf8)))
    let links = elements.compactMap { $0.attributes["xlink:href"] }
    #expect(Set(links) == ["https://example.org/blob/main/Sources/App/Machine.swift#L20"])
    #expect(links.count >= Diagram(Samples.login).edges.count)
  }

  @Test("has more pixels on request")
  func scale() {
    var options = RenderOptions()
    options.scale = 2
    #expect(Renderer(format: .dot, options: options).render(Samples.login).contains("dpi=192"))
  }

  @Test(
    "of a large machine shows all of it, in layers from the left where its edges lead far",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"),
    arguments: [3, 61])
  func large(step: Int) throws {
    var machine = Samples.empty
    machine.states = (0..<200).map { State("state\($0)") }
    machine.transitions = (0..<600).map { index in
      let from = index % 200
      let to = (from + 1 + index / 200 * step) % 200
      return Samples.edge("state\(from)", "event\(index)", to: "state\(to)")
    }
    let dot = Renderer(format: .dot).render(machine)
    #expect(dot.contains("rankdir=LR") == (step > 25))
    #expect(try Graphviz.isLarge(dot: dot))
    let svg = try Graphviz.render(dot: dot, as: .svg)
    let ids = try #require(XMLElements.attributes("id", in: Data(svg)))
    #expect(Set(Diagram(machine).edges.map(\.id)).isSubset(of: ids))
  }
}
